/** The form of a life in the API: days are text, and a set of days is its first day with its bits in hexadecimal. */

import { dayNumber, dayText, type LocalDay } from './days.ts';
import { type Day, type DaySet, type Life, NO_DAYS } from './life.ts';

/** A set of days, or null for the empty set. The highest bit of the first byte is `from_day`. */
type WireDays = { from_day: LocalDay; bits: string } | null;

export interface WireLife {
  timezone: string;
  moved_day: LocalDay | null;
  away: { from_day: LocalDay; to_day: LocalDay; kind: 'break' | 'travel' }[];
  archived: WireDays;
  memberships: {
    mission_id: string | null;
    times: number | null;
    weekdays: number;
    first_day: LocalDay;
    last_day: LocalDay;
    joined_day: LocalDay;
    returned_day: LocalDay;
    until_day: LocalDay;
    is_running: boolean;
    checked: WireDays;
  }[];
}

const toHex = (bits: Uint8Array): string => Array.from(bits, (byte) => byte.toString(16).padStart(2, '0')).join('');
const fromHex = (hex: string): Uint8Array =>
  Uint8Array.from({ length: hex.length / 2 }, (_, at) => Number.parseInt(hex.slice(2 * at, 2 * at + 2), 16));

/** Converts a set of days. Throws RangeError for a day outside the years 0 to 9999. */
export const toWireDays = ({ base, bits }: DaySet): WireDays =>
  bits.length === 0 ? null : { from_day: dayText(base), bits: toHex(bits) };
/** Converts the API's form back to a set of days. */
export const fromWireDays = (days: WireDays): DaySet =>
  days === null ? NO_DAYS : { base: dayNumber(days.from_day), bits: fromHex(days.bits) };

const textOrNull = (day: Day | null): LocalDay | null => (day === null ? null : dayText(day));
const numberOrNull = (day: LocalDay | null): Day | null => (day === null ? null : dayNumber(day));

/** Converts a life to the API's form. Throws RangeError for a day outside the years 0 to 9999. */
export const toWire = ({ zone, moved, away, archived, memberships }: Life): WireLife => ({
  timezone: zone,
  moved_day: textOrNull(moved),
  away: away.map(({ from, to, kind }) => ({ from_day: dayText(from), to_day: dayText(to), kind })),
  archived: toWireDays(archived),
  memberships: memberships.map((m) => ({
    mission_id: m.id,
    times: m.times,
    weekdays: m.weekdays,
    first_day: dayText(m.first),
    last_day: dayText(m.last),
    joined_day: dayText(m.joined),
    returned_day: dayText(m.returned),
    until_day: dayText(m.to),
    is_running: m.running,
    checked: toWireDays(m.days),
  })),
});

/** Converts the API's form back to a life. */
export const fromWire = ({ timezone, moved_day, away, archived, memberships }: WireLife): Life => ({
  zone: timezone,
  moved: numberOrNull(moved_day),
  away: away.map(({ from_day, to_day, kind }) => ({ from: dayNumber(from_day), to: dayNumber(to_day), kind })),
  archived: fromWireDays(archived),
  memberships: memberships.map((m) => ({
    id: m.mission_id,
    times: m.times,
    weekdays: m.weekdays,
    first: dayNumber(m.first_day),
    last: dayNumber(m.last_day),
    joined: dayNumber(m.joined_day),
    returned: dayNumber(m.returned_day),
    to: dayNumber(m.until_day),
    running: m.is_running,
    days: fromWireDays(m.checked),
  })),
});
