/** A life: what happened to a person in days (docs/days.md). `standing.ts` computes what it adds up to. */

import { DAY_MS, HOUR_MS, SECOND_MS } from '#platform/lib/durations.ts';
import { wallClock } from '#platform/lib/zones.ts';
import { FUTURE_SLACK_SECONDS, OFFLINE_MAX_HOURS, YESTERDAY_UNTIL_HOUR } from './limits.ts';

/** Whole days since 1970-01-01 on a person's own calendar, never an instant. `days.ts` converts it from and to text. */
export type Day = number;

export const WEEK = 7;
/** All weekdays: bit 0 for Monday to bit 6 for Sunday. */
export const EVERY_WEEKDAY = 127;

/** A set of days: the highest bit of the first byte is day `base`. The empty set has no bytes. */
export interface DaySet {
  readonly base: Day;
  readonly bits: Uint8Array;
}
export const NO_DAYS: DaySet = { base: 0, bits: new Uint8Array(0) };

/**
 * A range of days when no mission requires anything, both ends included. Ranges can overlap. A travel day counts only
 * after it is over.
 */
export interface Away {
  readonly from: Day;
  readonly to: Day;
  readonly kind: 'break' | 'travel';
}

export interface Membership {
  /**
   * The mission's ID. It is null for a mission that the user left or deleted, and for the time before a return. Only
   * the person's own streak uses such a membership.
   */
  readonly id: string | null;
  /** The number of check-ins a week. It is null if `weekdays` decides: bit 0 for Monday to bit 6 for Sunday. */
  readonly times: number | null;
  readonly weekdays: number;
  /** The mission's first and last day. Its weeks start on the weekday of `first`. */
  readonly first: Day;
  readonly last: Day;
  /** The days of joining and of the last return; equal if there was no return. */
  readonly joined: Day;
  readonly returned: Day;
  /** The last required day: the earliest of `last`, the day of leaving and the day before the completion. */
  readonly to: Day;
  /** Whether the membership accepts check-ins: a current member, and the mission is not completed. */
  readonly running: boolean;
  /** All checked days, including those before a return and outside the mission's days. */
  readonly days: DaySet;
}

export interface Life {
  readonly zone: string;
  /** The day of the last zone change on the person's calendar, or null if the zone never changed. */
  readonly moved: Day | null;
  /** Breaks, trips, and dates that the zone's calendar skipped. */
  readonly away: readonly Away[];
  readonly archived: DaySet;
  readonly memberships: readonly Membership[];
}

/** A reading of the person's wall clock: the day and the hour, 0 to 23. */
export interface Clock {
  readonly today: Day;
  readonly hour: number;
}

/** Reads the clock of `zone` at `instant`. Throws RangeError for an unknown zone. */
export function clockAt(instant: Date, zone: string): Clock {
  const reading = wallClock(instant, zone);
  return { today: Math.floor(reading / DAY_MS), hour: Math.floor(reading / HOUR_MS) % 24 };
}

/** Returns true if the set contains the day. */
export const hasDay = ({ base, bits }: DaySet, day: Day): boolean =>
  day >= base && ((bits[(day - base) >> 3] ?? 0) & (128 >> ((day - base) & 7))) !== 0;

/**
 * Returns the set with a day added, or removed if `isIn` is false. For a day before `base`, the base moves by whole
 * bytes.
 */
export function withDay({ base, bits }: DaySet, day: Day, isIn = true): DaySet {
  const isEmpty = bits.length === 0;
  const start = isEmpty ? day : day < base ? base - Math.ceil((base - day) / 8) * 8 : base;
  const end = Math.max(isEmpty ? start : base + bits.length * 8, day + 1);
  const next = new Uint8Array(Math.ceil((end - start) / 8));
  if (!isEmpty) next.set(bits, (base - start) / 8);
  const [at, bit] = [(day - start) >> 3, 128 >> ((day - start) & 7)];
  next[at] = isIn ? next[at]! | bit : next[at]! & ~bit;
  return { base: start, bits: next };
}

/** Builds a set from days in any order. */
export function toDaySet(days: readonly Day[]): DaySet {
  if (days.length === 0) return NO_DAYS;
  const base = days.reduce((one, other) => Math.min(one, other));
  const last = days.reduce((one, other) => Math.max(one, other));
  const bits = new Uint8Array(((last - base) >> 3) + 1);
  for (const day of days) bits[(day - base) >> 3]! |= 128 >> ((day - base) & 7);
  return { base, bits };
}

/** Returns the first and the last day of a set, or null if it is empty. */
export function rangeOf({ base, bits }: DaySet): readonly [Day, Day] | null {
  const from = bits.findIndex((byte) => byte !== 0);
  if (from < 0) return null;
  const to = bits.findLastIndex((byte) => byte !== 0);
  const dayOf = (index: number, bit: number) => base + index * 8 + Math.clz32(bit) - 24;
  return [dayOf(from, bits[from]!), dayOf(to, bits[to]! & -bits[to]!)];
}

/** Lists the days of the set from `from` to `to`, both included; by default all of them. */
export function listDays(days: DaySet, [from, to]: readonly [Day, Day] = rangeOf(days) ?? [0, -1]): Day[] {
  const found: Day[] = [];
  for (let day = from; day <= to; day += 1) if (hasDay(days, day)) found.push(day);
  return found;
}

/** Counts the days of the set from `from` to `to`, both included. */
export function countDays(days: DaySet, from: Day, to: Day): number {
  let sum = 0;
  for (let day = from; day <= to; day += 1) sum += Number(hasDay(days, day));
  return sum;
}

/** Returns true if `weekdays` includes the weekday of a day. */
export const isChosen = (weekdays: number, day: Day): boolean => ((weekdays >> ((day + 3) % WEEK)) & 1) === 1;

/** Returns the first day of the mission week that contains the day. */
export const weekOf = ({ first }: Membership, day: Day): Day => first + Math.floor((day - first) / WEEK) * WEEK;

/** Returns true if yesterday can still be checked in: before noon, and not on the day of a zone change. */
export const isYesterdayAccepted = ({ moved }: Life, { today, hour }: Clock): boolean =>
  hour < YESTERDAY_UNTIL_HOUR && moved !== today;

/** Returns true if one more check-in for a day would be beyond the schedule. */
export const isExtra = (m: Membership, day: Day): boolean =>
  m.times === null
    ? !isChosen(m.weekdays, day)
    : countDays(m.days, weekOf(m, day), weekOf(m, day) + WEEK - 1) - Number(hasDay(m.days, day)) >= m.times;

/** Returns true if a day is away. */
export type AwayTest = (day: Day) => boolean;
export const NEVER_AWAY: AwayTest = () => false;

/** Returns the break that contains the day. */
export const breakOn = ({ away }: Pick<Life, 'away'>, day: Day): Away | undefined =>
  away.find(({ from, to, kind }) => kind === 'break' && from <= day && day <= to);

/** Returns the life's membership in a mission, if the person is in it. */
export const membershipOf = ({ memberships }: Life, missionId: string): Membership | undefined =>
  memberships.find(({ id }) => id === missionId);

/** Creates a test for days away in this life. A day of travel counts only after it is over. */
export const awayTest =
  ({ away }: Pick<Life, 'away'>, today: Day): AwayTest =>
  (day) =>
    away.some(({ from, to, kind }) => from <= day && day <= to && (kind === 'break' || day < today));

/** Counts the days of a week that do not count: before `since`, after the last day, or away. */
function countOff(m: Membership, isAway: AwayTest, week: Day, since = m.joined): number {
  let off = 0;
  for (let day = week; day < week + WEEK; day += 1) off += Number(day < since || day > m.last || isAway(day));
  return off;
}

/** Returns how many check-ins the week from `week` requires in a mission of times a week. */
export const weekTarget = (m: Membership, isAway: AwayTest, week: Day, since = m.joined): number =>
  Math.max(0, (m.times ?? 0) - countOff(m, isAway, week, since));

/**
 * Returns how many check-ins can count in the week from `week`. In the week of joining this can exceed the required
 * number: every day left can count.
 */
export const weekOffer = (m: Membership, isAway: AwayTest, week: Day): number =>
  Math.min(weekTarget(m, isAway, week, m.first), WEEK - countOff(m, isAway, week));

/** Counts the days that the schedule requires from `since`, regardless of check-ins. */
export function plannedDays(m: Membership, isAway: AwayTest, since = m.joined): number {
  let sum = 0;
  if (m.times !== null)
    for (let week = m.first; week <= m.last; week += WEEK) sum += weekTarget(m, isAway, week, since);
  else
    for (let day = Math.max(m.first, since); day <= m.last; day += 1)
      sum += Number(isChosen(m.weekdays, day) && !isAway(day));
  return sum;
}

export type CheckinRefusal =
  | 'mission_not_started'
  | 'mission_ended'
  | 'checkin_too_old'
  | 'checkin_in_future'
  | 'already_checked_in'
  | 'yesterday_closed'
  | 'yesterday_after_move';

interface CheckinTimes {
  now: Date;
  at: Date;
  yesterday: boolean;
}

/** Returns the day that a check-in made at `at` is meant for, or why that day is closed for every mission. */
function meantDay(life: Life, m: Membership, { now, at, yesterday }: CheckinTimes): Day | CheckinRefusal {
  if (!m.running) return 'mission_ended';
  if (at.getTime() > now.getTime() + FUTURE_SLACK_SECONDS * SECOND_MS) return 'checkin_in_future';
  if (at.getTime() < now.getTime() - OFFLINE_MAX_HOURS * HOUR_MS) return 'checkin_too_old';
  const clock = clockAt(at, life.zone);
  if (yesterday && clock.hour >= YESTERDAY_UNTIL_HOUR) return 'yesterday_closed';
  if (yesterday && !isYesterdayAccepted(life, clock)) return 'yesterday_after_move';
  return clock.today - Number(yesterday);
}

/**
 * Returns the day that a check-in made at `at` counts for, or the first refusal that applies. The day is on the
 * member's own calendar; `yesterday` requests the previous day. Exactly 48 hours old or 60 seconds ahead is accepted.
 */
export function checkinDay(life: Life, m: Membership, times: CheckinTimes): Day | CheckinRefusal {
  const day = meantDay(life, m, times);
  if (typeof day === 'string') return day;
  if (hasDay(m.days, day)) return 'already_checked_in';
  if (day < m.first) return 'mission_not_started';
  if (day < m.joined) return 'checkin_too_old';
  return day > m.last ? 'mission_ended' : day;
}

/** Returns the day that an amount counts for, by the rules of `checkinDay`; a checked day is open to amounts too. */
export function amountDay(life: Life, m: Membership, times: CheckinTimes): Day | CheckinRefusal {
  const day = checkinDay(life, m, times);
  return day === 'already_checked_in' ? meantDay(life, m, times) : day;
}
