import { MINUTE_MS } from './durations.ts';

/** The zone of a user who never chose one. */
export const DEFAULT_ZONE = 'Asia/Kuala_Lumpur';

export type ZoneOption = { value: string; label: string };

// A formatter costs a quarter of a millisecond and tens of kilobytes, and users can send any zone name: cache a bounded
// set.
const CLOCKS_MAX = 128;
const clocks = new Map<string, Intl.DateTimeFormat>();

function makeClock(zone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-US-u-ca-gregory-nu-latn', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
}

function cachedClock(zone: string): Intl.DateTimeFormat {
  const cached = clocks.get(zone);
  if (cached) return cached;
  const created = makeClock(zone);
  const oldest = clocks.size >= CLOCKS_MAX ? clocks.keys().next().value : undefined;
  if (oldest !== undefined) clocks.delete(oldest);
  clocks.set(zone, created);
  return created;
}

function readClock(clock: Intl.DateTimeFormat, instant: Date): number {
  // 'MM/DD/YYYY, HH:mm:ss': only the order of the six numbers matters.
  const [month = 1, day = 1, year = 1970, hour = 0, minute = 0, second = 0] = (
    clock.format(instant).match(/\d+/g) ?? []
  ).map(Number);
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

// Requests within one second ask for the same zones again and again, and so does one response for its members.
const readings = { second: Number.NaN, byZone: new Map<string, number>() };

/**
 * What a wall clock in `zone` shows at `instant`, as the timestamp in milliseconds, to the second, at which a clock in
 * UTC shows the same. Correct from the year 100 on. Throws RangeError for an unknown zone or an invalid date.
 */
export function wallClock(instant: Date, zone: string): number {
  const second = Math.floor(instant.getTime() / 1000);
  if (second !== readings.second) {
    readings.second = second;
    readings.byZone.clear();
  }
  const cached = readings.byZone.get(zone);
  if (cached !== undefined) return cached;
  const reading = readClock(cachedClock(zone), instant);
  readings.byZone.set(zone, reading);
  return reading;
}

function offsetBy(clock: Intl.DateTimeFormat, instant: Date): number {
  return Math.round((readClock(clock, instant) - instant.getTime()) / MINUTE_MS);
}

/** Minutes that `zone` is ahead of UTC at `instant` (negative west of it). Throws RangeError for an unknown zone. */
export function offsetMinutes(instant: Date, zone: string): number {
  return offsetBy(cachedClock(zone), instant);
}

const ZONE_NAME = /^[A-Za-z][A-Za-z0-9_+-]*(?:\/[A-Za-z0-9_+-]+)*$/;
const UTC_NAMES = new Set(['UTC', 'GMT', 'Etc/UTC', 'Etc/GMT']);

/** Names that Intl still lists, and the names that the time zone database has for these zones today. */
const RENAMED = new Map([
  ['Africa/Asmera', 'Africa/Asmara'],
  ['America/Buenos_Aires', 'America/Argentina/Buenos_Aires'],
  ['America/Catamarca', 'America/Argentina/Catamarca'],
  ['America/Coral_Harbour', 'America/Atikokan'],
  ['America/Cordoba', 'America/Argentina/Cordoba'],
  ['America/Godthab', 'America/Nuuk'],
  ['America/Indianapolis', 'America/Indiana/Indianapolis'],
  ['America/Jujuy', 'America/Argentina/Jujuy'],
  ['America/Louisville', 'America/Kentucky/Louisville'],
  ['America/Mendoza', 'America/Argentina/Mendoza'],
  ['Asia/Calcutta', 'Asia/Kolkata'],
  ['Asia/Katmandu', 'Asia/Kathmandu'],
  ['Asia/Rangoon', 'Asia/Yangon'],
  ['Asia/Saigon', 'Asia/Ho_Chi_Minh'],
  ['Atlantic/Faeroe', 'Atlantic/Faroe'],
  ['Europe/Kiev', 'Europe/Kyiv'],
  ['Pacific/Enderbury', 'Pacific/Kanton'],
  ['Pacific/Ponape', 'Pacific/Pohnpei'],
  ['Pacific/Truk', 'Pacific/Chuuk'],
]);

/** Returns today's name of a stored zone, which an earlier release may have stored under an old one. */
export const currentZone = (zone: string): string => RENAMED.get(zone) ?? zone;

/**
 * Returns today's name of the zone `name` (an IANA name or alias in any case, as browsers send them), or null if Intl
 * knows none. This name is what gets stored. Offsets such as '+08:00' are not zones.
 */
export function canonicalZone(name: string): string | null {
  if (name.length > 64 || !ZONE_NAME.test(name)) return null;
  try {
    const zone = cachedClock(name).resolvedOptions().timeZone;
    return UTC_NAMES.has(zone) ? 'UTC' : currentZone(zone);
  } catch {
    return null;
  }
}

function labelOf(zone: string, offset: number): string {
  const size = Math.abs(offset);
  const hours = String(Math.floor(size / 60)).padStart(2, '0');
  const minutes = String(size % 60).padStart(2, '0');
  return `(UTC${offset < 0 ? '-' : '+'}${hours}:${minutes}) ${currentZone(zone).replaceAll('_', ' ')}`;
}

/**
 * A zone as it is shown at `now`: `(UTC+08:00) Asia/Kuala Lumpur`. Throws RangeError for an unknown zone or an invalid
 * date.
 */
export const zoneLabel = (zone: string, now: Date): string => labelOf(zone, offsetMinutes(now, zone));

/**
 * The zones to choose from, `{value: 'Asia/Kuala_Lumpur', label: '(UTC+08:00) Asia/Kuala Lumpur'}`, by their offset at
 * `now` and then by name. Takes about a tenth of a second, so cache the answer.
 */
export function zoneOptions(now: Date): ZoneOption[] {
  return [...new Set([...Intl.supportedValuesOf('timeZone').map(currentZone), 'UTC'])]
    .map((value) => ({ value, offset: offsetBy(makeClock(value), now) }))
    .sort((a, b) => a.offset - b.offset || (a.value < b.value ? -1 : 1))
    .map(({ value, offset }) => ({ value, label: labelOf(value, offset) }));
}
