import type { CaseAnswer, PlanAnswer } from '../cases.ts';
import { type DayNumber, dayAt, isSkipped } from './clock.ts';
import { awayTest, isInBreak, isYesterdayOpen, type Life, periodOf } from './life-so-far.ts';
import { countDone, type DayTest, isChosen, type Member, stateOf, targetOf } from './plans.ts';

const EVERY = 7;
const HELD_MAX = 2;
const IDLE_MAX = 21;
const IDLE_AHEAD_MAX = 42;

const LETTERS = { checked: 'c', excused: 'e', missed: 'm', free: 'f' } as const;

function listDays(from: DayNumber, to: DayNumber): DayNumber[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => from + at);
}

interface Run {
  readonly streak: number;
  readonly longest: number;
  readonly held: number;
  readonly last: DayNumber | null;
  /** The rest days that were spent. */
  readonly rest: readonly DayNumber[];
}

/** Counts a streak over its days. `every` is how many days earn a rest day. */
function countStreak(days: readonly DayNumber[], isBridged: DayTest, every = Number.POSITIVE_INFINITY): Run {
  let [streak, longest, held] = [0, 0, 0];
  let last: DayNumber | null = null;
  const rest: DayNumber[] = [];
  for (const day of days) {
    const gap = last === null ? [] : listDays(last + 1, day - 1).filter((one) => !isBridged(one));
    if (last !== null && gap.length <= held) {
      held -= gap.length;
      rest.push(...gap);
      streak += 1;
    } else streak = 1;
    if (streak % every === 0) held = Math.min(HELD_MAX, held + 1);
    longest = Math.max(longest, streak);
    last = day;
  }
  return { streak, longest, held, last, rest };
}

type OwnState = 'missed' | 'idle' | 'bridged';

/** Returns what the plans together say about a day without a check-in. */
function ownStateOf(life: Life, day: DayNumber): OwnState {
  const isAway = awayTest(life);
  const periods = [...life.ended, ...[...life.members.values()].map((member) => periodOf(life, member))];
  const asking = periods.filter(({ from, to }) => from <= day && day <= to);
  if (asking.length === 0) return 'idle';
  if (isAway(day)) return 'bridged';
  return asking.some(({ member, joined }) => stateOf(member, joined, isAway, day) === 'missed') ? 'missed' : 'bridged';
}

/** Returns the days of a gap that do not bridge the streak. */
function listUnbridged(life: Life, gap: readonly DayNumber[]): DayNumber[] {
  const isAway = awayTest(life);
  const states = new Map(gap.map((day) => [day, ownStateOf(life, day)] as const));
  const unbridged = gap.filter((day) => states.get(day) === 'missed');
  let stretch: DayNumber[] = [];
  const end = () => {
    const idle = stretch.filter((day) => !isAway(day));
    const max = isBeginningLater(life, idle[IDLE_MAX - 1]) ? IDLE_AHEAD_MAX : IDLE_MAX;
    if (idle.length > max) unbridged.push(...idle);
    stretch = [];
  };
  for (const day of gap) {
    if (states.get(day) === 'idle') stretch.push(day);
    else end();
  }
  end();
  return unbridged;
}

/** Returns true if the member was in a plan on that day that was still to begin. */
function isBeginningLater(life: Life, day: DayNumber | undefined): boolean {
  if (day === undefined) return false;
  const periods = [...life.ended, ...[...life.members.values()].map((member) => periodOf(life, member))];
  return periods.some(({ member, joined, to }) => joined <= day && day <= to && member.first > day);
}

interface Own {
  readonly streak: number;
  readonly longest: number;
  /** The missed days that rest days saved, those that the rest days still cover included. */
  readonly rest: ReadonlySet<DayNumber>;
}

function countOwn(life: Life, now: number): Own {
  const yesterday = dayAt(now, life.zone) - 1;
  const members = [...life.members.values()];
  const days = [...new Set(members.flatMap(({ taken }) => taken.map(({ day }) => day)))].sort(
    (one, other) => one - other,
  );
  const gaps = days.flatMap((day, at) => (at === 0 ? [] : [listDays(days[at - 1]! + 1, day - 1)]));
  const unbridged = new Set(gaps.flatMap((gap) => listUnbridged(life, gap)));
  const isAway = awayTest(life);
  const isOpen =
    isYesterdayOpen(life, now) &&
    !days.includes(yesterday) &&
    members.some((member) => {
      const { joined, from, to } = periodOf(life, member);
      const isRunning = member.left === null && member.completedAt === null && from <= yesterday && yesterday <= to;
      return isRunning && stateOf(member, joined, isAway, yesterday) === 'missed';
    });
  const closed = countStreak(days, (day) => !unbridged.has(day), EVERY);
  const run = isOpen ? countStreak(days, (day) => day === yesterday || !unbridged.has(day), EVERY) : closed;
  const gap = run.last === null ? [] : listUnbridged(life, listDays(run.last + 1, yesterday));
  const uncovered = gap.filter((day) => !(isOpen && day === yesterday));
  const isCovered = uncovered.length <= run.held;
  const streak = isCovered ? run.streak : 0;
  return {
    ...{ streak, longest: Math.max(closed.longest, streak) },
    rest: new Set([...run.rest, ...(isCovered ? uncovered : [])]),
  };
}

function answerPlan(life: Life, member: Member, own: Own, now: number): PlanAnswer {
  const today = dayAt(now, life.zone);
  const yesterday = today - 1;
  const { first, last, joined, taken } = member;
  const { schedule } = member.plan;
  const from = Math.max(first, joined);
  const isCompleted = member.completedAt !== null;
  // A day of travel is away once it is over: while it lasts, one can check in.
  const isAway: DayTest = (day) =>
    isInBreak(life, day) || isSkipped(day, life.zone) || (life.traveled.has(day) && (isCompleted || day < today));
  const read = (day: DayNumber) => stateOf(member, joined, isAway, day);
  const isOpen =
    !isCompleted &&
    isYesterdayOpen(life, now) &&
    yesterday >= from &&
    yesterday <= last &&
    read(yesterday) === 'missed';

  const days = taken.map(({ day }) => day).sort((one, other) => one - other);
  const isPossible =
    !isCompleted && today >= from && today <= last && !isAway(today) && days.every((day) => day < today);
  const needed_today = isPossible && read(today) === 'missed';
  const isWanted =
    schedule.kind === 'weekly'
      ? countDone(member, today - ((today - first) % 7)) < targetOf(member, schedule.times, isAway, today)
      : isChosen(member, today);
  const due_today = needed_today || (isPossible && isWanted);

  const letterOf = (day: DayNumber): string => {
    const state = read(day);
    if (day === today && !isCompleted && (state === 'missed' || state === 'free')) return due_today ? 'o' : 'f';
    if (state !== 'missed') return LETTERS[state];
    if (isOpen && day === yesterday) return 'o';
    return own.rest.has(day) ? 'r' : 'm';
  };
  const letters = listDays(from, Math.min(today, last)).map(letterOf);

  const isBridged: DayTest = (day) => own.rest.has(day) || (isOpen && day === yesterday) || read(day) !== 'missed';
  const run = countStreak(days, isBridged);
  const closed = countStreak(days, (day) => isBridged(day) && !(isOpen && day === yesterday));
  const gap = run.last === null ? [] : listDays(run.last + 1, Math.min(today, last + 1) - 1);
  const streak = gap.every(isBridged) ? run.streak : 0;

  const counted = taken.filter(({ day, isExtra }) => !isExtra && day >= from && day <= last).length;
  const over = listDays(from, Math.min(last, isCompleted ? today : isOpen ? yesterday - 1 : yesterday));
  const missed = over.filter((day) => read(day) === 'missed').length;
  const share = counted === 0 ? 0 : Math.round((100 * counted) / (counted + missed));
  return {
    ...{ days: letters.join(''), streak, longest: Math.max(closed.longest, streak), due_today, needed_today },
    share: missed > 0 ? Math.min(99, share) : share,
  };
}

/** Answers what a case asks about a life at an instant. */
export function answerCase(life: Life, now: number): Omit<CaseAnswer, 'check_ins'> {
  const own = countOwn(life, now);
  const members = [...life.members].filter(([, { left }]) => left === null);
  return {
    plans: Object.fromEntries(members.map(([letter, member]) => [letter, answerPlan(life, member, own, now)])),
    own: { streak: own.streak, longest: own.longest },
  };
}
