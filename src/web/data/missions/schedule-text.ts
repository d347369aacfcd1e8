import { type Schedule, WEEKDAYS, type Weekday } from '#domain/schedule.ts';
import type { Translate } from '#platform/i18n/translate.ts';
import { weekdayName } from '#platform/web/lib/format.ts';
import { listOf } from '#platform/web/lib/list.ts';

/** Lists weekdays in the order of the week: 'Mon, Wed, Fri'. */
function weekdaysInWords(t: Translate, days: readonly Weekday[]): string {
  const names = WEEKDAYS.flatMap((day, at) => (days.includes(day) ? [weekdayName(at, 'short')] : []));
  return listOf(t, names);
}

/** Returns 'every day', 'once a week', '3 times a week' or 'Mon, Wed, Fri', for use inside a sentence. */
export function scheduleInWords(t: Translate, schedule: Schedule): string {
  if (schedule.kind === 'daily') return t('app.schedule.daily');
  if (schedule.kind === 'weekly') return t('app.schedule.weekly', { times: schedule.times });
  return weekdaysInWords(t, schedule.days);
}

/** Returns '3 times a week, for 28 days'. Uses the `start` catalog, because invited people have no session. */
export function scheduleAndLength(t: Translate, schedule: Schedule, days: number): string {
  if (schedule.kind === 'daily') return t('start.schedule.daily', { days });
  if (schedule.kind === 'weekly') return t('start.schedule.weekly', { times: schedule.times, days });
  return t('start.schedule.weekdays', { weekdays: weekdaysInWords(t, schedule.days), days });
}

/** Returns the progress of a week: '1 of 3 this week'. */
export const weekNote = (t: Translate, { done, target }: { done: number; target: number }): string =>
  t('app.schedule.this_week', { done, target });
