import type { Dashboard } from '#contract/dashboard.ts';
import type { Mission } from '#contract/missions.ts';
import { addDays, daysBetween, type LocalDay, laterDay, weekdayOf } from '#domain/days.ts';
import { isScheduledOn, WEEK, weekTarget } from '#domain/schedule.ts';
import { plainDay, weekdayName } from '#web/lib/format.ts';

type Days = Pick<Mission, 'schedule' | 'first_day' | 'last_day' | 'duration_days' | 'week'>;

/** Whether a mission may ask for a check-in on a later day, as far as today knows: a kept week asks for no more. */
function canAsk(mission: Days, day: LocalDay, away: { from_day: LocalDay; to_day: LocalDay }): boolean {
  const { schedule, week } = mission;
  if (schedule.kind !== 'weekly') return isScheduledOn(schedule, day);
  if (week !== null && day <= week.to_day) return week.done < week.target;
  return weekTarget(mission, day, [away]) > 0;
}

/** The first day after `today`, and after a break until `awayUntil`, on which a mission may ask for a check-in. */
export function nextDay(mission: Days, today: LocalDay, awayUntil: LocalDay | null): LocalDay | null {
  const away = { from_day: today, to_day: awayUntil ?? today };
  const from = laterDay(addDays(away.to_day, 1), mission.first_day);
  for (let day = from; day <= mission.last_day; day = addDays(day, 1)) if (canAsk(mission, day, away)) return day;
  return null;
}

/** `See you tomorrow!`: the first day on which a mission of the user's may ask again; null if none will. */
export function seeYou({ missions, today, pause }: Pick<Dashboard, 'missions' | 'today' | 'pause'>): string | null {
  const days = missions.flatMap((mission) => nextDay(mission, today, pause?.to_day ?? null) ?? []);
  const next = days.sort()[0];
  if (next === undefined) return null;
  const wait = daysBetween(today, next);
  if (wait === 1) return 'See you tomorrow!';
  return `See you on ${wait < WEEK ? weekdayName(weekdayOf(next)) : plainDay(next)}!`;
}
