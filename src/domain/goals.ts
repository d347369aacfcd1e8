import { levelFor } from './levels.ts';
import { SUGGESTED_POINTS_PER_DAY } from './limits.ts';

/** The goals that fill empty fields for a mission of so many days. Spec 5 and 9. */
export function suggestGoals(durationDays: number): { level: number; streak: number } {
  return {
    // 4 / 5 and not 0.8, which is a little more than it says.
    level: levelFor(Math.floor((SUGGESTED_POINTS_PER_DAY * durationDays * 4) / 5)),
    streak: Math.max(1, Math.floor((durationDays * 4) / 5)),
  };
}

export type GoalProgress = { overall: number; level_percent: number | null; streak_percent: number | null };

function shareOf(value: number, goal: number | null): number | null {
  return goal === null ? null : Math.min(100, (100 * value) / goal);
}

/**
 * How far a member is towards the mission's goals, in whole percent, each capped at 100; overall is the average of
 * the goals that are set, taken before rounding. Null when no goal is set. Spec 5, Decisions 3.
 */
export function goalProgress(member: {
  level: number;
  level_goal: number | null;
  streak_days: number;
  streak_goal: number | null;
}): GoalProgress | null {
  const level = shareOf(member.level, member.level_goal);
  const streak = shareOf(member.streak_days, member.streak_goal);
  const shares = [level, streak].filter((share) => share !== null);
  if (shares.length === 0) return null;
  return {
    overall: Math.round(shares.reduce((sum, share) => sum + share, 0) / shares.length),
    level_percent: level === null ? null : Math.round(level),
    streak_percent: streak === null ? null : Math.round(streak),
  };
}
