import { dayOf, type LocalDay } from '#domain/days.ts';
import { HOUR_MS } from '#platform/lib/durations.ts';
import { briefDay } from '#platform/web/lib/format.ts';
import { getT } from '#platform/web/lib/language.ts';

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

const isEnglish = () => getT().language.tag === 'en';

/** Formats a day without its year: 'Mar 05', or the language's own format. */
export const monthDay = (day: LocalDay): string =>
  isEnglish() ? `${MONTHS[Number(day.slice(5, 7)) - 1]} ${day.slice(8, 10)}` : briefDay(day);

const formats = new Map<string, Intl.RelativeTimeFormat>();
function ago(value: number, unit: 'hour' | 'second'): string {
  const tag = getT().language.formats;
  const format = formats.get(tag) ?? new Intl.RelativeTimeFormat(tag, { style: 'narrow', numeric: 'auto' });
  formats.set(tag, format);
  return format.format(value, unit);
}

/**
 * Formats the age of an instant.
 * 'Just now' is under an hour or in the future; '5h ago' is under 24 hours. Older instants show their day in `zone`.
 * Throws RangeError for an unknown zone.
 */
export function relativeTime(instant: Date, now: Date, zone: string): string {
  const hours = Math.floor((now.getTime() - instant.getTime()) / HOUR_MS);
  if (hours < 1) return isEnglish() ? 'Just now' : ago(0, 'second');
  if (hours < 24) return isEnglish() ? `${hours}h ago` : ago(-hours, 'hour');
  return monthDay(dayOf(instant, zone));
}
