import type { Milestone } from '#contract/checkins.ts';
import type { Mission } from '#contract/missions.ts';
import { addDays, type LocalDay } from '#domain/days.ts';
import { isInPlan } from '#domain/schedule.ts';
import { clockTime, longDay, ordinal } from '#web/lib/format.ts';
import type { MilestoneKind } from '#web/ui/drawings/milestone-picture.tsx';

type Facts = Pick<Mission, 'today' | 'last_day' | 'schedule' | 'week'>;

/** The next day after today that the plan has; null if there is none in the mission. */
function nextDay({ today, last_day, schedule }: Facts): LocalDay | null {
  for (let day = addDays(today, 1); day <= last_day; day = addDays(day, 1)) if (isInPlan(schedule, day)) return day;
  return null;
}

/** What comes after today's check-in: until when the streak is safe, or what the schedule asks for. */
export function nextText(mission: Facts): string {
  const next = nextDay(mission);
  if (next === null) return 'That was the last stitch. Well done!';
  if (mission.week) return `This week: ${Math.min(mission.week.done, mission.week.target)} of ${mission.week.target}.`;
  if (mission.schedule.kind === 'weekdays') return `The next one is due on ${longDay(next)}.`;
  return 'Your fire is safe until tomorrow.';
}

/** Which rest days were spent, if any. */
export function restStory(used: number): string | null {
  if (used === 0) return null;
  return used === 1 ? 'A rest day kept your streak alive.' : `${used} rest days kept your streak alive.`;
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
  /** Nobody of two and more is out any more, and this check-in was the last. */
  isLastOfAll: boolean;
  /** The author's check-ins in the mission that the schedule asked for, this one included. */
  counted: number;
  /** The longest streak that the author had in the mission; null while it is not known. */
  longest: number | null;
}

/** The milestone of a check-in: what the server found, else that everyone is in. Null if it was one like others. */
export function milestoneNews(milestone: Milestone, facts: MilestoneFacts): MilestoneNews | null {
  const { isLastOfAll, counted, longest } = facts;
  switch (milestone?.kind) {
    case 'first':
      return { kind: 'first', words: 'Your first stitch!', more: [] };
    case 'streak':
      return { kind: milestone.days, words: `A ${milestone.days}-day streak!`, more: [] };
    case 'comeback': {
      const record = longest === 1 ? '1 day' : `${longest} days`;
      const stays = longest === null ? [] : [`Your longest streak, ${record}, stays yours.`];
      const more = [`Your ${ordinal(counted)} stitch.`, ...stays];
      return { kind: 'comeback', words: "You're back. That was the hardest stitch.", more };
    }
    case undefined:
      if (!isLastOfAll) return null;
      return { kind: 'everyone', words: 'Everyone is in', more: ['You made it everyone.'] };
  }
}
