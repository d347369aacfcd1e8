/** Days since 1970-01-01, on any calendar. */
export type DayNumber = number;

const DAY = 86_400_000;
const QUARTER_HOUR = 900_000;
/** No zone is further from UTC. */
const FURTHEST = 15 * 3_600_000;

export const toDay = (text: string): DayNumber => Date.parse(`${text}T00:00:00Z`) / DAY;
export const toText = (day: DayNumber): string => new Date(day * DAY).toISOString().slice(0, 10);
/** Returns the weekday of a day, 0 for Monday. */
export const weekdayOf = (day: DayNumber): number => (((day + 3) % 7) + 7) % 7;

interface WallClock {
  readonly day: DayNumber;
  readonly hour: number;
}
interface Zone {
  readonly format: Intl.DateTimeFormat;
  readonly read: Map<number, WallClock>;
}

const zones = new Map<string, Zone>();
function openZone(name: string): Zone {
  let zone = zones.get(name);
  if (zone === undefined) {
    const date = { year: 'numeric', month: 'numeric', day: 'numeric' } as const;
    const format = new Intl.DateTimeFormat('en-US', { timeZone: name, hourCycle: 'h23', ...date, hour: 'numeric' });
    zone = { format, read: new Map() };
    zones.set(name, zone);
  }
  return zone;
}

/** Reads a zone's wall clock at an instant (milliseconds since 1970). */
export function readClock(instant: number, name: string): WallClock {
  const { format, read } = openZone(name);
  let clock = read.get(instant);
  if (clock === undefined) {
    const [month = 0, date = 0, year = 0, hour = 0] = format.format(instant).split(/\D+/).map(Number);
    clock = { day: Date.UTC(year, month - 1, date) / DAY, hour };
    read.set(instant, clock);
  }
  return clock;
}

export const dayAt = (instant: number, zone: string): DayNumber => readClock(instant, zone).day;

/** Returns the first instant of a zone's day, or of the next day if the zone skipped it. */
export function startOf(day: DayNumber, zone: string): number {
  let instant = day * DAY - FURTHEST;
  while (dayAt(instant, zone) < day) instant += QUARTER_HOUR;
  return instant;
}

const skipped = new Map<string, boolean>();

export function isSkipped(day: DayNumber, zone: string): boolean {
  const key = `${zone} ${day}`;
  let is = skipped.get(key);
  if (is === undefined) {
    is = dayAt(startOf(day, zone), zone) !== day;
    skipped.set(key, is);
  }
  return is;
}
