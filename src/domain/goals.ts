import { type AwayTest, type Membership, NEVER_AWAY, plannedDays } from './life.ts';
import { SUGGESTED_POINTS_PER_DAY } from './limits.ts';
import { levelFor, pointsOfLevel } from './points.ts';

/** The goals suggested for a mission of `durationDays` days: a level, and a streak in days. */
export function suggestGoals(durationDays: number): { level: number; streak: number } {
  return {
    // 4 / 5 instead of 0.8: the nearest floating-point number to 0.8 is slightly larger.
    level: levelFor(Math.floor((SUGGESTED_POINTS_PER_DAY * durationDays * 4) / 5)),
    streak: Math.max(1, Math.floor((durationDays * 4) / 5)),
  };
}

function percentOf(value: number, goal: number | null): number | null {
  return goal === null ? null : Math.min(100, (100 * value) / goal);
}

/**
 * How far a member is towards the mission's goals, in whole percent: the average of the goals that are set, each capped at
 * 100. Null when no goal is set.
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

/** The goals of a mission: a level and a streak in days, null where it is not set. */
export type Goals = { level: number | null; streak: number | null };

/**
 * Returns the goals of a mission for one member: days away since joining make them smaller in proportion to the days that
 * the mission asks for (docs/rules.md#missions).
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
