import type { CaseAnswer, OwnAnswer, PlanAnswer } from '../cases.ts';
import { type DayNumber, dayAt, toText } from './clock.ts';
import { awayTest, isInBreak, isYesterdayOpen, type Life, periodOf } from './life-so-far.ts';
import {
  countOffered,
  type DayTest,
  isChosen,
  isExtra,
  listCounted,
  listDays,
  listWeek,
  type Member,
  stateOf,
} from './plans.ts';
import { countStreak, type Gap, type Run } from './streaks.ts';

const IDLE_MAX = 42;
const COMEBACK = 3;

const LETTERS = { checked: 'c', excused: 'e', missed: 'm', free: 'f' } as const;

interface Moment {
  readonly life: Life;
  readonly today: DayNumber;
  readonly isAway: DayTest;
  /** Whether check-ins for yesterday are accepted. */
  readonly isOpen: boolean;
}

const sort = (days: Iterable<DayNumber>): DayNumber[] => [...days].sort((one, other) => one - other);

type OwnState = 'idle' | 'away' | 'free' | 'missed' | 'open';

function ownStateOf({ life, today, isAway, isOpen }: Moment, day: DayNumber): OwnState {
  if (isAway(day)) return 'away';
  const periods = [...life.ended, ...[...life.members.values()].map((member) => periodOf(life, member))];
  const asking = periods.filter(({ from, to }) => from <= day && day <= to);
  if (asking.length === 0) return 'idle';
  const states = asking.map(({ member, joined }) => stateOf(member, joined, isAway, day));
  if (!states.includes('missed') && !states.includes('checked')) return 'free';
  const takesIt = asking.some(({ member }, at) => {
    return states[at] === 'missed' && [...life.members.values()].includes(member) && isRunning(member);
  });
  return isOpen && day === today - 1 && takesIt ? 'open' : 'missed';
}

const isRunning = ({ left, completedAt }: Member): boolean => left === null && completedAt === null;

/** Returns what a gap of the person's own streak costs. Days away are not idle, and do not interrupt idle days. */
function findOwnGap(moment: Moment, gap: readonly DayNumber[]): Gap {
  const over = gap.filter((day) => day < moment.today);
  const states = over.map((day) => ownStateOf(moment, day));
  const stretches = states.filter((state) => state !== 'away').join(' ');
  const idle = stretches.split(/free|missed|open/).map((stretch) => stretch.split('idle').length - 1);
  return {
    missed: over.filter((_, at) => states[at] === 'missed'),
    isTooLong: idle.some((count) => count > IDLE_MAX),
  };
}

interface Own {
  readonly run: Run;
  readonly days: readonly DayNumber[];
}

function countOwn(moment: Moment): Own {
  const days = sort(new Set([...moment.life.members.values()].flatMap(({ taken }) => [...taken])));
  return { run: countStreak(days, moment.today - 1, (gap) => findOwnGap(moment, gap)), days };
}

function listSavedAtEnd(moment: Moment, own: Own, last: DayNumber): ReadonlySet<DayNumber> {
  if (last >= moment.today) return new Set();
  const days = own.days.filter((day) => day <= last);
  const run = countStreak(days, last, (gap) => findOwnGap(moment, gap));
  return new Set([...run.rest].filter((day) => day > (days.at(-1) ?? last)));
}

function answerPlan(moment: Moment, member: Member, own: Own): PlanAnswer {
  const { life, today, isAway } = moment;
  const { first, last, joined, returned, taken, schedule } = member;
  const yesterday = today - 1;
  const from = Math.max(first, joined);
  const has: DayTest = (day) => from <= day && day <= last;
  const isMissed: DayTest = (day) => has(day) && stateOf(member, joined, isAway, day) === 'missed';
  const takesYesterday = moment.isOpen && isRunning(member) && has(yesterday);
  const isOpen = takesYesterday && isMissed(yesterday);
  const saved = listSavedAtEnd(moment, own, last);
  const isSaved: DayTest = (day) => own.run.rest.has(day) || saved.has(day);
  const isLost: DayTest = (day) => day < today && isMissed(day) && !(isOpen && day === yesterday);

  const days = sort(taken);
  const run = countStreak(days, yesterday, (gap) => ({ missed: gap.filter(isLost) }), isSaved);
  const comebacks = days.filter((day) => {
    const since = Math.max(returned, (days.findLast((one) => one < day) ?? from - 1) + 1);
    return listDays(since, day - 1).filter((one) => one < today && isMissed(one) && !isSaved(one)).length >= COMEBACK;
  });

  const isToday = has(today) && !taken.has(today);
  const times = schedule.kind === 'weekly' ? schedule.times : 0;
  const week = listWeek(member, today);
  const done = week.filter((day) => taken.has(day) && day <= last).length;
  const offered = countOffered(member, times, isAway, today);
  const isOffered = !isInBreak(life, today) && (times > 0 ? done < offered : isChosen(member, today));
  const isWanted = isOffered || isMissed(today);
  const isAsked = isToday && isRunning(member);
  const counted = listCounted(member).length;
  const all = listDays(from, last).filter(isMissed).length;
  const missed = isRunning(member) ? listDays(from, last).filter(isLost).length : all;
  const share = counted === 0 ? 0 : Math.round((100 * counted) / (counted + missed));

  const letterOf = (day: DayNumber): string => {
    const state = stateOf(member, joined, isAway, day);
    if (day === today && isToday && !isInBreak(life, day)) {
      if (isAsked) return isWanted ? 'o' : 'f';
      return LETTERS[state === 'missed' ? 'missed' : 'free'];
    }
    if (state !== 'missed') return LETTERS[state];
    if (isOpen && day === yesterday) return 'o';
    return run.rest.has(day) || isSaved(day) ? 'r' : 'm';
  };
  const bounds = { from: toText(week[0]!), to: toText(Math.min(week[6]!, last)) };
  const inWeek = Math.min(times, done);
  return {
    days: listDays(from, Math.min(today, last)).map(letterOf).join(''),
    ...{ streak: run.streak, longest: run.longest, rest_days: run.held },
    due_today: isAsked && isWanted,
    needed_today: isAsked && isMissed(today),
    yesterday: { can: takesYesterday && !taken.has(yesterday) && !isExtra(member, yesterday), open: isOpen },
    week:
      times > 0 && first <= today && today <= last
        ? { ...bounds, done: inWeek, target: Math.max(offered, inWeek + week.filter(isMissed).length) }
        : null,
    planned: counted + all,
    share: missed > 0 ? Math.min(99, share) : share,
    comebacks: comebacks.map(toText),
  };
}

function answerOwn(moment: Moment, { run, days }: Own, isDue: boolean): OwnAnswer {
  const { life, today } = moment;
  const letterOf = (day: DayNumber): string => {
    if (days.includes(day)) return 'c';
    if (day === today) return isInBreak(life, day) ? 'e' : isDue ? 'o' : 'f';
    const state = ownStateOf(moment, day);
    if (state === 'missed') return run.rest.has(day) ? 'r' : 'm';
    return { idle: 'f', free: 'f', away: 'e', open: 'o' }[state];
  };
  const letters = listDays(Math.min(today, days[0] ?? today), today).map(letterOf);
  return { days: letters.join(''), streak: run.streak, longest: run.longest, rest_days: run.held };
}

export function answerCase(life: Life, now: number): Omit<CaseAnswer, 'check_ins'> {
  const today = dayAt(now, life.zone);
  const moment: Moment = { life, today, isAway: awayTest(life, today), isOpen: isYesterdayOpen(life, now) };
  const own = countOwn(moment);
  const plans = [...life.members]
    .filter(([, { left }]) => left === null)
    .map(([letter, member]) => [letter, answerPlan(moment, member, own)] as const);
  return {
    plans: Object.fromEntries(plans),
    own: answerOwn(
      moment,
      own,
      plans.some(([, { due_today }]) => due_today),
    ),
  };
}
