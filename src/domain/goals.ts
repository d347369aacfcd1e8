import { type AwayTest, type Membership, NEVER_AWAY, plannedDays } from './life.ts';
import { SUGGESTED_POINTS_PER_DAY } from './limits.ts';
import { levelFor, pointsOfLevel } from './points.ts';

/** Suggests goals for a mission of `durationDays` days: a level, and a streak in days. */
export function suggestGoals(durationDays: number): { level: number; streak: number } {
  return {
    // 4 / 5 instead of 0.8, because the nearest floating-point number to 0.8 is slightly larger.
    level: levelFor(Math.floor((SUGGESTED_POINTS_PER_DAY * durationDays * 4) / 5)),
    streak: Math.max(1, Math.floor((durationDays * 4) / 5)),
  };
}

function percentOf(value: number, goal: number | null): number | null {
  return goal === null ? null : Math.min(100, (100 * value) / goal);
}

/**
 * Returns the progress toward the goals in whole percent. It averages the set goals, each capped at 100, or null
 * without goals.
 */
export function goalProgress(member: {
  level: number;
  level_goal: number | null;
  streak_days: number;
  streak_goal: number | null;
}): number | null {
  const level = percentOf(member.level, member.level_goal);
  const streak = percentOf(member.streak_days, member.streak_goal);
  const percents = [level, streak].filter((percent) => percent !== null);
  if (percents.length === 0) return null;
  return Math.round(percents.reduce((sum, percent) => sum + percent, 0) / percents.length);
}

export type Goals = { level: number | null; streak: number | null };

/**
 * Returns one member's goals. Days away since joining reduce them in proportion to the days that the mission requires
 * (docs/rules.md#missions).
 */
export function ownGoals(m: Membership, isAway: AwayTest, { level, streak }: Goals): Goals {
  const all = plannedDays(m, NEVER_AWAY);
  const left = plannedDays(m, isAway);
  if (left === all) return { level, streak };
  return {
    level: level && Math.min(level, levelFor(Math.floor((pointsOfLevel(level) * left) / all))),
    streak: streak && Math.max(1, Math.floor((streak * left) / all)),
  };
}
