import type { Milestone } from '#contract/checkins.ts';
import type { ScreenTranslate } from '#platform/web/lib/language.ts';
import type { MilestoneKind } from './milestone-picture.tsx';

/** A milestone as the card after a check-in shows it. */
export interface MilestoneNews {
  readonly kind: MilestoneKind;
  readonly words: string;
  readonly more: string | null;
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
export function milestoneNews(
  t: ScreenTranslate,
  milestone: Milestone,
  { counted, longest }: MilestoneFacts,
): MilestoneNews | null {
  switch (milestone?.kind) {
    case 'first':
      return { kind: 'first', words: t('app.checkins.milestone.first'), more: null };
    case 'streak':
      return { kind: milestone.days, words: t('app.checkins.milestone.streak', { days: milestone.days }), more: null };
    case 'comeback': {
      const more =
        longest === null || longest < RECORD_FROM
          ? t('app.checkins.milestone.stitch', { counted })
          : t('app.checkins.milestone.stitch_record', { counted, longest });
      return { kind: 'comeback', words: t('app.checkins.milestone.comeback'), more };
    }
    case undefined:
      return null;
  }
}
