import type { Mission } from '#contract/missions.ts';
import { addDays, type LocalDay, weekdayOf } from '#domain/days.ts';
import { clockTime, plainDay, weekdayName } from '#platform/web/lib/format.ts';
import type { ScreenTranslate } from '#platform/web/lib/language.ts';

interface Ahead {
  awayUntil: LocalDay | null;
  isLast: boolean;
}

export function nextText(
  t: ScreenTranslate,
  { week }: Pick<Mission, 'week'>,
  { awayUntil, isLast }: Ahead,
): string | null {
  if (isLast) return t('app.checkins.next.last');
  if (awayUntil) return t('app.checkins.next.break', { day: plainDay(awayUntil) });
  if (week === null) return null;
  if (week.target === 0) return t('app.checkins.next.week_free');
  if (week.done < week.target) return null;
  const weekday = weekdayName(weekdayOf(addDays(week.to_day, 1)));
  return t('app.checkins.next.week_kept', { target: week.target, weekday });
}

export function savedDaysText(t: ScreenTranslate, used: number): string | null {
  if (used === 0) return null;
  return used === 1 ? t('app.checkins.done.saved_day') : t('app.checkins.done.saved_days', { days: used });
}

export const pendingText = (t: ScreenTranslate, performedAt: string, zone: string): string =>
  t('app.checkins.done.pending', { time: clockTime(performedAt, zone) });

export function sendingText(t: ScreenTranslate, progress: number | null): string {
  if (progress === null) return t('app.checkins.card.recording');
  const percent = Math.round(progress * 100);
  return percent < 100 ? t('app.checkins.fields.uploading', { percent }) : t('app.checkins.fields.preparing');
}
