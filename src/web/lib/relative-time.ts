import type { LocalDay } from '#domain/days.ts';
import { dayOf } from '#domain/days.ts';
import { HOUR_MS } from '#domain/durations.ts';
import * as english from '#domain/relative-time.ts';
import { briefDay } from './format.ts';
import { getT } from './language.ts';

/** A day without its year: 'Mar 05'. */
export const monthDay = (day: LocalDay): string =>
  getT().language.tag === 'en' ? english.monthDay(day) : briefDay(day);

const formats = new Map<string, Intl.RelativeTimeFormat>();
function ago(value: number, unit: 'hour' | 'second'): string {
  const tag = getT().language.formats;
  const format = formats.get(tag) ?? new Intl.RelativeTimeFormat(tag, { style: 'narrow', numeric: 'auto' });
  formats.set(tag, format);
  return format.format(value, unit);
}

/**
 * How long ago `instant` was: 'Just now' under an hour (or in the future, by a clock that runs ahead), '5h ago' under
 * 24 hours, otherwise its day in `zone`. Throws RangeError for an unknown zone.
 */
export function relativeTime(instant: Date, now: Date, zone: string): string {
  if (getT().language.tag === 'en') return english.relativeTime(instant, now, zone);
  const hours = Math.floor((now.getTime() - instant.getTime()) / HOUR_MS);
  if (hours < 1) return ago(0, 'second');
  return hours < 24 ? ago(-hours, 'hour') : monthDay(dayOf(instant, zone));
}
