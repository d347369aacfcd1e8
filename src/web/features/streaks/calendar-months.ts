import type { Streak } from '#contract/streaks.ts';
import { addDays, daysBetween, type LocalDay, weekdayOf } from '#domain/days.ts';
import { pauseOn } from '#domain/pauses.ts';
import type { Ledger, ShownState, StreakRun } from './ledger.ts';

export interface CalendarDay {
  day: LocalDay;
  date: number;
  /** Null for days outside the ledger. */
  state: ShownState | null;
  /** Whether the day carries the streak. */
  carried: boolean;
}
/** Seven days, starting on the first weekday. A day outside the month is null. */
export type Week = (CalendarDay | null)[];
export interface CalendarMonth {
  first: LocalDay;
  weeks: Week[];
}

/** The number of months to show, unless the streak is longer. */
const MONTHS = 3;
const firstOf = (day: LocalDay): LocalDay => `${day.slice(0, 8)}01`;

interface Shown {
  states: ReadonlyMap<LocalDay, ShownState>;
  run: StreakRun | null;
  firstWeekday: number;
}

function monthOf(first: LocalDay, { states, run, firstWeekday }: Shown): CalendarMonth {
  const lead = (weekdayOf(first) - firstWeekday + 7) % 7;
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
  return { first, weeks };
}

/**
 * Returns the ledger's months, newest first; more than three only if the streak goes back further. Weeks start with
 * `firstWeekday`, 0 for Monday.
 */
export function calendarMonths(
  { days, pauses }: Pick<Ledger, 'days' | 'pauses'>,
  run: StreakRun | null,
  firstWeekday = 0,
): CalendarMonth[] {
  const last = days.at(-1);
  if (!last) return [];
  const shown = ({ day, state }: Streak['days'][number]): ShownState =>
    state === 'excused' && pauseOn(pauses, day) ? 'break' : state;
  const states = new Map(days.map((entry) => [entry.day, shown(entry)]));
  const months: CalendarMonth[] = [];
  const began = firstOf(run?.from ?? last.day);
  const oldest = firstOf(days[0]!.day);
  const isShown = (first: LocalDay) => first >= (months.length < MONTHS ? oldest : began);
  for (let first = firstOf(last.day); isShown(first); first = firstOf(addDays(first, -1)))
    months.push(monthOf(first, { states, run, firstWeekday }));
  return months;
}
