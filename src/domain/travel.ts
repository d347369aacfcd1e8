import { DAY_MS } from '#platform/lib/durations.ts';
import type { LocalDay } from './days.ts';
import { EXCUSING_CHANGES_MAX, EXCUSING_WINDOW_DAYS } from './limits.ts';

export type ZoneChange = { changed_at: Date; old_day: LocalDay; new_day: LocalDay };

/**
 * Returns true if a zone change excuses days. It must move the calendar forward, and at most one change in the last 7
 * times 24 hours excused days. `excusing` must contain at least the earlier excusing changes of that time.
 */
export function isExcusing(change: ZoneChange, excusing: readonly Pick<ZoneChange, 'changed_at'>[]): boolean {
  const since = change.changed_at.getTime() - EXCUSING_WINDOW_DAYS * DAY_MS;
  const recent = excusing.filter(({ changed_at }) => changed_at.getTime() > since);
  return change.new_day > change.old_day && recent.length < EXCUSING_CHANGES_MAX;
}
