import { HOUR_MS } from '#platform/lib/durations.ts';
import { wallClock } from '#platform/lib/zones.ts';
import { YESTERDAY_AFTER_MOVE_HOURS, YESTERDAY_UNTIL_HOUR } from './limits.ts';

/** Whether a clock in `zone` shows a time before noon: until then the day before can be checked in. */
export const isBeforeYesterdayCloses = (at: Date, zone: string): boolean =>
  Math.floor(wallClock(at, zone) / HOUR_MS) % 24 < YESTERDAY_UNTIL_HOUR;

/** Whether a change of zone at `zone_changed_at` is so recent that no check-in for yesterday is taken at `at`. */
const hasJustMoved = (at: Date, zone_changed_at: Date | null | undefined): boolean =>
  zone_changed_at != null && zone_changed_at.getTime() > at.getTime() - YESTERDAY_AFTER_MOVE_HOURS * HOUR_MS;

export type YesterdayRefusal = 'yesterday_closed' | 'yesterday_after_move';

/**
 * Why no check-in for yesterday is taken at `at`, null if one is: it is noon or later on the clock in `zone`, or the zone
 * has changed in the last 24 hours. Throws RangeError for an unknown zone. See docs/rules.md#yesterday.
 */
export function yesterdayRefusal(
  at: Date,
  zone: string,
  zone_changed_at: Date | null | undefined,
): YesterdayRefusal | null {
  if (!isBeforeYesterdayCloses(at, zone)) return 'yesterday_closed';
  return hasJustMoved(at, zone_changed_at) ? 'yesterday_after_move' : null;
}

/** Whether yesterday is not over for somebody at `now`, on the clock in `zone`. */
export const acceptsYesterday = (now: Date, zone: string, zone_changed_at: Date | null): boolean =>
  yesterdayRefusal(now, zone, zone_changed_at) === null;
