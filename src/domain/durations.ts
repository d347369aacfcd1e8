/** Lengths of time in milliseconds. A calendar day is not one of them: see days.ts. */
export const SECOND_MS = 1000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
/** 24 hours, for windows and for the ceiling of `daysRemaining` alone. */
export const DAY_MS = 24 * HOUR_MS;
