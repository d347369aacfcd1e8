import type { Mission } from '#contract/missions.ts';
import { addDays, weekdayOf } from '#domain/days.ts';
import { clockTime, plainDay, weekdayName } from '#web/lib/format.ts';
import { type Breaks, nextDay } from './next-day.ts';

type Facts = Pick<Mission, 'today' | 'first_day' | 'last_day' | 'duration_days' | 'schedule' | 'week'>;

/** What is to be said of the days after today's check-in: a break, a week that is kept, the last one; else nothing. */
export function nextText(mission: Facts, breaks: Breaks): string | null {
  const { week } = mission;
  if (nextDay(mission, mission.today, breaks) === null) return 'That was the last stitch. Well done!';
  if (breaks.until) return `You're on a break until ${plainDay(breaks.until)}.`;
  if (week === null) return null;
  if (week.target === 0) return 'Nothing was due this week. It counts all the same.';
  if (week.done < week.target) return null;
  const begins = weekdayName(weekdayOf(addDays(week.to_day, 1)));
  return `This week: ${week.target} of ${week.target}. The next one begins on ${begins}.`;
}

/** How many days rest days saved, if any. */
export function savedDaysText(used: number): string | null {
  if (used === 0) return null;
  return used === 1 ? 'A day was saved.' : `${used} days were saved.`;
}

/** For a check-in that is pending on this device. */
export const pendingText = (performedAt: string, zone: string): string =>
  `Saved on this device at ${clockTime(performedAt, zone)}. It counts for today; we'll send it when you're back online.`;
