import type { Milestone } from '#contract/checkins.ts';
import type { ScreenTranslate } from '#platform/web/lib/language.ts';
import type { MilestoneKind } from './milestone-picture.tsx';

export interface MilestoneNews {
  readonly kind: MilestoneKind;
  readonly words: string;
  readonly more: string | null;
}

interface MilestoneFacts {
  /** The author's check-ins that count toward the schedule, this one included. */
  counted: number;
  /** The author's longest streak in the mission, or null while unknown. */
  longest: number | null;
}

/** The shortest streak that counts as a record. */
const RECORD_FROM = 3;

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
