import type { Dashboard } from '#contract/dashboard.ts';
import { addDays, daysBetween, type LocalDay, weekdayOf } from '#domain/days.ts';
import { plainDay } from '#web/lib/format.ts';
import type { ScreenTranslate } from '#web/lib/language.ts';

const WEEKS = 18;

const firstDay = (today: LocalDay): LocalDay => addDays(today, -weekdayOf(today) - 7 * (WEEKS - 1));

/** Check-ins a day, oldest first, from the Monday 17 weeks ago to today. */
export function quiltCounts({ quilt, today }: Pick<Dashboard, 'quilt' | 'today'>): number[] {
  const first = firstDay(today);
  const counts = new Map(quilt.map(({ day, count }) => [day, count]));
  return Array.from({ length: daysBetween(first, today) + 1 }, (_, i) => counts.get(addDays(first, i)) ?? 0);
}

export function quiltSentence(t: ScreenTranslate, { quilt, today }: Pick<Dashboard, 'quilt' | 'today'>): string {
  const first = firstDay(today);
  const stitched = quilt.filter(({ day, count }) => count > 0 && day >= first && day <= today);
  const oldest = stitched[0];
  if (!oldest) return t('app.me.quilt.none');
  const day = plainDay(oldest.day);
  return stitched.length === 1
    ? t('app.me.quilt.one', { day })
    : t('app.me.quilt.many', { count: stitched.length, day });
}
