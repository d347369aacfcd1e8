import type { DayState, Streak } from '#contract/streaks.ts';
import { addDays, daysBetween, type LocalDay, weekdayOf } from '#domain/days.ts';
import { LEDGER_DAYS } from '#domain/limits.ts';
import { pauseOn } from '#domain/pauses.ts';
import { longDay } from '#web/lib/format.ts';

type Ledger = Pick<Streak, 'days' | 'streak_days' | 'longest_streak' | 'pauses'>;
type Pauses = Streak['pauses'];

/** How a day looks: days of a break are told apart from those of a journey, which are excused as well. */
export type ShownState = DayState | 'break';

/** The days that carry the current streak, as far as the ledger shows them. Lists are oldest first. */
interface StreakRun {
  from: LocalDay;
  to: LocalDay;
  checked: number;
  rest: LocalDay[];
  /** Days of travel. */
  excused: LocalDay[];
  /** Breaks with a day that carries the streak without a check-in. */
  pauses: Pauses;
  free: LocalDay[];
  /** Rest days that the next check-in will spend. */
  waiting: LocalDay[];
  /** The streak is older than the ledger. */
  began_before: boolean;
}

/** The current run, read backwards from today; null when there is no streak or the ledger shows no day of it. */
export function findRun({ days, streak_days, pauses }: Ledger): StreakRun | null {
  const closed = days.at(-1)?.state === 'open' ? days.slice(0, -1) : days;
  let start = closed.length;
  let checked = 0;
  while (start > 0 && checked < streak_days && closed[start - 1]!.state !== 'missed') {
    start -= 1;
    if (closed[start]!.state === 'checked') checked += 1;
  }
  const began_before = start === 0 && days.length === LEDGER_DAYS && checked < streak_days;
  // Days without a check-in cannot begin a run, unless its beginning lies before the ledger.
  while (!began_before && start < closed.length && closed[start]!.state !== 'checked') start += 1;
  const carried = closed.slice(start);
  const last = carried.map((entry) => entry.state).lastIndexOf('checked');
  if (last < 0) return null;
  const daysThatAre = (state: 'rest' | 'excused' | 'free', from: number, to = carried.length) =>
    carried.slice(from, to).flatMap((entry) => (entry.state === state ? [entry.day] : []));
  const excused = daysThatAre('excused', 0);
  return {
    from: carried[0]!.day,
    to: carried.at(-1)!.day,
    checked,
    rest: daysThatAre('rest', 0, last),
    excused: excused.filter((day) => !pauseOn(pauses, day)),
    pauses: pauses.filter((pause) => excused.some((day) => pauseOn([pause], day))),
    free: daysThatAre('free', 0),
    waiting: daysThatAre('rest', last),
    began_before,
  };
}

const dayMonth = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' });
const short = (day: LocalDay): string => dayMonth.format(new Date(`${day}T00:00:00Z`));
const inDays = (n: number): string => (n === 1 ? '**1 day**' : `**${n} days**`);

function startText(run: StreakRun, streakDays: number): string {
  if (run.began_before)
    return `Your streak of ${inDays(streakDays)} began before the ${LEDGER_DAYS} days that this calendar remembers.`;
  if (streakDays === 1) return `Your streak began on **${longDay(run.from)}**.`;
  const bridged = [run.rest, run.excused, run.pauses, run.free, run.waiting].some((days) => days.length > 0);
  if (!bridged) return `You have checked in on ${inDays(streakDays)} in a row, since ${longDay(run.from)}.`;
  return `You have checked in on ${inDays(streakDays)} since ${longDay(run.from)}.`;
}

function restText(days: LocalDay[]): string | null {
  const [first, second] = days;
  if (!first) return null;
  if (!second) return `A **rest day** on ${short(first)} kept the thread whole.`;
  if (days.length === 2) return `**Rest days** on ${short(first)} and ${short(second)} kept the thread whole.`;
  return `**${days.length} rest days** kept the thread whole, the latest on ${short(days.at(-1)!)}.`;
}

function excusedText(days: LocalDay[]): string | null {
  const [first, second] = days;
  if (!first) return null;
  if (!second) return `A **day of travel** on ${short(first)} is excused.`;
  if (days.length === 2) return `**Days of travel** on ${short(first)} and ${short(second)} are excused.`;
  return `**${days.length} days of travel** are excused, the latest on ${short(days.at(-1)!)}.`;
}

const inWords = ({ from_day, to_day }: Pauses[number]): string =>
  from_day === to_day ? `on ${short(from_day)}` : `from ${short(from_day)} to ${short(to_day)}`;

function pauseText(pauses: Pauses): string | null {
  const [first, second] = pauses;
  if (!first) return null;
  if (!second) return `Your **break** ${inWords(first)} is excused.`;
  if (pauses.length === 2) return `Your **breaks** ${inWords(first)} and ${inWords(second)} are excused.`;
  return `**${pauses.length} breaks** are excused, the latest ${inWords(pauses.at(-1)!)}.`;
}

function waitingText([first, second]: LocalDay[]): string | null {
  if (!first) return null;
  if (!second) return `A **rest day** is holding ${short(first)} for you until your next check-in.`;
  return `**Rest days** are holding ${short(first)} and ${short(second)} for you until your next check-in.`;
}

const list = new Intl.ListFormat('en-GB', { type: 'conjunction' });

function ruleText(rest: boolean, excused: boolean, free: boolean): string | null {
  const kinds = [rest && 'rest days', excused && 'excused days', free && 'free days'].filter((kind) => kind !== false);
  if (kinds.length === 0) return null;
  const named = list.format(kinds);
  return `${named.charAt(0).toUpperCase()}${named.slice(1)} carry a streak and do not add to it.`;
}

function noStreakText({ days, longest_streak }: Ledger): string[] {
  if (longest_streak === 0 && !days.some((entry) => entry.state === 'checked'))
    return ['Your streak begins with your first check-in.'];
  return [
    'Your next check-in begins a new streak.',
    ...(longest_streak > 0 ? [`Your longest so far is ${inDays(longest_streak)}, and it stays yours.`] : []),
  ];
}

/** Why the streak is what it is, in whole sentences; the important words are between `**`. */
export function streakText(ledger: Ledger): string[] {
  if (ledger.streak_days === 0) return noStreakText(ledger);
  const run = findRun(ledger);
  // After travelling west, the check-in that carries the streak may be on a day that has not come yet.
  if (!run) return [`Your streak stands at ${inDays(ledger.streak_days)}.`];
  const isOpen = ledger.days.at(-1)?.state === 'open' && (run.began_before || run.checked === ledger.streak_days);
  return [
    startText(run, ledger.streak_days),
    restText(run.rest),
    excusedText(run.excused),
    pauseText(run.pauses),
    waitingText(run.waiting),
    ruleText(run.rest.length + run.waiting.length > 0, run.excused.length + run.pauses.length > 0, run.free.length > 0),
    isOpen ? `Today is still open: a check-in makes it ${inDays(ledger.streak_days + 1)}.` : null,
  ].filter((sentence) => sentence !== null);
}

export interface CalendarDay {
  day: LocalDay;
  date: number;
  /** Null for days outside the ledger. */
  state: ShownState | null;
  /** Whether the day carries the streak. */
  carried: boolean;
}
/** Seven places, Monday first; null outside of the month. */
export type Week = (CalendarDay | null)[];
export interface CalendarMonth {
  name: string;
  first: LocalDay;
  /** Whether all of its days are outside the ledger. */
  blank: boolean;
  weeks: Week[];
}

const MONTHS_SHOWN = 3;
const monthName = new Intl.DateTimeFormat('en-GB', { month: 'long', timeZone: 'UTC' });
const firstOf = (day: LocalDay): LocalDay => `${day.slice(0, 8)}01`;

function monthOf(first: LocalDay, states: ReadonlyMap<LocalDay, ShownState>, run: StreakRun | null): CalendarMonth {
  const lead = weekdayOf(first);
  const length = daysBetween(first, firstOf(addDays(first, 31)));
  const place = (index: number): CalendarDay | null => {
    if (index < lead || index >= lead + length) return null;
    const day = addDays(first, index - lead);
    const state = states.get(day) ?? null;
    return {
      day,
      date: index - lead + 1,
      state,
      carried: state !== null && run !== null && day >= run.from && day <= run.to,
    };
  };
  const weeks = Array.from({ length: Math.ceil((lead + length) / 7) }, (_, week) =>
    Array.from({ length: 7 }, (_, weekday) => place(week * 7 + weekday)),
  );
  const blank = weeks.flat().every((entry) => !entry?.state);
  return { name: monthName.format(new Date(`${first}T00:00:00Z`)), first, blank, weeks };
}

/** The three calendar months that end with the ledger's last day, newest first; none for an empty ledger. */
export function calendarMonths(
  { days, pauses }: Pick<Ledger, 'days' | 'pauses'>,
  run: StreakRun | null,
): CalendarMonth[] {
  const last = days.at(-1);
  if (!last) return [];
  const shown = ({ day, state }: Streak['days'][number]): ShownState =>
    state === 'excused' && pauseOn(pauses, day) ? 'break' : state;
  const states = new Map(days.map((entry) => [entry.day, shown(entry)]));
  const months: CalendarMonth[] = [];
  for (let first = firstOf(last.day); months.length < MONTHS_SHOWN; first = firstOf(addDays(first, -1)))
    months.push(monthOf(first, states, run));
  return months;
}
