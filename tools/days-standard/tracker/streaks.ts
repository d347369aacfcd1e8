import type { DayNumber } from './clock.ts';
import { type DayTest, listDays } from './plans.ts';

const EVERY = 7;
const HELD_MAX = 2;

/** The days between two check-ins, or after the last one. */
export interface Gap {
  readonly missed: readonly DayNumber[];
  /** Whether the streak ends here, whatever rest days it has. */
  readonly isTooLong?: boolean;
}

export interface Run {
  /** 0 after a gap that ended it. */
  readonly streak: number;
  readonly longest: number;
  readonly held: number;
  /** The missed days that were saved, or that the next check-in would save. */
  readonly rest: ReadonlySet<DayNumber>;
}

/**
 * Counts a streak over its days and the gaps between them. Days in `isSaved` need no rest day, but still use one if the
 * streak has one.
 */
export function countStreak(
  days: readonly DayNumber[],
  until: DayNumber,
  findGap: (gap: readonly DayNumber[]) => Gap,
  isSaved: DayTest = () => false,
): Run {
  let [streak, longest, held] = [0, 0, 0];
  const rest: DayNumber[] = [];
  const pass = (gap: Gap) => {
    const isBridged = gap.isTooLong !== true && gap.missed.filter((day) => !isSaved(day)).length <= held;
    if (!isBridged || streak === 0) return false;
    held = Math.max(0, held - gap.missed.length);
    rest.push(...gap.missed);
    return true;
  };
  let last: DayNumber | null = null;
  for (const day of days) {
    streak = last !== null && pass(findGap(listDays(last + 1, day - 1))) ? streak + 1 : 1;
    if (streak % EVERY === 0) held = Math.min(HELD_MAX, held + 1);
    longest = Math.max(longest, streak);
    last = day;
  }
  if (last !== null && !pass(findGap(listDays(last + 1, until)))) streak = 0;
  return { streak, longest, held, rest: new Set(rest) };
}
