import { type Membership, NEVER_AWAY, plannedDays } from './life.ts';
import { levelFor } from './points.ts';

export type Achievement = {
  checkins_count: number;
  /** Check-ins that the plan required, missed days, and the sum of both and the days still required. */
  counted_checkins: number;
  missed_days: number;
  planned_days: number;
  /** The days that the mission required except travel. Breaks and days before joining are included. */
  mission_planned_days: number;
  joined_in_time: boolean;
  /** Points earned in this mission only. */
  points: number;
  longest_streak: number;
  level_goal: number | null;
  streak_goal: number | null;
  /** Whether days away made one of the goals smaller than the mission's. */
  has_smaller_goals: boolean;
};

type Progress = Pick<Achievement, 'counted_checkins' | 'planned_days'>;

/**
 * Returns the share of planned days with a check-in: 0 to 100 percent, rounded to two decimals. It is 0 if no day was
 * planned.
 */
export const completionPercentage = ({ counted_checkins, planned_days }: Progress): number =>
  planned_days === 0 ? 0 : Math.round((10_000 * counted_checkins) / planned_days) / 100;

/** Returns true if at least half of the days that a mission requires were still ahead at joining. */
export const joinedInTime = (m: Membership): boolean =>
  2 * plannedDays(m, NEVER_AWAY) >= plannedDays(m, NEVER_AWAY, m.first);

/**
 * Returns true if at least 80 % of the planned days have a check-in, before rounding. A member who joined too late is
 * never consistent.
 */
export function isConsistent({
  counted_checkins,
  planned_days,
  joined_in_time,
}: Progress & Pick<Achievement, 'joined_in_time'>): boolean {
  return joined_in_time && planned_days > 0 && 5 * counted_checkins >= 4 * planned_days;
}

/** Returns true if a member missed no day and has the check-ins required of someone never away. */
export const isPerfect = ({
  counted_checkins,
  missed_days,
  mission_planned_days,
}: Pick<Achievement, 'counted_checkins' | 'missed_days' | 'mission_planned_days'>): boolean =>
  counted_checkins > 0 && missed_days === 0 && counted_checkins >= mission_planned_days;

/** Returns true if the member reached the mission's level goal with at least one check-in. */
export function reachedLevel({ checkins_count, points, level_goal }: Achievement): boolean {
  return level_goal !== null && checkins_count > 0 && levelFor(points) >= level_goal;
}

/** Returns true if the member's longest streak reached the mission's streak goal. */
export function reachedStreak({ longest_streak, streak_goal }: Achievement): boolean {
  return streak_goal !== null && longest_streak >= streak_goal;
}

/**
 * Returns true if the member earned the reward: a perfect mission, all goals reached, or consistent without goals. A
 * member whose goals days away made smaller must also be consistent (docs/rules.md#missions).
 */
export function earnsReward(member: Achievement): boolean {
  const { level_goal, streak_goal, has_smaller_goals } = member;
  if (isPerfect(member)) return true;
  if (level_goal === null && streak_goal === null) return isConsistent(member);
  const isReached = (level_goal === null || reachedLevel(member)) && (streak_goal === null || reachedStreak(member));
  return isReached && (!has_smaller_goals || isConsistent(member));
}
