/** The streaks, in days, that are celebrated when a check-in reaches them. */
export const MILESTONE_STREAKS = [7, 30, 100, 365] as const;

/**
 * What a check-in is celebrated as, one thing at most: the user's first one of all, a comeback, or a streak of the user
 * over all missions that it brought from `before` days to one of those lengths or past it, as one for yesterday may.
 */
export function milestoneOf(checkin: {
  is_first: boolean;
  is_comeback: boolean;
  before: number;
  after: number;
}): { kind: 'first' | 'comeback' } | { kind: 'streak'; days: (typeof MILESTONE_STREAKS)[number] } | null {
  if (checkin.is_first) return { kind: 'first' };
  if (checkin.is_comeback) return { kind: 'comeback' };
  const days = MILESTONE_STREAKS.findLast((length) => checkin.before < length && length <= checkin.after);
  return days === undefined ? null : { kind: 'streak', days };
}
