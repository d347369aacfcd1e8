import type { CasePlan } from '../cases.ts';
import { type DayNumber, toDay, weekdayOf } from './clock.ts';

/** A check-in as it was taken. */
interface Taken {
  readonly day: DayNumber;
  readonly instant: number;
  isExtra: boolean;
}

/** A member in a plan. */
export interface Member {
  readonly plan: CasePlan;
  readonly first: DayNumber;
  readonly last: DayNumber;
  readonly joinedAt: number;
  readonly joined: DayNumber;
  /** The day of the last return, or of joining. */
  returned: DayNumber;
  left: DayNumber | null;
  completedAt: number | null;
  taken: Taken[];
}

/** Days on which a plan asked something of the member: an ended period, or the present one. */
export interface Period {
  readonly member: Member;
  readonly joined: DayNumber;
  readonly from: DayNumber;
  readonly to: DayNumber;
}

export type DayTest = (day: DayNumber) => boolean;
/** The state of a day from the schedule and the check-ins only. */
export type DayOutcome = 'checked' | 'excused' | 'missed' | 'free';

const NAMES = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];

export const startWeek = ({ first }: Member, day: DayNumber): DayNumber => day - ((day - first) % 7);
const isTaken = ({ taken }: Member, day: DayNumber): boolean => taken.some((one) => one.day === day);

/** Returns the number of check-ins of a week that are not extra. */
export const countDone = (member: Member, week: DayNumber): number =>
  member.taken.filter(({ day, isExtra }) => !isExtra && day >= week && day < week + 7).length;

/** Returns true if the schedule has the weekday. A daily plan has all. */
export function isChosen({ plan: { schedule } }: Member, day: DayNumber): boolean {
  return schedule.kind !== 'weekdays' || (schedule.days as readonly string[]).includes(NAMES[weekdayOf(day)]!);
}

/** Returns true if one more check-in on this day would be extra. */
export function isExtra(member: Member, day: DayNumber): boolean {
  const { schedule } = member.plan;
  if (schedule.kind === 'weekly') return countDone(member, startWeek(member, day)) >= schedule.times;
  return !isChosen(member, day);
}

/** Returns the state of a day of the plan for someone who joined on `joined`. */
export function stateOf(member: Member, joined: DayNumber, isAway: DayTest, day: DayNumber): DayOutcome {
  const counts: DayTest = (one) => one >= joined && one <= member.last && !isAway(one);
  if (isTaken(member, day)) return 'checked';
  if (!counts(day)) return 'excused';
  const { schedule } = member.plan;
  if (schedule.kind !== 'weekly') return isChosen(member, day) ? 'missed' : 'free';
  const week = startWeek(member, day);
  let covered = 0;
  for (let one = week; one <= day; one += 1) covered += Number(isTaken(member, one)) + Number(!counts(one));
  return schedule.times - covered > 7 - (day - week + 1) ? 'missed' : 'free';
}

/** Returns what a week of times a week asks for, before a needed day adds to it. */
export function targetOf(member: Member, times: number, isAway: DayTest, day: DayNumber): number {
  const week = startWeek(member, day);
  const days = Array.from({ length: 7 }, (_, at) => week + at);
  const lost = days.filter((one) => one > member.last || isAway(one)).length;
  const left = days.filter((one) => one >= member.joined && one <= member.last && !isAway(one)).length;
  return Math.max(0, Math.min(times - lost, member.joined > week ? left : 7));
}

/** Returns a member who joined at an instant that is on `joined` of their calendar. */
export function join(plan: CasePlan, joinedAt: number, joined: DayNumber): Member {
  const first = toDay(plan.first_day);
  const last = first + plan.days - 1;
  return { plan, first, last, joinedAt, joined, returned: joined, left: null, completedAt: null, taken: [] };
}
