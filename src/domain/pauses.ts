import { addDays, daysBetween, dayText, type LocalDay } from './days.ts';
import type { Life } from './life.ts';
import { PAUSE_AHEAD_DAYS, PAUSE_DAYS_A_YEAR } from './limits.ts';

/** Why a user takes a break; nobody else learns it. */
export const PAUSE_REASONS = ['ill', 'away', 'other'] as const;
export type PauseReason = (typeof PAUSE_REASONS)[number];

/** A break on its user's own calendar, both days included. */
export type PausedDays = { from_day: LocalDay; to_day: LocalDay };

/** The days in a row that may hold 42 paused ones. */
const YEAR = 365;

/** All days of these breaks. */
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

/** The break that `day` belongs to. A user's breaks never overlap, so there is at most one. */
export const pauseOn = <Pause extends PausedDays>(pauses: readonly Pause[], day: LocalDay): Pause | undefined =>
  pauses.find(({ from_day, to_day }) => from_day <= day && day <= to_day);

/** The first of the breaks that begin after `day`, undefined without one. */
export const nextPause = <Pause extends PausedDays>(pauses: readonly Pause[], day: LocalDay): Pause | undefined =>
  pauses.filter(({ from_day }) => from_day > day).sort((a, b) => (a.from_day < b.from_day ? -1 : 1))[0];

/** The number of days of a break. */
export const pauseLength = ({ from_day, to_day }: PausedDays): number => daysBetween(from_day, to_day) + 1;

/**
 * Why a break of the right length cannot be added to those that the user has, as the first rule that it breaks: it
 * begins before yesterday or more than 365 days ahead, overlaps another one, or would lead to more than 42 paused days
 * in some 365 days in a row. Null if it can (docs/rules.md#pauses).
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
  // One more than the limit lies within a year exactly where the first and the last of them do.
  const isTooMany = days.some((day, at) => {
    const last = days[at + PAUSE_DAYS_A_YEAR];
    return last !== undefined && daysBetween(day, last) < YEAR;
  });
  return isTooMany ? 'limit' : null;
}

/** How many of the 42 days are left in the fullest of all 365 days in a row that contain `day`; never below 0. */
export function pauseDaysLeft(pauses: readonly PausedDays[], day: LocalDay): number {
  const days = [...pausedDays(pauses)];
  // A window that does not begin with a paused day holds no more than one that begins with the next paused day.
  const starts = [day, ...days.filter((start) => start <= day && daysBetween(start, day) < YEAR)];
  const taken = starts.map((start) => days.filter((one) => one >= start && daysBetween(start, one) < YEAR).length);
  return Math.max(0, PAUSE_DAYS_A_YEAR - Math.max(...taken));
}
