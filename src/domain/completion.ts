import { levelFor } from './points.ts';

/** What a member achieved in a mission, beside the mission's goals. */
export type Achievement = {
  checkins_count: number;
  duration_days: number;
  /** Points earned in this mission alone. */
  points: number;
  /** The longest streak in this mission, in days. */
  longest_streak: number;
  level_goal: number | null;
  streak_goal: number | null;
};

/** The share of the mission's days with a check-in: 0 to 100 percent, rounded to two decimals. */
export function completionPercentage({
  checkins_count,
  duration_days,
}: Pick<Achievement, 'checkins_count' | 'duration_days'>): number {
  return Math.min(100, Math.round((10_000 * checkins_count) / duration_days) / 100);
}

const quantity = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;

/** A member's results as the shared text words them: `75 points, 5 check-ins, a best streak of 5 days`. */
export const figuresInWords = ({
  points,
  checkins_count,
  longest_streak,
}: Pick<Achievement, 'points' | 'checkins_count' | 'longest_streak'>): string =>
  [
    quantity(points, 'point', 'points'),
    quantity(checkins_count, 'check-in', 'check-ins'),
    `a best streak of ${quantity(longest_streak, 'day', 'days')}`,
  ].join(', ');

/** Whether at least 80 % of the mission's days have a check-in. Decided before any rounding. */
export function isConsistent({
  checkins_count,
  duration_days,
}: Pick<Achievement, 'checkins_count' | 'duration_days'>): boolean {
  return 5 * checkins_count >= 4 * duration_days;
}

/** Whether the mission has a level goal and the member's points reach it. Needs at least one check-in. */
export function reachedLevel({ checkins_count, points, level_goal }: Achievement): boolean {
  return level_goal !== null && checkins_count > 0 && levelFor(points) >= level_goal;
}

/** Whether the mission has a streak goal and the member's longest streak reaches it. */
export function reachedStreak({ longest_streak, streak_goal }: Achievement): boolean {
  return streak_goal !== null && longest_streak >= streak_goal;
}

/**
 * Whether the member earned the mission's reward: by reaching every goal that is set, or, in a mission without goals,
 * by checking in on 80 % of the days. See docs/rules.md#missions.
 */
export function earnsReward(member: Achievement): boolean {
  if (member.level_goal === null && member.streak_goal === null) return isConsistent(member);
  return (member.level_goal === null || reachedLevel(member)) && (member.streak_goal === null || reachedStreak(member));
}
