export const MILESTONE_STREAKS = [7, 30, 100, 365] as const;

/**
 * Returns at most one thing to celebrate: the first check-in, a comeback, or a streak. The user's streak must have
 * grown from `before` to a milestone or beyond it. A check-in for yesterday can skip a milestone.
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
