import type { Checkin } from '#contract/checkins.ts';

/** The number of newest check-ins to search for text. */
const LOOKED_THROUGH = 10;

/**
 * Finds the newest text that another member wrote today. Dates of tomorrow count too, for authors further east
 * (docs/rules.md#members).
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
