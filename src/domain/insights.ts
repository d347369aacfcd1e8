import { addDays, type LocalDay, weekdayOf } from './days.ts';
import { INSIGHT_MONTHS, INSIGHT_WEEKS } from './limits.ts';

/** The first day of `count` calendar months that end with the one of `today`. */
export function firstOfMonths(today: LocalDay, count: number): LocalDay {
  const months = Number(today.slice(0, 4)) * 12 + Number(today.slice(5, 7)) - count;
  const year = String(Math.floor(months / 12)).padStart(4, '0');
  return `${year}-${String((months % 12) + 1).padStart(2, '0')}-01`;
}

/** The Monday of `day`'s week. */
export const mondayOf = (day: LocalDay): LocalDay => addDays(day, -weekdayOf(day));

/** The first days of the 12 weeks that end with this one, oldest first. */
export const weeksUntil = (today: LocalDay): LocalDay[] =>
  Array.from({ length: INSIGHT_WEEKS }, (_, i) => addDays(mondayOf(today), 7 * (i - INSIGHT_WEEKS + 1)));

/** The first days of the 12 months that end with this one, oldest first. */
export const monthsUntil = (today: LocalDay): LocalDay[] =>
  Array.from({ length: INSIGHT_MONTHS }, (_, i) => firstOfMonths(today, INSIGHT_MONTHS - i));

/** Days on which a check-in was possible, and those with one. */
export type DayShare = { days_open: number; days_checked: number };

const shareOf = ({ days_open, days_checked }: DayShare) => (days_open === 0 ? 0 : days_checked / days_open);

/** Days of one weekday below which nothing is said about it. */
const TELLING_DAYS = 2;

/**
 * The weekdays on which most and least of the open days were checked; null while there is too little to tell, or where
 * several are alike: nobody is told that Mondays carry when Sundays do the same.
 */
export function bestAndHardest(weekdays: readonly (DayShare & { weekday: number })[]): {
  best: number | null;
  hardest: number | null;
} {
  const telling = weekdays.filter((day) => day.days_open >= TELLING_DAYS);
  const shares = telling.map(shareOf);
  const only = (share: number) => {
    const [day, ...more] = telling.filter((one) => shareOf(one) === share);
    return day && more.length === 0 && telling.length > 1 ? day.weekday : null;
  };
  return { best: only(Math.max(...shares)), hardest: only(Math.min(...shares)) };
}

export const HEALTHS = ['carrying', 'steady', 'drifting', 'away', 'new'] as const;
/** How a member keeps going, for the owner's eyes. */
export type HealthLevel = (typeof HEALTHS)[number];

const CARRIES = 0.8;
const DROPS = 0.25;
const ENOUGH_DAYS = 3;

/**
 * A member's last 7 days against the 14 before: `new` with fewer than 3 open days in all; `away` without a check-in on 3
 * open days and more; `drifting` when the share of days fell by a quarter and more; `carrying` from 80 %; else `steady`.
 */
export function healthOf(recent: DayShare, earlier: DayShare): HealthLevel {
  if (recent.days_open + earlier.days_open < ENOUGH_DAYS) return 'new';
  const comparable = recent.days_open >= ENOUGH_DAYS;
  if (comparable && recent.days_checked === 0) return 'away';
  if (comparable && earlier.days_open >= ENOUGH_DAYS && shareOf(earlier) - shareOf(recent) >= DROPS) return 'drifting';
  return shareOf(recent) >= CARRIES ? 'carrying' : 'steady';
}
