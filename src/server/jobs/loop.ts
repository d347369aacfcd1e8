import type { Log } from '../adapters/log.ts';

export interface Loop {
  /** Looks again now instead of after the pause. */
  wake(): void;
  start(): void;
  /** Resolves when the last look has finished; no other follows. */
  stop(): Promise<void>;
}

/** Calls `look` now and then every `pauseMs`, or at once when woken. An error is logged once for each outage. */
export function makeLoop(look: () => Promise<void>, pauseMs: number, log: Log): Loop {
  let background: Promise<void> | null = null;
  let ending = false;
  let woken = false;
  let endPause: () => void = () => undefined;

  const pause = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, pauseMs);
      endPause = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  const work = async () => {
    let away = false;
    while (!ending) {
      woken = false;
      try {
        await look();
        if (away) log.info({}, 'the job queue works again');
        away = false;
      } catch (err) {
        if (!away) log.warn({ err }, 'the job queue cannot reach the database');
        away = true;
        // Being woken must not turn an outage into a busy loop.
        woken = false;
      }
      if (!woken && !ending) await pause();
    }
  };

  const wake = () => {
    woken = true;
    endPause();
  };
  return {
    wake,
    start: () => {
      background ??= work();
    },
    stop: async () => {
      ending = true;
      wake();
      await background;
    },
  };
}
