/** The server's source of time; tests hand in their own (no other code calls `new Date()` without arguments). */
export interface Clock {
  /** This instant. */
  now(): Date;
}

/** The machine's own clock. */
export const systemClock: Clock = { now: () => new Date() };
