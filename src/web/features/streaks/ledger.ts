import type { DayState, Streak } from '#contract/streaks.ts';
import type { LocalDay } from '#domain/days.ts';
import { IDLE_DAYS_MAX, LEDGER_DAYS } from '#domain/limits.ts';
import { pauseOn } from '#domain/pauses.ts';
import { longDay } from '#web/lib/format.ts';

export type Ledger = Pick<Streak, 'days' | 'streak_days' | 'longest_streak' | 'pauses'>;
type Pauses = Streak['pauses'];

/** How a day looks: days of a break are told apart from those of a journey, which are excused as well. */
export type ShownState = DayState | 'break';

/** The days that carry the current streak, as far as the ledger shows them. Lists are oldest first. */
export interface StreakRun {
  from: LocalDay;
  to: LocalDay;
  checked: number;
  rest: LocalDay[];
  /** Days of travel. */
  excused: LocalDay[];
  /** Breaks with a day that carries the streak without a check-in. */
  pauses: Pauses;
  /** Days that no mission asked for. */
  free: LocalDay[];
  /** Rest days that the next check-in will spend. */
  waiting: LocalDay[];
  /** Yesterday is among them, without a check-in so far. */
  isOpen: boolean;
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
    isOpen: carried.some(({ state }) => state === 'open'),
    began_before,
  };
}

const dayMonth = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' });
const short = (day: LocalDay): string => dayMonth.format(new Date(`${day}T00:00:00Z`));
const inDays = (n: number): string => (n === 1 ? '**1 day**' : `**${n} days**`);

function startText(run: StreakRun, streakDays: number): string {
  if (run.began_before)
    // Rest days may make a younger streak reach back as far; and "a" would not go with eight hundred.
    return streakDays > LEDGER_DAYS && streakDays < 800
      ? `You're on a **${streakDays}-day** streak, longer than the ${LEDGER_DAYS} days shown here.`
      : `Your **${streakDays}-day** streak began before the ${LEDGER_DAYS} days shown here.`;
  if (streakDays === 1) return `Your streak began on **${longDay(run.from)}**.`;
  const bridged =
    run.isOpen || [run.rest, run.excused, run.pauses, run.free, run.waiting].some((days) => days.length > 0);
  if (!bridged) return `You've checked in **${streakDays} days** in a row, since ${longDay(run.from)}.`;
  return `You've checked in on **${streakDays} days** since ${longDay(run.from)}.`;
}

function restText(days: LocalDay[]): string | null {
  const [first, second] = days;
  if (!first) return null;
  if (!second) return `A **day** was saved: ${short(first)}.`;
  if (days.length === 2) return `**2 days** were saved: ${short(first)} and ${short(second)}.`;
  return `**${days.length} days** were saved, most recently ${short(days.at(-1)!)}.`;
}

function excusedText(days: LocalDay[]): string | null {
  const [first, second] = days;
  if (!first) return null;
  if (!second) return `A **day of travel** on ${short(first)} is excused.`;
  if (days.length === 2) return `**Days of travel** on ${short(first)} and ${short(second)} are excused.`;
  return `**${days.length} days of travel** are excused, most recently on ${short(days.at(-1)!)}.`;
}

function pauseText(pauses: Pauses): string | null {
  const last = pauses.at(-1);
  if (!last) return null;
  const [from, to] = [short(last.from_day), short(last.to_day)];
  if (pauses.length === 1)
    return from === to ? `Your **break** on ${from} is excused.` : `Your **break** from ${from} to ${to} is excused.`;
  return from === to
    ? `**${pauses.length} breaks** are excused, most recently on ${from}.`
    : `**${pauses.length} breaks** are excused, most recently from ${from} to ${to}.`;
}

function waitingText([first, second]: LocalDay[]): string | null {
  if (!first) return null;
  if (!second) return `A **save** is held for ${short(first)} until you check in again.`;
  return `**2 saves** are held for ${short(first)} and ${short(second)} until you check in again.`;
}

/** What the days without a check-in do. */
function ruleText(saved: boolean, off: boolean): string | null {
  if (!saved && !off) return null;
  const days = saved && off ? 'Saved days and days off' : saved ? 'Saved days' : 'Days off';
  return `${days} protect your streak but don't add to it.`;
}

/** Whether the last streak ended because no mission asked for so long, and not because a day was missed. */
function endedIdle(days: Ledger['days']): boolean {
  const since = days.slice(days.findLastIndex(({ state }) => state === 'checked') + 1);
  const free = since.filter(({ state }) => state === 'free').length;
  return free > IDLE_DAYS_MAX && !since.some(({ state }) => state === 'missed');
}

function noStreakText({ days, longest_streak }: Ledger): string[] {
  if (longest_streak === 0 && !days.some((entry) => entry.state === 'checked'))
    return ['Your streak starts with your first check-in.'];
  return [
    endedIdle(days)
      ? 'No mission asked for three weeks, so your next check-in starts a new streak.'
      : 'Your next check-in starts a new streak.',
    ...(longest_streak > 0 ? [`Your longest so far: ${inDays(longest_streak)}.`] : []),
  ];
}

/** Why the streak is what it is, in whole sentences; the important words are between `**`. */
export function streakText(ledger: Ledger): string[] {
  if (ledger.streak_days === 0) return noStreakText(ledger);
  const run = findRun(ledger);
  // After travelling west, the check-in that carries the streak may be on a day that has not come yet.
  if (!run) return [`Your streak is ${inDays(ledger.streak_days)}.`];
  const isOpen = ledger.days.at(-1)?.state === 'open' && (run.began_before || run.checked === ledger.streak_days);
  return [
    startText(run, ledger.streak_days),
    restText(run.rest),
    excusedText(run.excused),
    pauseText(run.pauses),
    waitingText(run.waiting),
    ruleText(run.rest.length + run.waiting.length > 0, run.excused.length + run.pauses.length + run.free.length > 0),
    run.isOpen ? 'Yesterday is **open** until noon.' : null,
    isOpen ? `Check in today to make it **${ledger.streak_days + 1}**.` : null,
  ].filter((sentence) => sentence !== null);
}
