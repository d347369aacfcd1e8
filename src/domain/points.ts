import { EARNING_CHECKINS_A_DAY } from './limits.ts';

/** Returns the level for a number of points. The formula skips level 6: 2,000 points give level 7. */
export function levelFor(points: number): number {
  if (points < 100) return 1;
  if (points < 250) return 2;
  if (points < 500) return 3;
  if (points < 1000) return 4;
  if (points < 2000) return 5;
  return Math.floor(points / 1000) + 5;
}

/** Returns the fewest points for at least this level, 1 or more. */
export function pointsOfLevel(level: number): number {
  const first = [0, 100, 250, 500, 1000, 2000];
  return first[level - 1] ?? (level - 5) * 1000;
}

/** Returns the level for a number of points, and the points where it and the next level start. */
export function levelRange(points: number): { level: number; from: number; to: number } {
  const level = levelFor(points);
  return { level, from: pointsOfLevel(level), to: pointsOfLevel(level + 1) };
}

/** Returns the rank among all points, including the person's own. Equal points share a rank: 1, 2, 2, 4. */
export const rankOf = (points: number, all: readonly number[]): number =>
  1 + all.filter((other) => other > points).length;

export const CHECKIN_TYPES = ['tick', 'text', 'photo'] as const;
export type CheckinType = (typeof CHECKIN_TYPES)[number];

const POINTS: Record<CheckinType, number> = { tick: 10, text: 15, photo: 20 };

/** Returns the points for a type of check-in (docs/rules.md#check-ins). */
export function pointsFor(type: CheckinType): number {
  return POINTS[type];
}

/**
 * Returns the points of a new check-in: none if it is extra or the day's earning check-ins are used up. `earning`
 * counts the check-ins of that day that earned points.
 */
export const earnedPoints = (
  type: CheckinType,
  { is_extra, earning }: { is_extra: boolean; earning: number },
): number => (is_extra || earning >= EARNING_CHECKINS_A_DAY ? 0 : pointsFor(type));

/** Returns the points of a check-in whose type changes. A check-in that earned none still earns none. */
export const pointsAfterEdit = (earned: number, type: CheckinType): number => (earned === 0 ? 0 : pointsFor(type));
