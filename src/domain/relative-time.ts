import { dayOf, type LocalDay } from './days.ts';
import { HOUR_MS } from './durations.ts';

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** A day as 'MMM dd': 'Mar 05'. Spec 2 and 9. */
export function monthDay(day: LocalDay): string {
  return `${MONTHS[Number(day.slice(5, 7)) - 1]} ${day.slice(8, 10)}`;
}

/**
 * How long ago `instant` was: under an hour 'Just now' (a clock that runs ahead included), under 24 hours '5h ago',
 * else its day in `zone` as 'MMM dd'. Throws RangeError for an unknown zone. Spec 9.
 */
export function relativeTime(instant: Date, now: Date, zone: string): string {
  const hours = Math.floor((now.getTime() - instant.getTime()) / HOUR_MS);
  if (hours < 1) return 'Just now';
  if (hours < 24) return `${hours}h ago`;
  return monthDay(dayOf(instant, zone));
}
