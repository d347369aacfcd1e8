/** Durations in milliseconds. A calendar day is not a duration: see days.ts. */
export const SECOND_MS = 1000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
/** 24 hours. Only for time windows: a date is not a number of hours. */
export const DAY_MS = 24 * HOUR_MS;

/** The instant so many times 24 hours before `now`. */
export const daysBefore = (now: Date, days: number): Date => new Date(now.getTime() - days * DAY_MS);
