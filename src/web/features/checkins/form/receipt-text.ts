import type { Mission } from '#contract/missions.ts';
import { addDays, weekdayOf } from '#domain/days.ts';
import { clockTime, plainDay, weekdayName } from '#platform/web/lib/format.ts';
import type { ScreenTranslate } from '#platform/web/lib/language.ts';
import { type Breaks, nextDay } from './next-day.ts';

type Facts = Pick<Mission, 'today' | 'first_day' | 'last_day' | 'duration_days' | 'schedule' | 'week'>;

/** What is to be said of the days after today's check-in: a break, a week that is kept, the last one; else nothing. */
export function nextText(t: ScreenTranslate, mission: Facts, breaks: Breaks): string | null {
  const { week } = mission;
  if (nextDay(mission, mission.today, breaks) === null) return t('app.checkins.next.last');
  if (breaks.until) return t('app.checkins.next.break', { day: plainDay(breaks.until) });
  if (week === null) return null;
  if (week.target === 0) return t('app.checkins.next.week_free');
  if (week.done < week.target) return null;
  const weekday = weekdayName(weekdayOf(addDays(week.to_day, 1)));
  return t('app.checkins.next.week_kept', { target: week.target, weekday });
}

/** How many days rest days saved, if any. */
export function savedDaysText(t: ScreenTranslate, used: number): string | null {
  if (used === 0) return null;
  return used === 1 ? t('app.checkins.done.saved_day') : t('app.checkins.done.saved_days', { days: used });
}

/** For a check-in that is pending on this device. */
export const pendingText = (t: ScreenTranslate, performedAt: string, zone: string): string =>
  t('app.checkins.done.pending', { time: clockTime(performedAt, zone) });

/** What the card says while the answer is awaited for longer than a moment; `progress` is the part of the photo that was sent. */
export function sendingText(t: ScreenTranslate, progress: number | null): string {
  if (progress === null) return t('app.checkins.card.recording');
  const percent = Math.round(progress * 100);
  return percent < 100 ? t('app.checkins.fields.uploading', { percent }) : t('app.checkins.fields.preparing');
}
