import { DAY_MS, HOUR_MS, MINUTE_MS } from '#platform/lib/durations.ts';
import { wallClock } from '#platform/lib/zones.ts';

/** A calendar day as 'YYYY-MM-DD'. Comparing the texts compares the days (docs/rules.md#days). */
export type LocalDay = string;

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Caches the days from 1970 to 2243, because each request computes with hundreds of them. */
const CACHED_DAYS_MAX = 100_000;
const cachedNumbers = new Map<LocalDay, number>();
const cachedDays = new Map<number, LocalDay>();

function cache(day: LocalDay, number: number): void {
  if (number < 0 || number >= CACHED_DAYS_MAX) return;
  cachedNumbers.set(day, number);
  cachedDays.set(number, day);
}

/** Returns the number of a day: whole days since 1970-01-01. Throws RangeError for a text that is not a day. */
export function dayNumber(day: LocalDay): number {
  const cached = cachedNumbers.get(day);
  if (cached !== undefined) return cached;
  // UTC has no clock changes, so dividing by the length of a day is safe. In other zones it is not.
  const number = Date.parse(`${day}T00:00:00Z`) / DAY_MS;
  if (Number.isNaN(number)) throw new RangeError(`not a day: ${day}`);
  cache(day, number);
  return number;
}

/** Returns the day of a number as 'YYYY-MM-DD'. Throws RangeError outside the years 0 to 9999. */
export function dayText(number: number): LocalDay {
  const cached = cachedDays.get(number);
  if (cached !== undefined) return cached;
  const text = new Date(number * DAY_MS).toISOString();
  if (text.startsWith('+') || text.startsWith('-')) throw new RangeError(`a day outside the years 0 to 9999: ${text}`);
  const day = text.slice(0, 10);
  cache(day, number);
  return day;
}

/** Returns true if `text` is a real calendar day 'YYYY-MM-DD' in the years 1970 to 9999. */
export function isDay(text: string): text is LocalDay {
  if (!DAY.test(text) || text < '1970') return false;
  const instant = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(text);
}

/** Returns the calendar day in `zone` at `instant`. Throws RangeError for an unknown zone. */
export function dayOf(instant: Date, zone: string): LocalDay {
  return dayText(Math.floor(wallClock(instant, zone) / DAY_MS));
}

/**
 * Returns the day `count` days after `day`; a negative `count` goes back. Throws RangeError outside the years 0 to
 * 9999.
 */
export function addDays(day: LocalDay, count: number): LocalDay {
  return dayText(dayNumber(day) + count);
}

/** Returns the number of calendar days from `from` to `to`; negative if `to` is earlier. */
export function daysBetween(from: LocalDay, to: LocalDay): number {
  return dayNumber(to) - dayNumber(from);
}

/** Returns the earlier of two days. */
export const earlierDay = (one: LocalDay, other: LocalDay): LocalDay => (one < other ? one : other);

/** Returns the later of two days. */
export const laterDay = (one: LocalDay, other: LocalDay): LocalDay => (one > other ? one : other);

/** Returns the weekday of `day`: 0 for Monday to 6 for Sunday. */
export function weekdayOf(day: LocalDay): 0 | 1 | 2 | 3 | 4 | 5 | 6 {
  // 1970-01-01 was a Thursday.
  return ((((dayNumber(day) + 3) % 7) + 7) % 7) as 0 | 1 | 2 | 3 | 4 | 5 | 6;
}

// No zone was ever more than 16 hours from UTC.
const OFFSET_MAX_MS = 16 * HOUR_MS;

/** Results of `startOfMinute`, which never change and are slow to compute. A full cache is emptied. */
const CACHED_STARTS_MAX = 20_000;
const cachedStarts = new Map<string, number>();

/**
 * Returns the first instant when a clock in `zone` reads `minute` of `day` (0 to 1439). A repeated reading gives the
 * first instant, a skipped one the end of the gap. A day that the zone skipped (Apia, 2011-12-30) gives the start of
 * the next day. Throws RangeError for an unknown zone or a text that is not a day.
 */
export function startOfMinute(day: LocalDay, minute: number, zone: string): Date {
  const key = `${day} ${minute} ${zone}`;
  let start = cachedStarts.get(key);
  if (start === undefined) {
    start = findStart(day, minute, zone);
    if (cachedStarts.size >= CACHED_STARTS_MAX) cachedStarts.clear();
    cachedStarts.set(key, start);
  }
  return new Date(start);
}

function findStart(day: LocalDay, minute: number, zone: string): number {
  const wanted = dayNumber(day) * DAY_MS + minute * MINUTE_MS;
  const read = (time: number) => wallClock(new Date(time), zone);
  // Around a clock change, the old offset, the new offset, both or none can give the wanted reading.
  const starts = [-DAY_MS, 0, DAY_MS]
    .map((distance) => wanted + distance - read(wanted + distance) + wanted)
    .filter((time) => read(time) === wanted);
  if (starts.length > 0) return Math.min(...starts);

  let before = wanted - OFFSET_MAX_MS;
  let after = wanted + OFFSET_MAX_MS;
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (read(middle) < wanted) before = middle;
    else after = middle;
  }
  return after;
}

/** Returns the first instant of `day` in `zone`, usually 00:00 (gaps as in `startOfMinute`). */
export const startOfDay = (day: LocalDay, zone: string): Date => startOfMinute(day, 0, zone);

/** The years to search for skipped dates. No zone has announced a skipped date after these years. */
const SKIPPED_FROM_YEAR = 1970;
const SKIPPED_UNTIL_YEAR = 2037;
const cachedSkips = new Map<string, readonly LocalDay[]>();

const offsetAt = (time: number, zone: string) => wallClock(new Date(time), zone) - time;

/**
 * Lists the dates that the calendar of `zone` left out, usually none. Apia left out 2011-12-30 when it crossed the date
 * line. Throws RangeError for an unknown zone.
 */
export function skippedDays(zone: string): readonly LocalDay[] {
  const cached = cachedSkips.get(zone);
  if (cached) return cached;
  const skipped: LocalDay[] = [];
  for (let year = SKIPPED_FROM_YEAR; year < SKIPPED_UNTIL_YEAR; year += 1) {
    const [from, to] = [Date.UTC(year, 0, 1), Date.UTC(year + 1, 0, 1)];
    // Only a clock that moves forward by about a day skips a date.
    if (offsetAt(to, zone) - offsetAt(from, zone) < DAY_MS / 2) continue;
    for (let day = dayText(from / DAY_MS); day <= dayText(to / DAY_MS); day = addDays(day, 1))
      if (isSkippedDay(day, zone)) skipped.push(day);
  }
  cachedSkips.set(zone, skipped);
  return skipped;
}

/** Returns true if `zone` skipped the date: the day starts when the next one does. */
export const isSkippedDay = (day: LocalDay, zone: string): boolean =>
  startOfDay(day, zone).getTime() === startOfDay(addDays(day, 1), zone).getTime();
