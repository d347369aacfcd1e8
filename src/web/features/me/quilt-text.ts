import type { Dashboard } from '#contract/dashboard.ts';
import { addDays, daysBetween, type LocalDay, weekdayOf } from '#domain/days.ts';
import { WEEK } from '#domain/schedule.ts';
import { plainDay } from '#platform/web/lib/format.ts';
import type { ScreenTranslate } from '#platform/web/lib/language.ts';

const WEEKS = 18;

type Quilt = Pick<Dashboard, 'quilt' | 'today'>;

/** Returns the first day of the quilt. Its weeks start with the weekday `first`, 0 for Monday. */
export const quiltStart = (today: LocalDay, first: number): LocalDay =>
  addDays(today, -((weekdayOf(today) - first + WEEK) % WEEK) - WEEK * (WEEKS - 1));

/** Counts the check-ins per day from `start` to today, oldest first. */
export function quiltCounts({ quilt, today }: Quilt, start: LocalDay): number[] {
  const counts = new Map(quilt.map(({ day, count }) => [day, count]));
  return Array.from({ length: daysBetween(start, today) + 1 }, (_, i) => counts.get(addDays(start, i)) ?? 0);
}

/** Returns which days from `start` to today were brought from another tracker and have no check-in. */
export function quiltBrought(
  { quilt, imported_days, today }: Quilt & { readonly imported_days?: readonly LocalDay[] },
  start: LocalDay,
): boolean[] {
  // A dashboard cached by an earlier release has no brought days.
  const brought = new Set(imported_days ?? []);
  return quiltCounts({ quilt, today }, start).map((count, i) => count === 0 && brought.has(addDays(start, i)));
}

/** The columns that a month's name needs. */
const MONTH_COLUMNS = 3;

/** Returns the columns in which a month starts, and the first column if its month's name fits. */
export function quiltMonths({ today }: Pick<Quilt, 'today'>, start: LocalDay): { column: number; day: LocalDay }[] {
  const days = Array.from({ length: daysBetween(start, today) + 1 }, (_, i) => addDays(start, i));
  const begun = days.flatMap((day, i) => (day.endsWith('-01') ? [{ column: Math.floor(i / WEEK), day }] : []));
  const isFree = (begun[0]?.column ?? WEEKS) >= MONTH_COLUMNS;
  return isFree ? [{ column: 0, day: start }, ...begun] : begun;
}

export function quiltSentence(t: ScreenTranslate, { quilt, today }: Quilt, start: LocalDay): string {
  const stitched = quilt.filter(({ day, count }) => count > 0 && day >= start && day <= today);
  const oldest = stitched[0];
  if (!oldest) return t('app.me.quilt.none');
  const day = plainDay(oldest.day);
  return stitched.length === 1
    ? t('app.me.quilt.one', { day })
    : t('app.me.quilt.many', { count: stitched.length, day });
}
