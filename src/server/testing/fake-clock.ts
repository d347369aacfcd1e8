import type { Clock } from '#platform/lib/clock.ts';

export interface FakeClock extends Clock {
  /** Jumps to an instant, forward or backward. */
  set(instant: Date | string): void;
  /** Moves forward by `ms` milliseconds; a negative number moves back. */
  advance(ms: number): void;
}

/** Creates a clock that only moves when the test moves it. */
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
