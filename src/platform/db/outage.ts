import type { Log } from '#platform/lib/log.ts';
import { isAway, isUnreachable, markOutage } from './failures.ts';

/** What the statements of a process say about whether the database is there. Instants are of `performance.now()`. */
export interface Outage {
  /** A statement that began then has failed, with an error of the driver. */
  failed(error: unknown, began_at: number): void;
  /** A statement that began then was answered. */
  answered(began_at: number): void;
}

/**
 * Logs once that the database went away and once that it is back, however many statements meet it. What was under way
 * when that changed tells nothing about the time since.
 */
export function makeOutage(log: Pick<Log, 'info' | 'warn'>): Outage {
  let away = false;
  let changed_at = Number.NEGATIVE_INFINITY;
  const turn = (next: boolean) => {
    away = next;
    changed_at = performance.now();
  };
  return {
    failed(error, began_at) {
      const unreachable = isUnreachable(error);
      // While nobody answers, silence and a pool without a free connection are the same outage.
      if (unreachable || (away && isAway(error))) markOutage(error);
      if (away || began_at < changed_at || !unreachable) return;
      turn(true);
      log.warn({ err: error }, 'the database cannot be reached');
    },
    answered(began_at) {
      if (!away || began_at < changed_at) return;
      const away_s = Math.round((performance.now() - changed_at) / 1000);
      turn(false);
      log.info({ away_s }, 'the database can be reached again');
    },
  };
}
