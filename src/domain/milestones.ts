/** The streaks, in days, that are celebrated when a check-in reaches them. */
export const MILESTONE_STREAKS = [7, 30, 100, 365] as const;

/**
 * What a check-in is celebrated as, one thing at most: the user's first one of all, a comeback, or a streak of the user
 * over all missions that it brought to one of those lengths or past it, as one for yesterday may. A second one of a day
 * leaves the streak as it was `before`. After a gap that may still be closed, the streak up to the gap was celebrated
 * already: `open_streak` is one day longer than that.
 */
export function milestoneOf(checkin: {
  is_first: boolean;
  is_comeback: boolean;
  before: { streak_days: number; open_streak: number | null };
  streak_days: number;
}): { kind: 'first' | 'comeback' } | { kind: 'streak'; days: (typeof MILESTONE_STREAKS)[number] } | null {
  if (checkin.is_first) return { kind: 'first' };
  if (checkin.is_comeback) return { kind: 'comeback' };
  const { streak_days, open_streak } = checkin.before;
  const celebrated = Math.max(streak_days, (open_streak ?? 1) - 1);
  const days = MILESTONE_STREAKS.findLast((length) => celebrated < length && length <= checkin.streak_days);
  return days === undefined ? null : { kind: 'streak', days };
}
