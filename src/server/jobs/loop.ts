import type { Log } from '../adapters/log.ts';

export interface Loop {
  /** Looks again now instead of at the end of the pause. */
  nudge(): void;
  start(): void;
  /** Resolves when the last look is over; none comes after it. */
  stop(): Promise<void>;
}

/** Calls `look` now and then every `pauseMs`, or at once when nudged. A look that throws is reported once per outage. */
export function makeLoop(look: () => Promise<void>, pauseMs: number, log: Log): Loop {
  let background: Promise<void> | null = null;
  let ending = false;
  let nudged = false;
  let wake: () => void = () => undefined;

  const pause = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, pauseMs);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  const work = async () => {
    let away = false;
    while (!ending) {
      nudged = false;
      try {
        await look();
        if (away) log.info({}, 'the job queue works again');
        away = false;
      } catch (err) {
        if (!away) log.warn({ err }, 'the job queue cannot reach the database');
        away = true;
        // A nudge must not turn an outage into a busy loop.
        nudged = false;
      }
      if (!nudged && !ending) await pause();
    }
  };

  const nudge = () => {
    nudged = true;
    wake();
  };
  return {
    nudge,
    start: () => {
      background ??= work();
    },
    stop: async () => {
      ending = true;
      nudge();
      await background;
    },
  };
}
