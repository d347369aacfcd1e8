import type { DayState, Streak } from '#contract/streaks.ts';
import type { LocalDay } from '#domain/days.ts';
import { LEDGER_DAYS } from '#domain/limits.ts';
import { pauseOn } from '#domain/pauses.ts';

export type Ledger = Pick<Streak, 'days' | 'streak_days' | 'longest_streak' | 'pauses'>;
type Pauses = Streak['pauses'];

/** A day's state as shown. Days of a break look different from travel, although both are excused. */
export type ShownState = DayState | 'break';

/** The days of the ledger that carry the current streak. Lists are oldest first. */
export interface StreakRun {
  from: LocalDay;
  to: LocalDay;
  checked: number;
  rest: LocalDay[];
  /** Days of travel. */
  excused: LocalDay[];
  /** Breaks with a day that carries the streak without a check-in. */
  pauses: Pauses;
  /** Days that no mission required. */
  free: LocalDay[];
  /** Rest days that the next check-in will spend. */
  waiting: LocalDay[];
  /** Whether it includes yesterday, so far without a check-in. */
  isOpen: boolean;
  /** Whether the streak is older than the ledger. */
  began_before: boolean;
}

/** Finds the current run backward from today. Returns null if the ledger shows no day of a streak. */
export function findRun({ days, streak_days, pauses }: Ledger): StreakRun | null {
  const closed = days.at(-1)?.state === 'open' ? days.slice(0, -1) : days;
  let start = closed.length;
  let checked = 0;
  while (start > 0 && checked < streak_days && closed[start - 1]!.state !== 'missed') {
    start -= 1;
    if (closed[start]!.state === 'checked') checked += 1;
  }
  const began_before = start === 0 && days.length === LEDGER_DAYS && checked < streak_days;
  // A run starts with a check-in, unless it starts before the ledger.
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
