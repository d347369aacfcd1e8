import { checkinInstant } from '#domain/checkins.ts';
import { dayNumber, dayText, skippedDays, startOfDay } from '#domain/days.ts';
import {
  type Away,
  type Clock,
  checkinDay,
  clockAt,
  type Day,
  type DaySet,
  EVERY_WEEKDAY,
  isExtra,
  type Life,
  type Membership,
  NO_DAYS,
  withDay,
} from '#domain/life.ts';
import { PAUSE_DAYS_MAX } from '#domain/limits.ts';
import { DAY_STATES } from '#domain/outcomes.ts';
import { type PausedDays, pauseLength, pauseOn, refusePause } from '#domain/pauses.ts';
import { type Schedule, weekdayBits } from '#domain/schedule.ts';
import { type DayStates, type MissionStanding, type Standing, standing } from '#domain/standing.ts';
import { isExcusing, type ZoneChange } from '#domain/travel.ts';
import {
  type Case,
  type CaseAnswer,
  type CaseEvent,
  type CasePlan,
  LETTERS,
  type PlanAnswer,
  type TriedCheckin,
  type TryEvent,
} from './cases.ts';

/**
 * Lives cases of the days standard with the domain's rules: events become a `Life`, without a server. A test lives the
 * same cases through HTTP.
 */

interface Member {
  schedule: Schedule;
  first: Day;
  last: Day;
  joined: Day;
  /** The day of the last return, or of joining. */
  returned: Day;
  /** The day of leaving, or null for a current member. */
  left: Day | null;
  completed_at: Date | null;
  days: DaySet;
}

interface Past {
  zone: string;
  moved: Day | null;
  excusing: ZoneChange[];
  breaks: PausedDays[];
  members: Map<string, Member>;
  /** The memberships before a member left and returned. */
  ended: Membership[];
}

/** Returns the current membership. A completed plan requires nothing from the day of its completion. */
function membershipOf(letter: string, member: Member, zone: string): Membership {
  const { schedule, first, last, joined, returned, left, completed_at, days } = member;
  const ends = [last, left ?? last, completed_at === null ? last : clockAt(completed_at, zone).today - 1];
  return {
    id: left === null ? letter : null,
    times: schedule.kind === 'weekly' ? schedule.times : null,
    weekdays: schedule.kind === 'weekdays' ? weekdayBits(schedule.days) : EVERY_WEEKDAY,
    ...{ first, last, returned, days },
    joined: left === null ? joined : returned,
    to: Math.min(...ends),
    running: left === null && completed_at === null,
  };
}

function lifeOf({ zone, moved, excusing, breaks, members, ended }: Past): Life {
  const away: Away[] = [
    ...breaks.map(({ from_day, to_day }): Away => {
      return { from: dayNumber(from_day), to: dayNumber(to_day), kind: 'break' };
    }),
    ...excusing.map(({ old_day, new_day }): Away => {
      return { from: dayNumber(old_day), to: dayNumber(new_day) - 1, kind: 'travel' };
    }),
    ...skippedDays(zone).map((day): Away => ({ from: dayNumber(day), to: dayNumber(day), kind: 'travel' })),
  ];
  const memberships = [...ended, ...[...members].map(([letter, member]) => membershipOf(letter, member, zone))];
  return { zone, moved, away, archived: NO_DAYS, memberships };
}

function join(past: Past, letter: string, { first_day, days, schedule }: CasePlan, at: Date): void {
  const first = dayNumber(first_day);
  const joined = clockAt(at, past.zone).today;
  past.members.set(letter, {
    ...{ schedule, first, last: first + days - 1, joined, returned: joined },
    ...{ left: null, completed_at: null, days: NO_DAYS },
  });
}

function tryCheckin(past: Past, event: TryEvent, now: Date): TriedCheckin {
  const member = past.members.get(event.plan);
  if (!member || member.left !== null) return null;
  const instant = (text: string | undefined) => (text === undefined ? undefined : new Date(text));
  const at = checkinInstant({ now, performed_at: instant(event.made_at), sent_at: instant(event.sent_at) });
  const membership = membershipOf(event.plan, member, past.zone);
  const day = checkinDay(lifeOf(past), membership, { now, at, yesterday: event.for === 'yesterday' });
  if (typeof day !== 'number') return null;
  member.days = withDay(member.days, day);
  return isExtra(membership, day) ? { day: dayText(day), extra: true } : { day: dayText(day) };
}

function move(past: Past, zone: string, now: Date): void {
  const [before, after] = [clockAt(now, past.zone).today, clockAt(now, zone).today];
  const change = { changed_at: now, old_day: dayText(before), new_day: dayText(after) };
  if (isExcusing(change, past.excusing)) past.excusing.push(change);
  [past.zone, past.moved] = [zone, after];
}

function takeBreak(past: Past, taken: PausedDays, today: Day): void {
  const hasLength = taken.from_day <= taken.to_day && pauseLength(taken) <= PAUSE_DAYS_MAX;
  if (hasLength && refusePause(taken, past.breaks, dayText(today)) === null) past.breaks.push(taken);
}

function endBreak(past: Past, today: Day): void {
  const running = pauseOn(past.breaks, dayText(today));
  if (!running) return;
  past.breaks = past.breaks.filter((one) => one !== running);
  const to_day = dayText(today - 1);
  if (running.from_day <= to_day) past.breaks.push({ ...running, to_day });
}

/** Restarts the membership. The period before stays unchanged. */
function comeBack(past: Past, letter: string, member: Member, today: Day): void {
  const before = membershipOf(letter, member, past.zone);
  const to = Math.min(before.to, today - 1);
  if (before.joined <= to) past.ended.push({ ...before, id: null, to, running: false });
  [member.left, member.returned] = [null, today];
}

function happenToPlan(past: Past, event: Extract<CaseEvent, { plan: string }>, today: Day, now: Date): void {
  const member = past.members.get(event.plan);
  // Before joining, the member can undo, leave and complete nothing.
  if (!member) return;
  if (event.do === 'take_back') member.days = withDay(member.days, dayNumber(event.day), false);
  else if (event.do === 'leave') member.left = today;
  else if (event.do === 'return') comeBack(past, event.plan, member, today);
  else if (event.do === 'complete') member.completed_at = now;
  else if (event.do === 'edit') {
    member.first = dayNumber(event.first_day);
    member.last = member.first + event.days - 1;
  }
}

function happen(past: Past, event: Exclude<CaseEvent, TryEvent>, now: Date): void {
  const { today } = clockAt(now, past.zone);
  if (event.do === 'move') move(past, event.zone, now);
  else if (event.do === 'break') takeBreak(past, { from_day: event.from, to_day: event.to }, today);
  else if (event.do === 'end_break') endBreak(past, today);
  else happenToPlan(past, event, today, now);
}

const toLetters = ({ states }: DayStates): string =>
  [...states].map((state) => ({ none: '', ...LETTERS })[DAY_STATES[state]!]).join('');

function answerPlan(found: MissionStanding): PlanAnswer {
  const { streak, longest, rest_days, planned, share, week, comebacks } = found;
  return {
    ...{ days: toLetters(found.days), streak, longest, rest_days, planned, share },
    ...{ due_today: found.due, needed_today: found.needed },
    yesterday: { can: found.can_yesterday, open: found.open_yesterday },
    week: week && { ...week, from: dayText(week.from), to: dayText(week.to) },
    comebacks: comebacks.map(dayText),
  };
}

export interface LivedCase {
  readonly answer: CaseAnswer;
  readonly life: Life;
  readonly clock: Clock;
  readonly standing: Standing;
}

export function runCase({ zone, plans, events, ask_at }: Case): LivedCase {
  const past: Past = { zone, moved: null, excusing: [], breaks: [], members: new Map(), ended: [] };
  const check_ins: TriedCheckin[] = [];
  const joinings = Object.entries(plans).map(([letter, plan]) => {
    const at = plan.joined_at === undefined ? startOfDay(plan.first_day, zone) : new Date(plan.joined_at);
    return { at, run: () => join(past, letter, plan, at) };
  });
  const happenings = events.map((event) => {
    const at = new Date(event.at);
    const run = () => {
      if (event.do === 'check_in') check_ins.push(tryCheckin(past, event, at));
      else happen(past, event, at);
    };
    return { at, run };
  });
  const now = new Date(ask_at);
  const steps = [...joinings, ...happenings].filter(({ at }) => at <= now);
  for (const { run } of steps.sort((one, other) => one.at.getTime() - other.at.getTime())) run();
  const [life, clock] = [lifeOf(past), clockAt(now, past.zone)];
  const found = standing(life, clock);
  const { days, streak, longest, rest_days } = found;
  const answer = {
    check_ins,
    plans: Object.fromEntries([...found.missions].map(([letter, one]) => [letter, answerPlan(one)])),
    own: { days: toLetters(days), streak, longest, rest_days },
  };
  return { answer, life, clock, standing: found };
}

export const liveCase = (one: Case): CaseAnswer => runCase(one).answer;
