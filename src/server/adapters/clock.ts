/** Where the server's time comes from, so that tests own it (no other code calls `new Date()` without arguments). */
export interface Clock {
  /** This instant. */
  now(): Date;
}

/** The machine's own clock. */
export const systemClock: Clock = { now: () => new Date() };
