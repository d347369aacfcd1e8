import type { Milestone } from '#contract/checkins.ts';
import { ordinal } from '#web/lib/format.ts';
import type { MilestoneKind } from './milestone-picture.tsx';

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
