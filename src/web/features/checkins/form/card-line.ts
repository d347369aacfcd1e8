import type { Mission } from '#contract/missions.ts';
import { type LocalDay, weekdayOf } from '#domain/days.ts';
import { plainDay, weekdayName } from '#platform/web/lib/format.ts';
import type { ScreenTranslate } from '#platform/web/lib/language.ts';

type Facts = Pick<
  Mission,
  'schedule' | 'due_today' | 'needed_today' | 'extra_today' | 'week' | 'today' | 'planned_days'
>;

export interface CardOwn {
  /** The viewer's check-ins that count toward the schedule. */
  counted: number;
  streak: number;
  /** The last day of the viewer's break, or null. */
  awayUntil: LocalDay | null;
}

function extraLine(t: ScreenTranslate, { schedule, today }: Facts): string {
  if (schedule.kind === 'weekly') return t('app.checkins.line.extra_week');
  return t('app.checkins.line.extra_day', { weekday: weekdayName(weekdayOf(today)) });
}

export function cardLine(t: ScreenTranslate, mission: Facts, { counted, streak, awayUntil }: CardOwn): string {
  const { week, due_today, needed_today, extra_today } = mission;
  // First, because only this line says that the check-in earns no points.
  if (extra_today) return extraLine(t, mission);
  if (awayUntil) return t('app.checkins.line.break', { day: plainDay(awayUntil) });
  if (week && !due_today) return t('app.checkins.line.week_over');
  if (week) {
    const { done, target } = week;
    if (needed_today) return t('app.checkins.line.week_needed', { done, target });
    return t('app.checkins.line.week', { done, target, weekday: weekdayName(weekdayOf(week.to_day)) });
  }
  if (counted === 0)
    return streak > 0 ? t('app.checkins.line.first_streak', { days: streak }) : t('app.checkins.line.first_start');
  const stitches = { done: counted, total: mission.planned_days };
  if (streak > 0) return t('app.checkins.line.streak', { ...stitches, days: streak });
  return t('app.checkins.line.start', stitches);
}
