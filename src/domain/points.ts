import { EARNING_CHECKINS_A_DAY } from './limits.ts';

/** The level for a number of points. The formula never yields level 6: 2,000 points give level 7. */
export function levelFor(points: number): number {
  if (points < 100) return 1;
  if (points < 250) return 2;
  if (points < 500) return 3;
  if (points < 1000) return 4;
  if (points < 2000) return 5;
  return Math.floor(points / 1000) + 5;
}

/** The points from which on one has at least this level, 1 or more. */
export function pointsOfLevel(level: number): number {
  const first = [0, 100, 250, 500, 1000, 2000];
  return first[level - 1] ?? (level - 5) * 1000;
}

/** The level for a number of points, and from which points on it and the next one are reached. */
export function levelRange(points: number): { level: number; from: number; to: number } {
  const level = levelFor(points);
  return { level, from: pointsOfLevel(level), to: pointsOfLevel(level + 1) };
}

/** The rank of somebody with so many points among all, themselves included: equal points share one, as in 1, 2, 2, 4. */
export const rankOf = (points: number, all: readonly number[]): number =>
  1 + all.filter((other) => other > points).length;

export const CHECKIN_TYPES = ['tick', 'text', 'photo'] as const;
export type CheckinType = (typeof CHECKIN_TYPES)[number];

const POINTS: Record<CheckinType, number> = { tick: 10, text: 15, photo: 20 };

/** The points that a check-in of this type earns. See docs/rules.md#check-ins. */
export function pointsFor(type: CheckinType): number {
  return POINTS[type];
}

/**
 * The points that a new check-in earns: none if it is extra, or if `earning` check-ins of the same day of the user's have
 * earned theirs already and these are ten.
 */
export const earnedPoints = (
  type: CheckinType,
  { is_extra, earning }: { is_extra: boolean; earning: number },
): number => (is_extra || earning >= EARNING_CHECKINS_A_DAY ? 0 : pointsFor(type));

/** The points of a check-in that becomes one of another type. One that earned none goes on earning none. */
export const pointsAfterEdit = (earned: number, type: CheckinType): number => (earned === 0 ? 0 : pointsFor(type));
