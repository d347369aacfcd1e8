import { type FullInsights, getInsights } from '#contract/insights.ts';
import { addDays, dayOf } from '#domain/days.ts';
import { bestAndHardest, firstOfMonths, monthsUntil, weeksUntil } from '#domain/insights.ts';
import {
  HEALTH_MISSIONS_MAX,
  INSIGHT_MISSIONS_MAX,
  INSIGHT_MONTHS,
  INSIGHT_RUNS_MAX,
  PREVIEW_DAYS,
} from '#domain/limits.ts';
import { pausedDays } from '#domain/pauses.ts';
import { currentUserStreak, stateShown } from '#domain/streaks.ts';
import type { Serve } from '#platform/http/serve.ts';
import { currentZone } from '#platform/lib/zones.ts';
import type { Deps } from '../../app/deps.ts';
import {
  awayDays,
  bridgedFrom,
  bridgedNow,
  type Excuses,
  findExcuses,
  isYesterdayOpenFor,
  takesYesterday,
} from '../../facts/excuses.ts';
import type { UserRow } from '../../facts/users.ts';
import { planLimits } from '../../services/billing/public.ts';
import { BEFORE_ALL, findCoveredBehind } from '../streaks/public.ts';
import * as queries from './figures/queries.ts';
import { archivedUnscheduled, missedDays, withEmptyDays } from './figures/view.ts';
import { readHealth } from './health/read.ts';
import { toHealth } from './health/view.ts';
import { listMissionInsights } from './missions/queries.ts';
import { toMissionInsight } from './missions/view.ts';

/** What a paid plan shows besides. */
async function readFull(
  db: Deps['db'],
  user: UserRow,
  excuses: Excuses,
  found: queries.DayFigures,
  today: string,
  now: Date,
): Promise<FullInsights> {
  const away = awayDays(excuses, user.timezone, today);
  const excused = pausedDays(away);
  const checked = await queries.listCheckedDays(db, user.id);
  const bridged = bridgedFrom(excuses, user.timezone, { since: checked[0] ?? null, until: today, checked });
  const bridgedSince = bridgedNow(excuses, user, now);
  if (isYesterdayOpenFor(excuses, user, now)) bridged.add(addDays(today, -1));
  const free = [...bridged].filter((day) => !excused.has(day));
  const rest = await findCoveredBehind(db, excuses, user, now);
  const runs = await queries.listRuns(db, user.id, { excused: [...excused], free, rest }, INSIGHT_RUNS_MAX);
  const shown = stateShown(user, today, takesYesterday(user, now));
  const streak_days = currentUserStreak(shown, today, (day) => bridgedSince.has(day));
  const missions = await listMissionInsights(db, user.id, today, INSIGHT_MISSIONS_MAX);
  return {
    weeks: withEmptyDays(weeksUntil(today), found.weeks),
    months: withEmptyDays(monthsUntil(today), found.months),
    missions: missions.map((row) => toMissionInsight(row, user, excuses, now)),
    longest_streak: shown.longest_streak,
    runs: runs.map((run, i) => ({ ...run, current: i === 0 && streak_days > 0 })),
    owned: toHealth(await readHealth(db, user.id, HEALTH_MISSIONS_MAX, now), user.id),
  };
}

/** The user's figures over 12 months for paid plans; on Free those of the last 14 days (docs/rules.md#plans). */
export function insightRoutes(serve: Serve<UserRow>, { db, config }: Deps): void {
  serve(getInsights, async ({ user, now }) => {
    const today = dayOf(now, user.timezone);
    const whole = planLimits(user, now, config.plans).insights;
    const fortnight = addDays(today, 1 - PREVIEW_DAYS);
    const from = whole ? firstOfMonths(today, INSIGHT_MONTHS) : fortnight;
    const excuses = await findExcuses(db, user.id, BEFORE_ALL);
    const scheduled = await queries.listScheduled(db, user.id, from);
    const away = awayDays(excuses, user.timezone, today);
    // An open yesterday is not over, so it is no day that a check-in was asked for yet.
    const left_out = pausedDays(away);
    if (isYesterdayOpenFor(excuses, user, now)) left_out.add(addDays(today, -1));
    const [weekly, fixed] = [true, false].map((isWeekly) =>
      scheduled
        .filter(({ schedule_kind }) => (schedule_kind === 'weekly') === isWeekly)
        .flatMap((row) => missedDays(row, away, from, today))
        .filter((day) => !left_out.has(day)),
    );
    const found = await queries.readDays(db, user.id, {
      from,
      to: today,
      missed: fixed!,
      missed_weekly: weekly!,
      left_out: [...left_out],
      archived_unscheduled: archivedUnscheduled(excuses.asked),
    });
    const weekdays = fillWeek(found.weekdays);
    const { best, hardest } = bestAndHardest(weekdays);
    const sum = (key: 'checkins' | 'days_open' | 'days_checked') =>
      found.months.reduce((all, month) => all + month[key], 0);
    return {
      from: found.since ?? from,
      to: found.until ?? today,
      timezone: currentZone(user.timezone),
      checkins: sum('checkins'),
      days_open: sum('days_open'),
      days_checked: sum('days_checked'),
      weekdays,
      best_weekday: best,
      hardest_weekday: hardest,
      rhythm: await queries.readRhythm(db, user.id, from, today),
      days: withEmptyDays(
        Array.from({ length: PREVIEW_DAYS }, (_, i) => addDays(fortnight, i)),
        found.days,
      ),
      full: whole ? await readFull(db, user, excuses, found, today, now) : null,
    };
  });
}

const fillWeek = (found: queries.DayFigures['weekdays']) =>
  Array.from(
    { length: 7 },
    (_, weekday) =>
      found.find((day) => day.weekday === weekday) ?? { weekday, checkins: 0, days_open: 0, days_checked: 0 },
  );
