import { addDays, type LocalDay, weekdayOf } from './days.ts';
import { INSIGHT_MONTHS, INSIGHT_WEEKS } from './limits.ts';

/** Returns the first day of the earliest of `count` calendar months; the last is the month of `today`. */
export function firstOfMonths(today: LocalDay, count: number): LocalDay {
  const months = Number(today.slice(0, 4)) * 12 + Number(today.slice(5, 7)) - count;
  const year = String(Math.floor(months / 12)).padStart(4, '0');
  return `${year}-${String((months % 12) + 1).padStart(2, '0')}-01`;
}

/** Returns the Monday of the week of `day`. */
export const mondayOf = (day: LocalDay): LocalDay => addDays(day, -weekdayOf(day));

/** Returns the first day of the month of `day`. */
export const monthOf = (day: LocalDay): LocalDay => `${day.slice(0, 7)}-01`;

/** Returns the Mondays of the 12 weeks that end with the week of `today`, oldest first. */
export const weeksUntil = (today: LocalDay): LocalDay[] =>
  Array.from({ length: INSIGHT_WEEKS }, (_, i) => addDays(mondayOf(today), 7 * (i - INSIGHT_WEEKS + 1)));

/** Returns the first days of the 12 calendar months that end with the month of `today`, oldest first. */
export const monthsUntil = (today: LocalDay): LocalDay[] =>
  Array.from({ length: INSIGHT_MONTHS }, (_, i) => firstOfMonths(today, INSIGHT_MONTHS - i));

/** The number of days when a check-in was possible, and how many of them have one. */
export type DayShare = { days_open: number; days_checked: number };

const shareOf = ({ days_open, days_checked }: DayShare) => (days_open === 0 ? 0 : days_checked / days_open);

/** A weekday with fewer open days than this is never named. */
const MIN_OPEN_DAYS = 2;

/** A weekday is hard only below this share, and only this far below the best weekday. */
const HARD_BELOW = 0.7;
const HARD_DISTANCE = 0.2;

/**
 * Returns the weekdays (0 for Monday) with the highest and the lowest share of open days checked in. Each is null if
 * data is scarce or weekdays tie. The lowest is also null unless it is below 70 % and at least 20 points below the
 * highest.
 */
export function bestAndHardest(weekdays: readonly (DayShare & { weekday: number })[]): {
  best: number | null;
  hardest: number | null;
} {
  const eligible = weekdays.filter((day) => day.days_open >= MIN_OPEN_DAYS);
  const shares = eligible.map(shareOf);
  const onlyWeekdayWith = (share: number) => {
    const [day, ...more] = eligible.filter((other) => shareOf(other) === share);
    return day && more.length === 0 && eligible.length > 1 ? day.weekday : null;
  };
  const [most, least] = [Math.max(...shares), Math.min(...shares)];
  const isHard = least < HARD_BELOW && Math.round(100 * (most - least)) >= 100 * HARD_DISTANCE;
  return { best: onlyWeekdayWith(most), hardest: isHard ? onlyWeekdayWith(least) : null };
}

export const HEALTHS = ['carrying', 'steady', 'drifting', 'away', 'new'] as const;
export type HealthLevel = (typeof HEALTHS)[number];

const CARRYING_SHARE = 0.8;
const DRIFTING_DROP = 0.25;
const ENOUGH_DAYS = 3;

/**
 * Compares a member's last 7 days with the 14 before. `new`: fewer than 3 open days in total. `away`: no check-in on at
 * least 3 open days. `drifting`: the share of checked days fell by at least 25 points. `carrying`: at least 80 %.
 * Otherwise `steady`.
 */
export function healthOf(recent: DayShare, earlier: DayShare): HealthLevel {
  if (recent.days_open + earlier.days_open < ENOUGH_DAYS) return 'new';
  const comparable = recent.days_open >= ENOUGH_DAYS;
  if (comparable && recent.days_checked === 0) return 'away';
  if (comparable && earlier.days_open >= ENOUGH_DAYS && shareOf(earlier) - shareOf(recent) >= DRIFTING_DROP)
    return 'drifting';
  return shareOf(recent) >= CARRYING_SHARE ? 'carrying' : 'steady';
}
