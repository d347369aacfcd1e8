import { dayOf, type LocalDay } from './days.ts';
import { HOUR_MS } from './durations.ts';

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** A day as 'MMM dd', for example 'Mar 05'. */
export function monthDay(day: LocalDay): string {
  return `${MONTHS[Number(day.slice(5, 7)) - 1]} ${day.slice(8, 10)}`;
}

/**
 * How long ago `instant` was: 'Just now' under an hour (or in the future, by a clock that runs ahead), '5h ago' under
 * 24 hours, otherwise its day in `zone` as 'MMM dd'. Throws RangeError for an unknown zone.
 */
export function relativeTime(instant: Date, now: Date, zone: string): string {
  const hours = Math.floor((now.getTime() - instant.getTime()) / HOUR_MS);
  if (hours < 1) return 'Just now';
  if (hours < 24) return `${hours}h ago`;
  return monthDay(dayOf(instant, zone));
}
