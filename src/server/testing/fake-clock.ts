import type { Clock } from '#server/adapters/clock.ts';

export interface FakeClock extends Clock {
  /** Jumps to an instant, forwards or back. */
  set(instant: Date | string): void;
  /** Moves on by `ms` milliseconds; a negative number turns the clock back. */
  advance(ms: number): void;
}

/** A clock that stands still until the test moves it. */
export function fakeClock(start: Date | string): FakeClock {
  let at = new Date(start).getTime();
  return {
    now: () => new Date(at),
    set: (instant) => {
      at = new Date(instant).getTime();
    },
    advance: (ms) => {
      at += ms;
    },
  };
}
