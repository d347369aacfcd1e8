import { type FullInsights, getInsights } from '#contract/insights.ts';
import { addDays, dayOf } from '#domain/days.ts';
import { bestAndHardest, firstOfMonths, monthsUntil, weeksUntil } from '#domain/insights.ts';
import { clockAt } from '#domain/life.ts';
import {
  HEALTH_MISSIONS_MAX,
  INSIGHT_MISSIONS_MAX,
  INSIGHT_MONTHS,
  INSIGHT_RUNS_MAX,
  PREVIEW_DAYS,
} from '#domain/limits.ts';
import type { Serve } from '#platform/http/serve.ts';
import { currentZone } from '#platform/lib/zones.ts';
import type { Deps } from '../../app/deps.ts';
import type { UserRow } from '../../facts/users.ts';
import { type LifeStanding, readStanding } from '../../life/public.ts';
import { planLimits } from '../../services/billing/public.ts';
import { listCheckins, readRhythm } from './figures/queries.ts';
import {
  toMonths,
  toOpenDays,
  toRuns,
  toStretches,
  toTotal,
  toWeekdays,
  toWeeks,
  withEmptyDays,
} from './figures/view.ts';
import { readHealth } from './health/read.ts';
import { toHealth } from './health/view.ts';
import { listMissionInsights } from './missions/queries.ts';
import { toMissionInsights } from './missions/view.ts';

/** Reads the additional statistics of a paid plan. */
async function readFull(
  db: Deps['db'],
  userId: string,
  days: ReturnType<typeof toOpenDays>,
  own: LifeStanding,
  today: string,
  now: Date,
): Promise<FullInsights> {
  return {
    weeks: withEmptyDays(weeksUntil(today), toWeeks(days)),
    months: withEmptyDays(monthsUntil(today), toMonths(days)),
    missions: toMissionInsights(await listMissionInsights(db, userId, INSIGHT_MISSIONS_MAX), own.found, now),
    longest_streak: own.found.longest,
    runs: toRuns(own, INSIGHT_RUNS_MAX),
    owned: toHealth(await readHealth(db, userId, HEALTH_MISSIONS_MAX, now), userId),
  };
}

export function insightRoutes(serve: Serve<UserRow>, { db, config }: Deps): void {
  serve(getInsights, async ({ user, now }) => {
    const today = dayOf(now, user.timezone);
    const whole = planLimits(user, now, config.plans).insights;
    const fortnight = addDays(today, 1 - PREVIEW_DAYS);
    const from = whole ? firstOfMonths(today, INSIGHT_MONTHS) : fortnight;
    const own = await readStanding(db, user.id, now);
    const clock = clockAt(now, own.life.zone);
    const days = toOpenDays(own.life, clock, await listCheckins(db, user.id, from, today), from);
    const weekdays = toWeekdays(days);
    const { best, hardest } = bestAndHardest(weekdays);
    return {
      from: days[0]?.day ?? from,
      to: days.at(-1)?.day ?? today,
      timezone: currentZone(user.timezone),
      ...toTotal(days),
      weekdays,
      best_weekday: best,
      hardest_weekday: hardest,
      rhythm: await readRhythm(db, user.id, from, today),
      days: withEmptyDays(
        Array.from({ length: PREVIEW_DAYS }, (_, i) => addDays(fortnight, i)),
        toStretches(days, (day) => day),
      ),
      full: whole ? await readFull(db, user.id, days, own, today, now) : null,
    };
  });
}
