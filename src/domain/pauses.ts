import { addDays, daysBetween, dayText, type LocalDay } from './days.ts';
import type { Life } from './life.ts';
import { PAUSE_AHEAD_DAYS, PAUSE_DAYS_A_YEAR } from './limits.ts';

/** Why a user takes a break. Only that user sees it. */
export const PAUSE_REASONS = ['ill', 'away', 'other'] as const;
export type PauseReason = (typeof PAUSE_REASONS)[number];

/** A break on its user's own calendar, both days included. */
export type PausedDays = { from_day: LocalDay; to_day: LocalDay };

const YEAR = 365;

/** Returns all days of these breaks. */
export function pausedDays(pauses: readonly PausedDays[]): Set<LocalDay> {
  const days = new Set<LocalDay>();
  for (const { from_day, to_day } of pauses)
    for (let day = from_day; day <= to_day; day = addDays(day, 1)) days.add(day);
  return days;
}

/** Returns the breaks of a life, the earliest first. */
export const breaksOf = ({ away }: Pick<Life, 'away'>): PausedDays[] =>
  away
    .filter(({ kind }) => kind === 'break')
    .sort((one, other) => one.from - other.from)
    .map(({ from, to }) => ({ from_day: dayText(from), to_day: dayText(to) }));

/** Returns the break that contains `day`. A user's breaks never overlap. */
export const pauseOn = <Pause extends PausedDays>(pauses: readonly Pause[], day: LocalDay): Pause | undefined =>
  pauses.find(({ from_day, to_day }) => from_day <= day && day <= to_day);

/** Returns the earliest break that starts after `day`, or undefined. */
export const nextPause = <Pause extends PausedDays>(pauses: readonly Pause[], day: LocalDay): Pause | undefined =>
  pauses.filter(({ from_day }) => from_day > day).sort((a, b) => (a.from_day < b.from_day ? -1 : 1))[0];

/** Counts the days of a break. */
export const pauseLength = ({ from_day, to_day }: PausedDays): number => daysBetween(from_day, to_day) + 1;

/**
 * Returns the first rule that forbids adding a break of allowed length, or null. A break must not start before
 * yesterday or more than 365 days ahead, or overlap another break. No 365 days in a row may have more than 42 paused
 * days (docs/rules.md#pauses).
 */
export function refusePause(
  pause: PausedDays,
  others: readonly PausedDays[],
  today: LocalDay,
): 'in_past' | 'too_far' | 'overlaps' | 'limit' | null {
  if (pause.from_day < addDays(today, -1)) return 'in_past';
  if (pause.from_day > addDays(today, PAUSE_AHEAD_DAYS)) return 'too_far';
  if (others.some((other) => other.from_day <= pause.to_day && pause.from_day <= other.to_day)) return 'overlaps';
  const days = [...pausedDays([...others, pause])].sort();
  // The limit is exceeded exactly if a paused day and the 42nd paused day after it lie within a year.
  const isTooMany = days.some((day, at) => {
    const last = days[at + PAUSE_DAYS_A_YEAR];
    return last !== undefined && daysBetween(day, last) < YEAR;
  });
  return isTooMany ? 'limit' : null;
}

/** Counts how many of the 42 days are left in the fullest 365 days that contain `day`; never below 0. */
export function pauseDaysLeft(pauses: readonly PausedDays[], day: LocalDay): number {
  const days = [...pausedDays(pauses)];
  // Windows that start on a paused day are enough: moving a window to the next paused day loses none.
  const starts = [day, ...days.filter((start) => start <= day && daysBetween(start, day) < YEAR)];
  const taken = starts.map((start) => days.filter((one) => one >= start && daysBetween(start, one) < YEAR).length);
  return Math.max(0, PAUSE_DAYS_A_YEAR - Math.max(...taken));
}
