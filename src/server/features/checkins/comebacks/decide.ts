import { addDays, laterDay } from '#domain/days.ts';
import { COMEBACK_MISSED_DAYS } from '#domain/limits.ts';
import { pausedDays } from '#domain/pauses.ts';
import { datedSchedule, type ScheduleColumns } from '#domain/schedule.ts';
import { freeDaysOfMember } from '#domain/schedule-days.ts';
import { countMissed } from '#domain/streaks.ts';
import { awayDays } from '../../../facts/excuses.ts';
import type { RecordingFacts } from '../record/read.ts';

/** What tells whether a member's check-in is a comeback. */
export type ComebackFacts = Pick<
  RecordingFacts,
  | keyof ScheduleColumns
  | 'first_day'
  | 'duration_days'
  | 'asks_from'
  | 'joined_day'
  | 'timezone'
  | 'recent'
  | 'excuses'
  | 'previous_day'
>;

/**
 * Whether three days or more in a row were missed before a check-in on `day`, as far back as the mission asked the
 * member. A yesterday that is open counts as missed. `rest_days` are those since the check-in before.
 */
export function isComeback(facts: ComebackFacts, day: string, rest_days: readonly string[]): boolean {
  const { previous_day, first_day, asks_from, joined_day, recent: checkins } = facts;
  const asking = laterDay(first_day, asks_from);
  const from = previous_day === null ? asking : laterDay(asking, addDays(previous_day, 1));
  if (countMissed(from, day, new Set()) < COMEBACK_MISSED_DAYS) return false;
  const pauses = awayDays(facts.excuses, facts.timezone);
  const free = freeDaysOfMember(datedSchedule(facts), { joined_day, checkins, pauses }, from, day);
  return countMissed(from, day, new Set([...pausedDays(pauses), ...rest_days, ...free])) >= COMEBACK_MISSED_DAYS;
}
