/** The server's source of time. Only this file calls `new Date()` without arguments, so tests can set the time. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };
