import { addDays, type LocalDay, weekdayOf } from './days.ts';

/** How a mission asks for its days: every one, a number of them in each week, or certain weekdays. */
export const SCHEDULE_KINDS = ['daily', 'weekly', 'weekdays'] as const;
export type ScheduleKind = (typeof SCHEDULE_KINDS)[number];

/** Monday first, as `weekdayOf` numbers them. */
export const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
export type Weekday = (typeof WEEKDAYS)[number];

export const TIMES_A_WEEK = [1, 2, 3, 4, 5, 6] as const;
export type TimesAWeek = (typeof TIMES_A_WEEK)[number];

/** Which days a mission asks for: see docs/rules.md#missions. `days` are one to six, from Monday on. */
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

/** How many days a mission asks for of a member from its first day on who is never away. */
export function plannedDays({ schedule, first_day, duration_days }: DatedSchedule): number {
  if (schedule.kind === 'daily') return duration_days;
  const [weeks, rest] = [Math.floor(duration_days / WEEK), duration_days % WEEK];
  // A week that the end cuts short asks for fewer: the days that it lacks are taken off.
  if (schedule.kind === 'weekly') return weeks * schedule.times + Math.max(0, schedule.times - (WEEK - rest));
  const last = Array.from({ length: rest }, (_, at) => addDays(first_day, weeks * WEEK + at));
  return weeks * schedule.days.length + last.filter((day) => isScheduledOn(schedule, day)).length;
}

/** Why a schedule does not fit its mission: it is shorter than a week, or has none of the days; null when it fits. */
export function scheduleProblem(dated: DatedSchedule): 'too_short' | 'no_day' | null {
  if (dated.schedule.kind === 'weekly' && dated.duration_days < WEEK) return 'too_short';
  if (dated.schedule.kind === 'weekdays' && plannedDays(dated) === 0) return 'no_day';
  return null;
}
