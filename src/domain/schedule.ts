import { addDays, type LocalDay, weekdayOf } from './days.ts';

export const SCHEDULE_KINDS = ['daily', 'weekly', 'weekdays'] as const;
export type ScheduleKind = (typeof SCHEDULE_KINDS)[number];

/** Monday first, as in `weekdayOf`. */
export const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
export type Weekday = (typeof WEEKDAYS)[number];

export const TIMES_A_WEEK = [1, 2, 3, 4, 5, 6] as const;
export type TimesAWeek = (typeof TIMES_A_WEEK)[number];

/** Which days a mission requires (docs/rules.md#missions). `days` has one to six weekdays, from Monday. */
export type Schedule =
  | { kind: 'daily' }
  | { kind: 'weekly'; times: TimesAWeek }
  | { kind: 'weekdays'; days: Weekday[] };

export const DAILY: Schedule = { kind: 'daily' };
export const WEEK = 7;

/** A schedule as the database stores it. `schedule_days` has bit 0 for Monday to bit 6 for Sunday. */
export interface ScheduleColumns {
  schedule_kind: ScheduleKind;
  schedule_times: number | null;
  schedule_days: number | null;
}

/** Converts weekdays to a number: bit 0 for Monday to bit 6 for Sunday. Duplicates merge. */
export const weekdayBits = (days: readonly Weekday[]): number =>
  days.reduce((bits, day) => bits | (1 << WEEKDAYS.indexOf(day)), 0);

/** Lists the weekdays of such a number, from Monday. */
export const weekdaysIn = (bits: number): Weekday[] => WEEKDAYS.filter((_, at) => (bits >> at) & 1);

/** Returns the schedule of a stored mission. */
export function scheduleOf({ schedule_kind, schedule_times, schedule_days }: ScheduleColumns): Schedule {
  if (schedule_kind === 'weekly') return { kind: 'weekly', times: schedule_times as TimesAWeek };
  if (schedule_kind === 'daily') return DAILY;
  return { kind: 'weekdays', days: weekdaysIn(schedule_days ?? 0) };
}

/** Returns the columns of a schedule; duplicate weekdays merge. */
export function scheduleColumns(schedule: Schedule): ScheduleColumns {
  return {
    schedule_kind: schedule.kind,
    schedule_times: schedule.kind === 'weekly' ? schedule.times : null,
    schedule_days: schedule.kind === 'weekdays' ? weekdayBits(schedule.days) : null,
  };
}

/** Returns true if two schedules require the same days. */
export function isSameSchedule(one: Schedule, other: Schedule): boolean {
  const [a, b] = [scheduleColumns(one), scheduleColumns(other)];
  return (
    a.schedule_kind === b.schedule_kind && a.schedule_times === b.schedule_times && a.schedule_days === b.schedule_days
  );
}

export interface DatedSchedule {
  schedule: Schedule;
  first_day: LocalDay;
  duration_days: number;
}

/** Returns the schedule and dates of a stored mission. */
export const datedSchedule = (
  mission: ScheduleColumns & { first_day: LocalDay; duration_days: number },
): DatedSchedule => ({
  schedule: scheduleOf(mission),
  first_day: mission.first_day,
  duration_days: mission.duration_days,
});

/** Returns true unless the schedule is one of weekdays that exclude this day. */
export function isScheduledOn(schedule: Schedule, day: LocalDay): boolean {
  return schedule.kind !== 'weekdays' || schedule.days.includes(WEEKDAYS[weekdayOf(day)]!);
}

/**
 * Proposes the first day for a mission's next round. With times a week, it is the weekday on which the previous round
 * started, including today: weeks keep their shape, and today can stay free. Otherwise it is the first scheduled day
 * from tomorrow, so that people know before it counts.
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

/** Counts the days that a mission requires of a member who is never away. */
export function plannedDays({ schedule, first_day, duration_days }: DatedSchedule): number {
  if (schedule.kind === 'daily') return duration_days;
  const [weeks, rest] = [Math.floor(duration_days / WEEK), duration_days % WEEK];
  // A week that the end cuts short requires fewer: subtract the days that it lacks.
  if (schedule.kind === 'weekly') return weeks * schedule.times + Math.max(0, schedule.times - (WEEK - rest));
  const last = Array.from({ length: rest }, (_, at) => addDays(first_day, weeks * WEEK + at));
  return weeks * schedule.days.length + last.filter((day) => isScheduledOn(schedule, day)).length;
}

/** Returns why a schedule does not fit its mission: less than a week, or no such weekday. Returns null if it fits. */
export function scheduleProblem(dated: DatedSchedule): 'too_short' | 'no_day' | null {
  if (dated.schedule.kind === 'weekly' && dated.duration_days < WEEK) return 'too_short';
  if (dated.schedule.kind === 'weekdays' && plannedDays(dated) === 0) return 'no_day';
  return null;
}
