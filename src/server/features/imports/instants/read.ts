import { dayNumber, dayText, type LocalDay } from '#domain/days.ts';
import { IMPORT_FIRST_DAY } from '#domain/imports.ts';
import { DAY_MS, MINUTE_MS } from '#platform/lib/durations.ts';
import { offsetMinutes } from '#platform/lib/zones.ts';
import type { Reader } from '../habits/read.ts';

/** The years whose days can be written. */
const TIME_MAX = Date.UTC(9999, 11, 30);
/** More than the largest offset of a zone. */
const MARGIN_MS = 2 * DAY_MS;

/**
 * Returns a function from an instant in milliseconds to its day in `zone`, null for an instant without one. Reads the
 * offset only at both ends of each day of UTC, because a file can have millions of instants and one reading takes
 * microseconds. Days too early or late to be imported are days of UTC.
 */
export function dayReader({ zone, today }: Reader): (time: number) => LocalDay | null {
  const first = dayNumber(IMPORT_FIRST_DAY) * DAY_MS - MARGIN_MS;
  const last = dayNumber(today) * DAY_MS + MARGIN_MS;
  const offsets = new Map<number, number>();
  const readOffset = (time: number) => offsetMinutes(new Date(time), zone) * MINUTE_MS;
  const offsetAt = (time: number) => {
    const cached = offsets.get(time);
    if (cached !== undefined) return cached;
    const offset = readOffset(time);
    offsets.set(time, offset);
    return offset;
  };
  return (time) => {
    if (!(time >= 0 && time <= TIME_MAX)) return null;
    if (time < first || time > last) return dayText(Math.floor(time / DAY_MS));
    const start = Math.floor(time / DAY_MS) * DAY_MS;
    const offset = offsetAt(start);
    const isChange = offset !== offsetAt(start + DAY_MS);
    return dayText(Math.floor((time + (isChange ? readOffset(time) : offset)) / DAY_MS));
  };
}

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}.*(?:Z|[+-]\d{2}:?\d{2})$/;

/** Returns the milliseconds of an instant in ISO 8601 with its offset, or given as a number; NaN for anything else. */
export const timeOf = (instant: unknown): number => {
  if (typeof instant === 'number') return instant;
  return typeof instant === 'string' && INSTANT.test(instant) ? Date.parse(instant) : Number.NaN;
};
