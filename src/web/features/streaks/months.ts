import type { DayState, Streak } from '#contract/streaks.ts';
import { addDays, daysBetween, type LocalDay, weekdayOf } from '#domain/days.ts';
import type { StreakRun } from './ledger-text.ts';

export interface CalendarDay {
  day: LocalDay;
  date: number;
  /** Null for days that the ledger does not speak about. */
  state: DayState | null;
  /** Whether the day carries the streak. */
  carried: boolean;
}
/** Seven places, Monday first; null outside of the month. */
export type Week = (CalendarDay | null)[];
export interface CalendarMonth {
  name: string;
  first: LocalDay;
  /** Whether the ledger speaks about none of its days. */
  blank: boolean;
  weeks: Week[];
}

const MONTHS_SHOWN = 3;
const monthName = new Intl.DateTimeFormat('en-GB', { month: 'long', timeZone: 'UTC' });
const firstOf = (day: LocalDay): LocalDay => `${day.slice(0, 8)}01`;

function monthOf(first: LocalDay, states: ReadonlyMap<LocalDay, DayState>, run: StreakRun | null): CalendarMonth {
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
export function calendarMonths(days: Streak['days'], run: StreakRun | null): CalendarMonth[] {
  const last = days.at(-1);
  if (!last) return [];
  const states = new Map(days.map((entry) => [entry.day, entry.state]));
  const months: CalendarMonth[] = [];
  for (let first = firstOf(last.day); months.length < MONTHS_SHOWN; first = firstOf(addDays(first, -1)))
    months.push(monthOf(first, states, run));
  return months;
}
