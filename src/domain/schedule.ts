import { addDays, daysBetween, earlierDay, type LocalDay, laterDay, weekdayOf } from './days.ts';
import { lastDay } from './missions.ts';
import type { PausedDays } from './pauses.ts';

/** How a mission asks for its days: every one, a number of them in each week, or certain weekdays. */
export const SCHEDULE_KINDS = ['daily', 'weekly', 'weekdays'] as const;
export type ScheduleKind = (typeof SCHEDULE_KINDS)[number];

/** Monday first, as `weekdayOf` numbers them. */
export const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
export type Weekday = (typeof WEEKDAYS)[number];

export const TIMES_A_WEEK = [1, 2, 3, 4, 5, 6] as const;
export type TimesAWeek = (typeof TIMES_A_WEEK)[number];

/** Which days a mission asks for: see docs/rules.md#schedules. `days` are one to six, from Monday on. */
export type Schedule =
  | { kind: 'daily' }
  | { kind: 'weekly'; times: TimesAWeek }
  | { kind: 'weekdays'; days: Weekday[] };

export const DAILY: Schedule = { kind: 'daily' };
/** Days of a week. */
export const WEEK = 7;

/** A schedule as the database stores it: `schedule_days` has bit 0 for Monday to bit 6 for Sunday. */
export interface ScheduleColumns {
  schedule_kind: ScheduleKind;
  schedule_times: number | null;
  schedule_days: number | null;
}

/** A set of weekdays as a number: bit 0 for Monday to bit 6 for Sunday. Those named twice are merged. */
export const weekdayBits = (days: readonly Weekday[]): number =>
  days.reduce((bits, day) => bits | (1 << WEEKDAYS.indexOf(day)), 0);

/** The weekdays of such a number, from Monday on. */
export const weekdaysIn = (bits: number): Weekday[] => WEEKDAYS.filter((_, at) => (bits >> at) & 1);

/** The schedule of a stored mission. */
export function scheduleOf({ schedule_kind, schedule_times, schedule_days }: ScheduleColumns): Schedule {
  if (schedule_kind === 'weekly') return { kind: 'weekly', times: schedule_times as TimesAWeek };
  if (schedule_kind === 'daily') return DAILY;
  return { kind: 'weekdays', days: weekdaysIn(schedule_days ?? 0) };
}

/** The columns of a schedule; weekdays named twice are merged. */
export function scheduleColumns(schedule: Schedule): ScheduleColumns {
  return {
    schedule_kind: schedule.kind,
    schedule_times: schedule.kind === 'weekly' ? schedule.times : null,
    schedule_days: schedule.kind === 'weekdays' ? weekdayBits(schedule.days) : null,
  };
}

/** Whether two schedules ask for the same. */
export function isSameSchedule(one: Schedule, other: Schedule): boolean {
  const [a, b] = [scheduleColumns(one), scheduleColumns(other)];
  return (
    a.schedule_kind === b.schedule_kind && a.schedule_times === b.schedule_times && a.schedule_days === b.schedule_days
  );
}

/** What a mission asks for, and when. */
export interface DatedSchedule {
  schedule: Schedule;
  first_day: LocalDay;
  duration_days: number;
}

/** What a stored mission asks for. */
export const datedSchedule = (
  mission: ScheduleColumns & { first_day: LocalDay; duration_days: number },
): DatedSchedule => ({
  schedule: scheduleOf(mission),
  first_day: mission.first_day,
  duration_days: mission.duration_days,
});

/** Whether the schedule has this day: always, unless it is one of weekdays that do not include it. */
export function isScheduledOn(schedule: Schedule, day: LocalDay): boolean {
  return schedule.kind !== 'weekdays' || schedule.days.includes(WEEKDAYS[weekdayOf(day)]!);
}

/** The week of the mission that holds `day`: 7 days counted from the first day, also where the mission ends earlier. */
export function weekOf(
  dated: Pick<DatedSchedule, 'first_day'>,
  day: LocalDay,
): { from_day: LocalDay; to_day: LocalDay } {
  const from_day = addDays(dated.first_day, Math.floor(daysBetween(dated.first_day, day) / WEEK) * WEEK);
  return { from_day, to_day: addDays(from_day, WEEK - 1) };
}

/**
 * The first day that is proposed for the next round of a mission, seen from `today`. With times a week it is the weekday
 * on which the round before began, today included: the weeks keep their shape, and today may stay free. Otherwise it is
 * the first day of the schedule from tomorrow on, so that people hear of it before it counts.
 */
export function nextRoundStart(
  { schedule, first_day }: Pick<DatedSchedule, 'schedule' | 'first_day'>,
  today: LocalDay,
): LocalDay {
  if (schedule.kind === 'weekly') return addDays(today, (weekdayOf(first_day) - weekdayOf(today) + WEEK) % WEEK);
  const from = addDays(today, 1);
  const days = Array.from({ length: WEEK }, (_, at) => addDays(from, at));
  return days.find((day) => isScheduledOn(schedule, day)) ?? from;
}

/** How many days from `from` to `to`, both included, the schedule has; for a weekly one that is all of them. */
function scheduledDays(schedule: Schedule, from: LocalDay, to: LocalDay): number {
  const count = Math.max(0, daysBetween(from, to) + 1);
  if (schedule.kind !== 'weekdays' || count === 0) return count;
  const rest = Array.from({ length: count % WEEK }, (_, at) => WEEKDAYS[(weekdayOf(from) + at) % WEEK]!);
  return Math.floor(count / WEEK) * schedule.days.length + rest.filter((day) => schedule.days.includes(day)).length;
}

/** How many of them are days away, whose ranges never overlap (`awayDays`). */
function pausedScheduledDays(schedule: Schedule, from: LocalDay, to: LocalDay, pauses: readonly PausedDays[]): number {
  const within = ({ from_day, to_day }: PausedDays) =>
    scheduledDays(schedule, laterDay(from_day, from), earlierDay(to_day, to));
  return pauses.reduce((sum, pause) => sum + within(pause), 0);
}

/** How many of the days before `from` or after `last`, or away, are in the week of a weekly schedule. */
export function uncountedInWeek(
  week: PausedDays,
  from: LocalDay,
  last: LocalDay,
  pauses: readonly PausedDays[],
): number {
  const [begin, end] = [laterDay(week.from_day, from), earlierDay(week.to_day, last)];
  return (
    daysBetween(week.from_day, begin) + daysBetween(end, week.to_day) + pausedScheduledDays(DAILY, begin, end, pauses)
  );
}

/**
 * How many check-ins a weekly schedule asks for in the week of `day`: fewer than `times` where days are away or after
 * the end of the mission. 0 for other schedules.
 */
export function weekTarget(dated: DatedSchedule, day: LocalDay, pauses: readonly PausedDays[] = []): number {
  if (dated.schedule.kind !== 'weekly') return 0;
  const last = lastDay(dated.first_day, dated.duration_days);
  return Math.max(0, dated.schedule.times - uncountedInWeek(weekOf(dated, day), dated.first_day, last, pauses));
}

/**
 * How many days the mission asks for. With a `member` these are the member's own: days before joining and days away
 * (`awayDays`) are left out, checked or not.
 */
export function plannedDays(
  dated: DatedSchedule,
  { joined_day = dated.first_day, pauses = [] }: { joined_day?: LocalDay; pauses?: readonly PausedDays[] } = {},
): number {
  const { schedule, first_day, duration_days } = dated;
  const last = lastDay(first_day, duration_days);
  const from = laterDay(first_day, joined_day);
  if (from > last) return 0;
  if (schedule.kind !== 'weekly')
    return scheduledDays(schedule, from, last) - pausedScheduledDays(schedule, from, last, pauses);
  let planned = 0;
  for (let day = from; day <= last; day = addDays(weekOf(dated, day).to_day, 1))
    planned += Math.max(0, schedule.times - uncountedInWeek(weekOf(dated, day), from, last, pauses));
  return planned;
}

/** Why a schedule does not fit its mission: it is shorter than a week, or has none of the days; null when it fits. */
export function scheduleProblem(dated: DatedSchedule): 'too_short' | 'no_day' | null {
  if (dated.schedule.kind === 'weekly' && dated.duration_days < WEEK) return 'too_short';
  if (dated.schedule.kind === 'weekdays' && plannedDays(dated) === 0) return 'no_day';
  return null;
}
