import { setTimeout as delay } from 'node:timers/promises';
import type { Log } from '#platform/lib/log.ts';

export interface Loop {
  /** Calls `look` now instead of after the pause, but never during the gap. */
  wake(): void;
  start(): void;
  /** Resolves after the last call of `look` has finished. */
  stop(): Promise<void>;
}

interface Options {
  readonly look: () => Promise<void>;
  /** The wait before the next call of `look` if nothing wakes the loop. */
  readonly pause_ms: number;
  /** The minimum wait after each call of `look`, so one call serves a burst of wake-ups. */
  readonly gap_ms: number;
  readonly log: Log;
}

/** Calls `look` now, then after each pause or wake-up. Logs an error once per outage. */
export function makeLoop({ look, pause_ms, gap_ms, log }: Options): Loop {
  let background: Promise<void> | null = null;
  let ending = false;
  let woken = false;
  /** Whether the last call of `look` failed. */
  let away = false;
  let endPause: () => void = () => undefined;

  const pause = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, pause_ms);
      endPause = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  const work = async () => {
    while (!ending) {
      woken = false;
      try {
        await look();
        if (away) log.info({}, 'the job queue works again');
        away = false;
      } catch (err) {
        if (!away) log.warn({ err }, 'the job queue cannot reach the database');
        away = true;
      }
      if (!ending) await delay(gap_ms);
      // A wake-up must not turn an outage into a busy loop.
      if (!ending && (away || !woken)) await pause();
    }
  };

  const wake = () => {
    woken = true;
    if (!away || ending) endPause();
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
