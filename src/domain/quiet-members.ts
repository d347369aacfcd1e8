import { breakOn, type Day, EVERY_WEEKDAY, type Life, type Membership, rangeOf } from './life.ts';
import { QUIET_DAYS, QUIET_MISSED } from './limits.ts';
import type { MissionStanding } from './standing.ts';

/**
 * Returns how many days a member has been quiet, or null. Counts from the latest of last check-in, return and first
 * day. Null during a break or if too few days were missed since then (docs/rules.md#coming-back).
 */
export function quietDays(life: Life, m: Membership, { missed_since }: MissionStanding, today: Day): number | null {
  const days = today - Math.max(m.first, m.returned, rangeOf(m.days)?.[1] ?? m.first);
  const kind = m.times !== null ? 'weekly' : m.weekdays === EVERY_WEEKDAY ? 'daily' : 'weekdays';
  return days >= QUIET_DAYS && missed_since >= QUIET_MISSED[kind] && !breakOn(life, today) ? days : null;
}
