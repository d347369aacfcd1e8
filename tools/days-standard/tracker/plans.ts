import type { CasePlan } from '../cases.ts';
import { type DayNumber, toDay, weekdayOf } from './clock.ts';

export interface Member {
  readonly schedule: CasePlan['schedule'];
  first: DayNumber;
  last: DayNumber;
  readonly joined: DayNumber;
  /** The day of the last return, or of joining. */
  returned: DayNumber;
  left: DayNumber | null;
  completedAt: number | null;
  taken: ReadonlySet<DayNumber>;
}

/** Days when a plan required anything of the member: an ended period, or the current one. */
export interface Period {
  readonly member: Member;
  readonly joined: DayNumber;
  readonly from: DayNumber;
  readonly to: DayNumber;
}

export type DayTest = (day: DayNumber) => boolean;
type DayOutcome = 'checked' | 'excused' | 'missed' | 'free';

const NAMES = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];

export function listDays(from: DayNumber, to: DayNumber): DayNumber[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => from + at);
}

export function listWeek({ first }: Member, day: DayNumber): DayNumber[] {
  const start = first + Math.floor((day - first) / 7) * 7;
  return listDays(start, start + 6);
}

export function isChosen({ schedule }: Member, day: DayNumber): boolean {
  return schedule.kind !== 'weekdays' || (schedule.days as readonly string[]).includes(NAMES[weekdayOf(day)]!);
}

export function isExtra(member: Member, day: DayNumber): boolean {
  const { schedule, taken } = member;
  if (schedule.kind !== 'weekly') return !isChosen(member, day);
  return listWeek(member, day).filter((one) => one !== day && taken.has(one)).length >= schedule.times;
}

/** Returns the checked days of the plan that are not extra. In a week they are the first ones. */
export function listCounted(member: Member): DayNumber[] {
  const { schedule, taken, first, last, joined } = member;
  return listDays(Math.max(first, joined), last).filter((day) => {
    if (!taken.has(day)) return false;
    if (schedule.kind !== 'weekly') return isChosen(member, day);
    return listWeek(member, day).filter((one) => one < day && taken.has(one)).length < schedule.times;
  });
}

export function stateOf(member: Member, joined: DayNumber, isAway: DayTest, day: DayNumber): DayOutcome {
  const { schedule, taken } = member;
  const counts: DayTest = (one) => one >= joined && !isAway(one);
  if (taken.has(day)) return 'checked';
  if (!counts(day)) return 'excused';
  if (schedule.kind !== 'weekly') return isChosen(member, day) ? 'missed' : 'free';
  const week = listWeek(member, day);
  const past = week.filter((one) => one <= day);
  const done = past.filter((one) => taken.has(one)).length;
  const lost = past.filter((one) => !counts(one)).length;
  return done + lost + (week.length - past.length) < schedule.times ? 'missed' : 'free';
}

export function countOffered(member: Member, times: number, isAway: DayTest, day: DayNumber): number {
  const days = listWeek(member, day).filter((one) => one <= member.last && !isAway(one));
  const left = days.filter((one) => one >= member.joined).length;
  return Math.max(0, Math.min(times - (7 - days.length), left));
}

export function join({ first_day, days, schedule }: CasePlan, joined: DayNumber): Member {
  const first = toDay(first_day);
  return {
    ...{ schedule, first, last: first + days - 1, joined, returned: joined },
    ...{ left: null, completedAt: null, taken: new Set() },
  };
}
