import type { LocalDay } from '#domain/days.ts';

/* The calendar's library uses `Date`, everything else `LocalDay`. Only this file converts between the two. */

const twoDigits = (value: number): string => String(value).padStart(2, '0');

/** The start of `day` on the clock of this device, whatever its time zone is. */
export function toLocalDate(day: LocalDay): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date);
}

/** The day that `date` falls on, on the clock of this device. */
export const toLocalDay = (date: Date): LocalDay =>
  `${String(date.getFullYear()).padStart(4, '0')}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`;
