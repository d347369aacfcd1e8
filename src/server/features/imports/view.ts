import type { Import } from '#contract/imports.ts';
import { packDays } from '#domain/day-bits.ts';
import { daysBetween } from '#domain/days.ts';
import type { ImportSource } from '#domain/imports.ts';
import type { ImportRow } from './queries.ts';

export function toImport({ days, amounts, source, ...row }: ImportRow): Import {
  const first_day = days[0]!;
  const last_day = days.at(-1)!;
  const bits = Array<string>(daysBetween(first_day, last_day) + 1).fill('0');
  for (const day of days) bits[daysBetween(first_day, day)] = '1';
  return {
    ...row,
    source: source as ImportSource,
    days_count: days.length,
    first_day,
    last_day,
    days: packDays(bits.join('')),
    amounts: amounts.some((amount) => amount !== null) ? amounts : null,
  };
}
