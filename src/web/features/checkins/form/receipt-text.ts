import type { Milestone } from '#contract/checkins.ts';
import type { Mission } from '#contract/missions.ts';
import { addDays, weekdayOf } from '#domain/days.ts';
import { clockTime, ordinal, plainDay, weekdayName } from '#web/lib/format.ts';
import type { MilestoneKind } from './milestone-picture.tsx';
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

/** A milestone as the card after a check-in shows it. */
export interface MilestoneNews {
  readonly kind: MilestoneKind;
  readonly words: string;
  readonly more: readonly string[];
}

interface MilestoneFacts {
  /** The author's check-ins in the mission that the schedule asked for, this one included. */
  counted: number;
  /** The longest streak that the author had in the mission; null while it is not known. */
  longest: number | null;
}

/** A shorter longest streak is no record to speak of. */
const RECORD_FROM = 3;

/** The milestone of a check-in in words; null if it was one like others. */
export function milestoneNews(milestone: Milestone, facts: MilestoneFacts): MilestoneNews | null {
  const { counted, longest } = facts;
  switch (milestone?.kind) {
    case 'first':
      return { kind: 'first', words: 'Your first stitch!', more: [] };
    case 'streak':
      return { kind: milestone.days, words: `A ${milestone.days}-day streak!`, more: [] };
    case 'comeback': {
      const stays = longest === null || longest < RECORD_FROM ? [] : [`Your record of ${longest} days stands.`];
      const more = [`Your ${ordinal(counted)} stitch.`, ...stays];
      return { kind: 'comeback', words: "You're back. That was the hardest stitch.", more };
    }
    case undefined:
      return null;
  }
}
