import type { Checkin } from '#contract/checkins.ts';

/** So many of the newest check-ins are looked through for words. */
const LOOKED_THROUGH = 10;

/**
 * The newest words that somebody else wrote today. Where it is tomorrow for them already they count as well: whoever
 * checked in for a later day is in today (docs/rules.md#members).
 */
export const newestWords = (
  checkins: readonly Checkin[],
  { today, user_id }: { readonly today: string; readonly user_id: string },
): Checkin | undefined =>
  checkins
    .slice(0, LOOKED_THROUGH)
    .find(
      (checkin) =>
        checkin.content !== '' && checkin.local_day >= today && checkin.user_id !== user_id && checkin.hidden === null,
    );
