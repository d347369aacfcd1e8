import type { Log } from '#platform/lib/log.ts';
import { isAway, isUnreachable, markOutage } from './failures.ts';

/** Detects from its driver calls whether this process can reach the database. Instants are from `performance.now()`. */
export interface Outage {
  /** Reports that a call that started at `began_at` failed with a driver error. */
  failed(error: unknown, began_at: number): void;
  /** Reports that a call that started at `began_at` succeeded. */
  answered(began_at: number): void;
}

/**
 * Logs the start and the end of an outage once each, however many calls it affects. Ignores calls that started before
 * the last change, because they say nothing about the time since.
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
      // During an outage, a silent server or an exhausted pool is part of that outage.
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
