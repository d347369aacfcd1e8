import type { Insights, StreakRun, Stretch } from '#contract/insights.ts';
import { dayNumber, dayText, weekdayOf } from '#domain/days.ts';
import { mondayOf, monthOf } from '#domain/insights.ts';
import { type Clock, type Day, hasDay, isChosen, type Life, rangeOf } from '#domain/life.ts';
import { CHECKED, EXCUSED, frameOf, MISSED, planOf, REST } from '#domain/outcomes.ts';
import type { Standing } from '#domain/standing.ts';
import type { LifeStanding } from '../../../life/public.ts';
import type { CheckinsRow } from './queries.ts';

const NOTHING = { checkins: 0, days_open: 0, days_checked: 0 };
type Figures = typeof NOTHING;

/** Returns an entry for each start, with zeros for stretches without an open day. */
export function withEmptyDays(starts: readonly string[], found: readonly Stretch[]): Stretch[] {
  const known = new Map(found.map((stretch) => [stretch.from, stretch]));
  return starts.map((from) => known.get(from) ?? { from, ...NOTHING });
}

/** A day on which a check-in was possible or made. */
interface OpenDay {
  day: string;
  checkins: number;
  /** Check-ins that a daily or weekday schedule required, and whether one required the day. */
  wanted: number;
  is_wanted: boolean;
}

/** Counts check-ins of a day in archived memberships that no schedule of days required. */
const countUnwanted = ({ memberships }: Life, day: Day): number =>
  memberships.filter((m) => m.id === null && hasDay(m.days, day) && (m.times !== null || !isChosen(m.weekdays, day)))
    .length;

/**
 * Lists days before today that a plan required but missed, and whether its schedule chose the day. Like the user's own
 * ledger, includes plans that were left or deleted (docs/days.md, rule 12).
 */
function listMissed(life: Life, clock: Clock): { day: Day; is_wanted: boolean }[] {
  const frame = frameOf(life, clock);
  // The days required before a return are a separate membership.
  const plans = life.memberships.map((m) => planOf({ ...m, joined: m.returned }, frame));
  const isYesterdayOpen = plans.some(({ openYesterday }) => openYesterday);
  const end = clock.today - (isYesterdayOpen ? 2 : 1);
  return plans.flatMap(({ m, out }) =>
    Array.from({ length: Math.max(0, Math.min(m.to, end) - m.first + 1) }, (_, at) => m.first + at)
      .filter((day) => out[day - frame.lo] === MISSED)
      .map((day) => ({ day, is_wanted: m.times === null })),
  );
}

/**
 * Returns the open days from `from` to today in order: days with check-ins, and days that a plan missed. Omits an open
 * yesterday, and today unless it is checked (docs/rules.md#plans).
 */
export function toOpenDays(life: Life, clock: Clock, rows: readonly CheckinsRow[], from: string): OpenDay[] {
  const days = new Map<string, OpenDay>();
  for (const { day, checkins, wanted, archived, unwanted_in_left } of rows) {
    const unwanted = archived === 0 ? 0 : countUnwanted(life, dayNumber(day)) - unwanted_in_left;
    const all = wanted + Math.max(0, archived - Math.max(0, unwanted));
    days.set(day, { day, checkins, wanted: all, is_wanted: all > 0 });
  }
  const since = dayNumber(from);
  for (const missed of listMissed(life, clock)) {
    if (missed.day < since) continue;
    const day = dayText(missed.day);
    const known = days.get(day) ?? { day, checkins: 0, wanted: 0, is_wanted: false };
    days.set(day, { ...known, is_wanted: known.is_wanted || missed.is_wanted });
  }
  return [...days.values()].sort((a, b) => (a.day < b.day ? -1 : 1));
}

/** Sums the days by a key, ordered by the first day of each key. */
function sumBy<Key>(days: readonly OpenDay[], keyOf: (day: string) => Key, toFigures: (day: OpenDay) => Figures) {
  const sums = new Map<Key, Figures>();
  for (const one of days) {
    const [key, more] = [keyOf(one.day), toFigures(one)];
    const sum = sums.get(key) ?? NOTHING;
    sums.set(key, {
      checkins: sum.checkins + more.checkins,
      days_open: sum.days_open + more.days_open,
      days_checked: sum.days_checked + more.days_checked,
    });
  }
  return sums;
}

const allOf = ({ checkins }: OpenDay): Figures => ({ checkins, days_open: 1, days_checked: Number(checkins > 0) });
const wantedOf = ({ wanted, is_wanted }: OpenDay): Figures => ({
  checkins: wanted,
  days_open: Number(is_wanted),
  days_checked: Number(wanted > 0),
});

export const toStretches = (days: readonly OpenDay[], startOf: (day: string) => string): Stretch[] =>
  Array.from(sumBy(days, startOf, allOf), ([from, figures]) => ({ from, ...figures }));

export const toWeeks = (days: readonly OpenDay[]): Stretch[] => toStretches(days, mondayOf);
export const toMonths = (days: readonly OpenDay[]): Stretch[] => toStretches(days, monthOf);

export const toTotal = (days: readonly OpenDay[]): Figures => sumBy(days, () => '', allOf).get('') ?? NOTHING;

/** Returns the sums by weekday, of what daily and weekday schedules required. */
export function toWeekdays(days: readonly OpenDay[]): Insights['weekdays'] {
  const sums = sumBy<number>(days, weekdayOf, wantedOf);
  return Array.from({ length: 7 }, (_, weekday) => ({ weekday, ...(sums.get(weekday) ?? NOTHING) }));
}

/** Returns the states of the user's days up to the last check-in, which a move to the west can put after today. */
function toStates({ archived, memberships }: Life, { today, days: { from, states } }: Standing): Uint8Array {
  const sets = [archived, ...memberships.map(({ days }) => days)];
  const last = Math.max(today, ...sets.map((days) => rangeOf(days)?.[1] ?? today));
  const all = new Uint8Array(last - from + 1);
  all.set(states);
  for (let day = today + 1; day <= last; day += 1)
    if (sets.some((days) => hasDay(days, day))) all[day - from] = CHECKED;
  return all;
}

/** Newest first. */
export function toRuns({ life, found }: LifeStanding, limit: number): StreakRun[] {
  const states = toStates(life, found);
  const { from } = found.days;
  const { starts, streak } = found;
  const runs = starts.map((start, at): StreakRun => {
    const run = states.subarray(start - from, (starts[at + 1] ?? from + states.length) - from);
    const last = run.lastIndexOf(CHECKED);
    const count = (wanted: number) => run.subarray(0, last).filter((state) => state === wanted).length;
    return {
      from: dayText(start),
      to: dayText(start + last),
      days: count(CHECKED) + 1,
      rest_days: count(REST),
      excused_days: count(EXCUSED),
      current: streak > 0 && at === starts.length - 1,
    };
  });
  return runs.slice(-limit).reverse();
}
