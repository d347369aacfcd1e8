import { DAY_MS, HOUR_MS, MINUTE_MS } from '#platform/lib/durations.ts';
import { wallClock } from '#platform/lib/zones.ts';

/** A calendar day as 'YYYY-MM-DD'. Comparing two as text compares their order. See docs/rules.md#days. */
export type LocalDay = string;

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Days from 1970 to 2243, the ones that occur, are cached: each request computes with hundreds, and they never change. */
const CACHED_DAYS_MAX = 100_000;
const cachedNumbers = new Map<LocalDay, number>();
const cachedDays = new Map<number, LocalDay>();

function cache(day: LocalDay, number: number): void {
  if (number < 0 || number >= CACHED_DAYS_MAX) return;
  cachedNumbers.set(day, number);
  cachedDays.set(number, day);
}

/** The number of a day: whole days since 1970-01-01. Throws RangeError for a text that is not a day. */
export function dayNumber(day: LocalDay): number {
  const cached = cachedNumbers.get(day);
  if (cached !== undefined) return cached;
  // UTC has no clock changes, so its days may be counted as numbers. Days of other zones never are.
  const number = Date.parse(`${day}T00:00:00Z`) / DAY_MS;
  if (Number.isNaN(number)) throw new RangeError(`not a day: ${day}`);
  cache(day, number);
  return number;
}

/** The day of a number as 'YYYY-MM-DD'. Throws RangeError outside the years 0 to 9999. */
export function dayText(number: number): LocalDay {
  const cached = cachedDays.get(number);
  if (cached !== undefined) return cached;
  const text = new Date(number * DAY_MS).toISOString();
  if (text.startsWith('+') || text.startsWith('-')) throw new RangeError(`a day outside the years 0 to 9999: ${text}`);
  const day = text.slice(0, 10);
  cache(day, number);
  return day;
}

/** Whether `text` is a real calendar day 'YYYY-MM-DD' in the years 1970 to 9999. */
export function isDay(text: string): text is LocalDay {
  if (!DAY.test(text) || text < '1970') return false;
  const instant = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(text);
}

/** The calendar day in `zone` at `instant`. Throws RangeError for an unknown zone. */
export function dayOf(instant: Date, zone: string): LocalDay {
  return dayText(Math.floor(wallClock(instant, zone) / DAY_MS));
}

/**
 * The day `count` calendar days after `day`, or before it if negative. Throws RangeError outside the years 0 to 9999.
 */
export function addDays(day: LocalDay, count: number): LocalDay {
  return dayText(dayNumber(day) + count);
}

/** The number of calendar days from `from` to `to`; negative when `to` is earlier. */
export function daysBetween(from: LocalDay, to: LocalDay): number {
  return dayNumber(to) - dayNumber(from);
}

/** The earlier of two days. */
export const earlierDay = (one: LocalDay, other: LocalDay): LocalDay => (one < other ? one : other);

/** The later of two days. */
export const laterDay = (one: LocalDay, other: LocalDay): LocalDay => (one > other ? one : other);

/** The weekday of `day`: 0 for Monday to 6 for Sunday. */
export function weekdayOf(day: LocalDay): 0 | 1 | 2 | 3 | 4 | 5 | 6 {
  // 1970-01-01 was a Thursday.
  return ((((dayNumber(day) + 3) % 7) + 7) % 7) as 0 | 1 | 2 | 3 | 4 | 5 | 6;
}

// No zone is, or ever was, more than 16 hours from UTC.
const OFFSET_MAX_MS = 16 * HOUR_MS;

/** Answers of `startOfMinute`, which never change and cost several looks at a clock; emptied when there are many. */
const CACHED_STARTS_MAX = 20_000;
const cachedStarts = new Map<string, number>();

/**
 * The first instant at which a clock in `zone` reads `minute` of `day`: 0 for 00:00 to 1439 for 23:59. If clocks repeat
 * that reading it is the first of the two; if they skip it, the end of the gap. For a day that the zone skipped as a whole (Apia,
 * 2011-12-30) it is the start of the next day. Throws RangeError for an unknown zone or a text that is not a day.
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
  // Around a clock change the old offset, the new one, both or neither may lead to the wanted reading.
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

/** The first instant of `day` in `zone`, usually 00:00 there; gaps and repetitions as in `startOfMinute`. */
export const startOfDay = (day: LocalDay, zone: string): Date => startOfMinute(day, 0, zone);

/** The years in which zones are looked through for dates that they skipped; none has announced a later one. */
const SKIPPED_FROM_YEAR = 1970;
const SKIPPED_UNTIL_YEAR = 2037;
const cachedSkips = new Map<string, readonly LocalDay[]>();

const offsetAt = (time: number, zone: string) => wallClock(new Date(time), zone) - time;

/**
 * The dates that the calendar of `zone` left out, as Apia did with 2011-12-30 when it crossed the date line; nearly every
 * zone has none. Throws RangeError for an unknown zone.
 */
export function skippedDays(zone: string): readonly LocalDay[] {
  const cached = cachedSkips.get(zone);
  if (cached) return cached;
  const skipped: LocalDay[] = [];
  for (let year = SKIPPED_FROM_YEAR; year < SKIPPED_UNTIL_YEAR; year += 1) {
    const [from, to] = [Date.UTC(year, 0, 1), Date.UTC(year + 1, 0, 1)];
    // Only a clock that moves on by about a day leaves a date out.
    if (offsetAt(to, zone) - offsetAt(from, zone) < DAY_MS / 2) continue;
    for (let day = dayText(from / DAY_MS); day <= dayText(to / DAY_MS); day = addDays(day, 1))
      if (isSkippedDay(day, zone)) skipped.push(day);
  }
  cachedSkips.set(zone, skipped);
  return skipped;
}

/** Whether the calendar of `zone` has no such date: the day begins when the next one does. */
export const isSkippedDay = (day: LocalDay, zone: string): boolean =>
  startOfDay(day, zone).getTime() === startOfDay(addDays(day, 1), zone).getTime();
