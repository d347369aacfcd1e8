/** Milliseconds. A calendar day is not a duration: see days.ts. */
export const SECOND_MS = 1000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
/** 24 hours, for time windows only: a calendar day can be shorter or longer. */
export const DAY_MS = 24 * HOUR_MS;

/** Returns the instant `days` times 24 hours before `now`. */
export const daysBefore = (now: Date, days: number): Date => new Date(now.getTime() - days * DAY_MS);
