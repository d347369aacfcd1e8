import { setTimeout as delay } from 'node:timers/promises';
import type { Log } from '#platform/lib/log.ts';

export interface Loop {
  /** Looks again now instead of after the pause, though not before the gap has passed. */
  wake(): void;
  start(): void;
  /** Resolves when the last look has finished; no other follows. */
  stop(): Promise<void>;
}

interface Options {
  readonly look: () => Promise<void>;
  /** How long to wait for the next look when nothing wakes the loop. */
  readonly pause_ms: number;
  /** The wait after each look, so that one look serves many wake-ups that come in a burst. */
  readonly gap_ms: number;
  readonly log: Log;
}

/** Calls `look` now, then after each pause, or sooner when woken. An error is logged once for each outage. */
export function makeLoop({ look, pause_ms, gap_ms, log }: Options): Loop {
  let background: Promise<void> | null = null;
  let ending = false;
  let woken = false;
  /** Whether the last look failed. */
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
      // Being woken must not turn an outage into a busy loop.
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
