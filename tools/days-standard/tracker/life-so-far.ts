import { type DayNumber, dayAt, isSkipped, readClock } from './clock.ts';
import type { DayTest, Member, Period } from './plans.ts';

export interface Break {
  from: DayNumber;
  to: DayNumber;
}

export interface Life {
  zone: string;
  /** The date of the last zone change, in the new zone. */
  moved: DayNumber | null;
  /** The instants of zone changes that excused days. */
  excusing: number[];
  traveled: Set<DayNumber>;
  breaks: Break[];
  members: Map<string, Member>;
  /** The periods before a member left and returned. */
  ended: Period[];
}

export const isInBreak = ({ breaks }: Life, day: DayNumber): boolean =>
  breaks.some(({ from, to }) => from <= day && day <= to);

/** Returns a test for days away: breaks, and past days that travel or the calendar skipped. */
export const awayTest =
  (life: Life, today: DayNumber): DayTest =>
  (day) =>
    isInBreak(life, day) || (day < today && (life.traveled.has(day) || isSkipped(day, life.zone)));

/** Returns true if yesterday can still be checked in: before noon, and not on the day of a zone change. */
export function isYesterdayOpen({ zone, moved }: Life, instant: number): boolean {
  const { day, hour } = readClock(instant, zone);
  return hour < 12 && moved !== day;
}

/** Returns the current period of a membership: to the last day, the day of leaving or the day before the completion. */
export function periodOf({ zone }: Life, member: Member): Period {
  const { first, last, returned, left, completedAt } = member;
  const completed = completedAt === null ? last : dayAt(completedAt, zone) - 1;
  return { member, joined: returned, from: Math.max(first, returned), to: Math.min(last, left ?? last, completed) };
}
