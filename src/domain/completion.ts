import { levelFor } from './levels.ts';

/** What a member did in a mission, and what the mission asked for. */
export type Achievement = {
  checkins_count: number;
  duration_days: number;
  /** Earned in this mission. */
  points: number;
  /** The best run in this mission. */
  longest_streak: number;
  level_goal: number | null;
  streak_goal: number | null;
};

/** The share of the mission's days with a check-in, 0 to 100 with two decimals. Decisions 4. */
export function completionPercentage({
  checkins_count,
  duration_days,
}: Pick<Achievement, 'checkins_count' | 'duration_days'>): number {
  return Math.min(100, Math.round((10_000 * checkins_count) / duration_days) / 100);
}

const counted = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;

/** What a member shares of a mission: `75 points, 5 check-ins, a best streak of 5 days`. */
export const figuresInWords = ({
  points,
  checkins_count,
  longest_streak,
}: Pick<Achievement, 'points' | 'checkins_count' | 'longest_streak'>): string =>
  [
    counted(points, 'point', 'points'),
    counted(checkins_count, 'check-in', 'check-ins'),
    `a best streak of ${counted(longest_streak, 'day', 'days')}`,
  ].join(', ');

/** Whether 80 % of the days and more were checked in, told before any rounding. Decisions 4. */
export function isConsistent({
  checkins_count,
  duration_days,
}: Pick<Achievement, 'checkins_count' | 'duration_days'>): boolean {
  return 5 * checkins_count >= 4 * duration_days;
}

/** Whether the target level was set and reached; nobody reaches it without a check-in. Decisions 3, 4. */
export function reachedLevel({ checkins_count, points, level_goal }: Achievement): boolean {
  return level_goal !== null && checkins_count > 0 && levelFor(points) >= level_goal;
}

/** Whether the target streak was set and reached. Decisions 4. */
export function reachedStreak({ longest_streak, streak_goal }: Achievement): boolean {
  return streak_goal !== null && longest_streak >= streak_goal;
}

/** Whether the mission's reward is earned: every goal that is set was reached; without goals, 80 % of the days. */
export function earnsReward(member: Achievement): boolean {
  if (member.level_goal === null && member.streak_goal === null) return isConsistent(member);
  return (member.level_goal === null || reachedLevel(member)) && (member.streak_goal === null || reachedStreak(member));
}
