import type { Stretch } from '#contract/insights.ts';
import { daysIn } from '#domain/day-bits.ts';
import { addDays, laterDay } from '#domain/days.ts';
import { lastDay } from '#domain/missions.ts';
import type { PausedDays } from '#domain/pauses.ts';
import { datedSchedule, isScheduledOn, scheduleOf } from '#domain/schedule.ts';
import { outcomesBetween } from '#domain/schedule-days.ts';
import type { AskedDaysRow } from '../../../facts/asked-days.ts';
import type { ScheduledRow } from './queries.ts';

const NOTHING = { checkins: 0, days_open: 0, days_checked: 0 };

/** A figure for each start: the database returns none for stretches without an open day. */
export function withEmptyDays(starts: readonly string[], found: readonly Stretch[]): Stretch[] {
  const known = new Map(found.map((stretch) => [stretch.from, stretch]));
  return starts.map((from) => known.get(from) ?? { from, ...NOTHING });
}

/** The days before today on which a mission that is not daily missed a check-in of the user. */
export function missedDays(row: ScheduledRow, pauses: readonly PausedDays[], from: string, today: string): string[] {
  const { schedule, first_day } = datedSchedule(row);
  const to_day = lastDay(first_day, row.duration_days);
  const asked = {
    schedule,
    first_day,
    joined_day: row.joined_day,
    from_day: laterDay(first_day, row.joined_day),
    to_day,
    checked: row.checked,
  };
  const days = outcomesBetween(asked, pauses, from, addDays(today, -1));
  return days.filter(({ state }) => state === 'missed').map(({ day }) => day);
}

/**
 * The days of check-ins in deleted missions that no daily schedule and none of certain days wanted: all those of times
 * a week, and extra ones.
 */
export const archivedUnscheduled = (asked: readonly AskedDaysRow[] | null): string[] =>
  (asked ?? []).flatMap((row) => {
    if (row.days === null) return [];
    const schedule = scheduleOf(row);
    const days = daysIn(row.days, row.first_day);
    return schedule.kind === 'weekly' ? days : days.filter((day) => !isScheduledOn(schedule, day));
  });
