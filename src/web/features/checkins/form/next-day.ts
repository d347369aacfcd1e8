import type { Dashboard } from '#contract/dashboard.ts';
import type { Mission } from '#contract/missions.ts';
import { addDays, daysBetween, type LocalDay, laterDay, weekdayOf } from '#domain/days.ts';
import { type PausedDays, pauseOn } from '#domain/pauses.ts';
import { isScheduledOn, WEEK, weekTarget } from '#domain/schedule.ts';
import { plainDay, weekdayName } from '#platform/web/lib/format.ts';
import type { ScreenTranslate } from '#platform/web/lib/language.ts';

type Days = Pick<Mission, 'schedule' | 'first_day' | 'last_day' | 'duration_days' | 'week'>;

/** Breaks of the user's as this device knows them: the current one and the next. */
export interface Breaks {
  /** The last day of the current one. */
  until: LocalDay | null;
  next: PausedDays | null;
}

/** Whether a mission may ask for a check-in on a later day, as far as today knows: a kept week asks for no more. */
function canAsk(mission: Days, day: LocalDay, away: readonly PausedDays[]): boolean {
  const { schedule, week } = mission;
  if (pauseOn(away, day)) return false;
  if (schedule.kind !== 'weekly') return isScheduledOn(schedule, day);
  if (week !== null && day <= week.to_day) return week.done < week.target;
  return weekTarget(mission, day, away) > 0;
}

/** The first day after `today`, and in no break, on which a mission may ask for a check-in. */
export function nextDay(mission: Days, today: LocalDay, { until, next }: Breaks): LocalDay | null {
  const away = [...(until ? [{ from_day: today, to_day: until }] : []), ...(next ? [next] : [])];
  const from = laterDay(addDays(today, 1), mission.first_day);
  for (let day = from; day <= mission.last_day; day = addDays(day, 1)) if (canAsk(mission, day, away)) return day;
  return null;
}

/** `See you tomorrow!`: the first day on which a mission of the user's may ask again; null if none will. */
export function seeYou(
  t: ScreenTranslate,
  { missions, today, pause, next_pause }: Pick<Dashboard, 'missions' | 'today' | 'pause' | 'next_pause'>,
): string | null {
  const breaks: Breaks = { until: pause?.to_day ?? null, next: next_pause };
  const days = missions.flatMap((mission) => nextDay(mission, today, breaks) ?? []);
  const next = days.sort()[0];
  if (next === undefined) return null;
  const wait = daysBetween(today, next);
  if (wait === 1) return t('app.checkins.see_you.tomorrow');
  if (wait < WEEK) return t('app.checkins.see_you.weekday', { weekday: weekdayName(weekdayOf(next)) });
  return t('app.checkins.see_you.date', { day: plainDay(next) });
}
