import type { Dashboard } from '#contract/dashboard.ts';
import type { Mission } from '#contract/missions.ts';
import { dayNumber, dayText, weekdayOf } from '#domain/days.ts';
import { type Day, type Life, membershipOf, WEEK } from '#domain/life.ts';
import { YESTERDAY_UNTIL_HOUR } from '#domain/limits.ts';
import { standing } from '#domain/standing.ts';
import { plainDay, weekdayName } from '#platform/web/lib/format.ts';
import type { ScreenTranslate } from '#platform/web/lib/language.ts';
import { lifeOf } from '#web/data/missions/own-life.ts';

type Ahead = Pick<Dashboard, 'missions' | 'today' | 'life'>;

/** Returns the first day after `today` on which one of the missions is due, or null. */
export function nextDay(life: Life, missionIds: readonly string[], today: Day): Day | null {
  const ahead = life.memberships.filter(({ id, last }) => id !== null && missionIds.includes(id) && last > today);
  const last = Math.max(...ahead.map((m) => m.last));
  for (let day = Math.max(today + 1, Math.min(...ahead.map(({ first }) => first))); day <= last; day += 1) {
    const { missions } = standing(life, { today: day, hour: YESTERDAY_UNTIL_HOUR });
    if (ahead.some(({ id }) => missions.get(id!)?.due)) return day;
  }
  return null;
}

/** Returns true if the mission is never due after today. Returns false while the dashboard is unknown. */
export function isLastCheckin(
  dashboard: Pick<Dashboard, 'life'> | undefined,
  { id, today }: Pick<Mission, 'id' | 'today'>,
): boolean {
  const life = dashboard?.life && lifeOf(dashboard.life);
  return !!life && !!membershipOf(life, id) && nextDay(life, [id], dayNumber(today)) === null;
}

/** Returns `See you tomorrow!` or a later day on which a mission is due, or null. */
export function seeYou(t: ScreenTranslate, dashboard: Ahead): string | null {
  const life = dashboard.life && lifeOf(dashboard.life);
  const today = dayNumber(dashboard.today);
  const ids = dashboard.missions.map(({ id }) => id);
  const next = life && nextDay(life, ids, today);
  if (next === null) return null;
  if (next === today + 1) return t('app.checkins.see_you.tomorrow');
  const day = dayText(next);
  if (next < today + WEEK) return t('app.checkins.see_you.weekday', { weekday: weekdayName(weekdayOf(day)) });
  return t('app.checkins.see_you.date', { day: plainDay(day) });
}
