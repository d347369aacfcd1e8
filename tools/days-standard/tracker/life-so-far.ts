import { type DayNumber, dayAt, isSkipped, readClock } from './clock.ts';
import type { DayTest, Member, Period } from './plans.ts';

const MOVED_MS = 24 * 3_600_000;

export interface Break {
  from: DayNumber;
  to: DayNumber;
}

export interface Life {
  zone: string;
  movedAt: number | null;
  /** The instants of moves that excused days. */
  excusing: number[];
  traveled: Set<DayNumber>;
  breaks: Break[];
  members: Map<string, Member>;
  /** What plans asked before the member left and returned. */
  ended: Period[];
}

export const isInBreak = ({ breaks }: Life, day: DayNumber): boolean =>
  breaks.some(({ from, to }) => from <= day && day <= to);

/** Returns the test for days away: breaks, days that a move excused, and dates that the calendar left out. */
export const awayTest =
  (life: Life): DayTest =>
  (day) =>
    isInBreak(life, day) || life.traveled.has(day) || isSkipped(day, life.zone);

/** Returns true if the clock still takes a check-in for yesterday: before noon, and not within 24 hours of a move. */
export function isYesterdayOpen({ zone, movedAt }: Life, instant: number): boolean {
  return readClock(instant, zone).hour < 12 && (movedAt === null || instant - movedAt >= MOVED_MS);
}

/** Returns the present period of a membership: to the last day, the day of leaving or the day before the completion. */
export function periodOf({ zone }: Life, member: Member): Period {
  const { first, last, returned, left, completedAt } = member;
  const completed = completedAt === null ? last : dayAt(completedAt, zone) - 1;
  return { member, joined: returned, from: Math.max(first, returned), to: Math.min(last, left ?? last, completed) };
}
