import { MINUTE_MS } from './durations.ts';

export const DEFAULT_ZONE = 'Asia/Kuala_Lumpur';

export type ZoneOption = { value: string; label: string };

// Bounded, because users can send any zone name. A formatter costs 0.25 ms and tens of kilobytes.
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
  // 'MM/DD/YYYY, HH:mm:ss'
  const [month = 1, day = 1, year = 1970, hour = 0, minute = 0, second = 0] = (
    clock.format(instant).match(/\d+/g) ?? []
  ).map(Number);
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

// Readings of the current second, which concurrent requests share.
const readings = { second: Number.NaN, byZone: new Map<string, number>() };

/**
 * Returns what a clock in `zone` shows at `instant`, as if that were UTC. Milliseconds, to the second; correct from the
 * year 100. Throws RangeError for an unknown zone or an invalid date.
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

/** Returns the minutes that `zone` is ahead of UTC (negative in the west). Throws RangeError for an unknown zone. */
export function offsetMinutes(instant: Date, zone: string): number {
  return offsetBy(cachedClock(zone), instant);
}

const ZONE_NAME = /^[A-Za-z][A-Za-z0-9_+-]*(?:\/[A-Za-z0-9_+-]+)*$/;
const UTC_NAMES = new Set(['UTC', 'GMT', 'Etc/UTC', 'Etc/GMT']);

/** Old names that Intl still lists, with their current names in the time zone database. */
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

/** Returns the current name of a stored zone. */
export const currentZone = (zone: string): string => RENAMED.get(zone) ?? zone;

/**
 * Returns the current name of an IANA zone or alias in any case, or null if Intl has no such zone. Store this name.
 * Offsets such as '+08:00' are not zones.
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

/** Formats a zone as `(UTC+08:00) Asia/Kuala Lumpur`. Throws RangeError for an unknown zone or an invalid date. */
export const zoneLabel = (zone: string, now: Date): string => labelOf(zone, offsetMinutes(now, zone));

/** Lists the zones to choose from, by their offset at `now` and then by name. Takes 0.1 s, so cache the result. */
export function zoneOptions(now: Date): ZoneOption[] {
  return [...new Set([...Intl.supportedValuesOf('timeZone').map(currentZone), 'UTC'])]
    .map((value) => ({ value, offset: offsetBy(makeClock(value), now) }))
    .sort((a, b) => a.offset - b.offset || (a.value < b.value ? -1 : 1))
    .map(({ value, offset }) => ({ value, label: labelOf(value, offset) }));
}
