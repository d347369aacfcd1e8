import { type Membership, NEVER_AWAY, plannedDays } from './life.ts';
import { levelFor } from './points.ts';

/** What a member achieved in a mission whose days are over, beside the mission's goals. */
export type Achievement = {
  checkins_count: number;
  /** Check-ins that the plan asked for, missed days, and both with what is still asked for. */
  counted_checkins: number;
  missed_days: number;
  planned_days: number;
  /** The days that the mission asked for without those of travel; those of breaks and before joining are included. */
  mission_planned_days: number;
  /** As `joinedInTime` says. */
  joined_in_time: boolean;
  /** Points earned in this mission alone. */
  points: number;
  /** The longest streak in this mission, in days. */
  longest_streak: number;
  /** The goals as they are for this member (`ownGoals`). */
  level_goal: number | null;
  streak_goal: number | null;
  /** Whether days away made one of them smaller than the mission's. */
  has_smaller_goals: boolean;
};

type Progress = Pick<Achievement, 'counted_checkins' | 'planned_days'>;

/**
 * The share of a member's planned days with a check-in: 0 to 100 percent, rounded to two decimals. It is 0 where none was
 * planned, for a check-in that counts is one of them.
 */
export const completionPercentage = ({ counted_checkins, planned_days }: Progress): number =>
  planned_days === 0 ? 0 : Math.round((10_000 * counted_checkins) / planned_days) / 100;

/** Whether at least half of the days that a mission asks for were to come when the member joined. */
export const joinedInTime = (m: Membership): boolean =>
  2 * plannedDays(m, NEVER_AWAY) >= plannedDays(m, NEVER_AWAY, m.first);

/**
 * Whether at least 80 % of a member's planned days have a check-in, decided before any rounding. Nobody gets there by
 * joining for the last days alone.
 */
export function isConsistent({
  counted_checkins,
  planned_days,
  joined_in_time,
}: Progress & Pick<Achievement, 'joined_in_time'>): boolean {
  return joined_in_time && planned_days > 0 && 5 * counted_checkins >= 4 * planned_days;
}

/** Whether a member missed no day, and checked in as often as the mission asked for those who were never away. */
export const isPerfect = ({
  counted_checkins,
  missed_days,
  mission_planned_days,
}: Pick<Achievement, 'counted_checkins' | 'missed_days' | 'mission_planned_days'>): boolean =>
  counted_checkins > 0 && missed_days === 0 && counted_checkins >= mission_planned_days;

/** Whether the mission has a level goal and the member's points reach it. Needs at least one check-in. */
export function reachedLevel({ checkins_count, points, level_goal }: Achievement): boolean {
  return level_goal !== null && checkins_count > 0 && levelFor(points) >= level_goal;
}

/** Whether the mission has a streak goal and the member's longest streak reaches it. */
export function reachedStreak({ longest_streak, streak_goal }: Achievement): boolean {
  return streak_goal !== null && longest_streak >= streak_goal;
}

/**
 * Whether the member earned the mission's reward: by a perfect mission, by reaching every goal that is set, or, in a
 * mission without goals, by being consistent. Goals that days away made smaller ask for being consistent as well. See
 * docs/rules.md#missions.
 */
export function earnsReward(member: Achievement): boolean {
  const { level_goal, streak_goal, has_smaller_goals } = member;
  if (isPerfect(member)) return true;
  if (level_goal === null && streak_goal === null) return isConsistent(member);
  const isReached = (level_goal === null || reachedLevel(member)) && (streak_goal === null || reachedStreak(member));
  return isReached && (!has_smaller_goals || isConsistent(member));
}
