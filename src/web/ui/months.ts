import { addDays, daysBetween, type LocalDay, weekdayOf } from '#domain/days.ts';

/** A month as 'YYYY-MM'. */
export type Month = string;

export const monthOf = (day: LocalDay): Month => day.slice(0, 7);

const monthNumber = (month: Month): number => Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1;
const monthAt = (number: number): Month =>
  `${String(Math.floor(number / 12)).padStart(4, '0')}-${String((number % 12) + 1).padStart(2, '0')}`;

/** The month `count` months after `month`. */
export const addMonths = (month: Month, count: number): Month => monthAt(monthNumber(month) + count);

const lengthOf = (month: Month): number => daysBetween(`${month}-01`, `${addMonths(month, 1)}-01`);

/** The same day in another month, or its last one where that is shorter. */
export function moveByMonths(day: LocalDay, count: number): LocalDay {
  const month = addMonths(monthOf(day), count);
  return addDays(`${month}-01`, Math.min(Number(day.slice(8)), lengthOf(month)) - 1);
}

/** The weeks of a month from Monday to Sunday; null where another month's days would be. */
export function weeksOf(month: Month): (LocalDay | null)[][] {
  const first = `${month}-01`;
  const lead = weekdayOf(first);
  const length = lengthOf(month);
  return Array.from({ length: Math.ceil((lead + length) / 7) }, (_, week) =>
    Array.from({ length: 7 }, (_, weekday) => {
      const index = week * 7 + weekday - lead;
      return index >= 0 && index < length ? addDays(first, index) : null;
    }),
  );
}
