import * as contract from '#contract/streaks.ts';
import { addDays, dayOf, earlierDay, laterDay } from '#domain/days.ts';
import { buildLedger, type LedgerInput } from '#domain/ledger.ts';
import { REST_DAYS_MAX } from '#domain/limits.ts';
import { lastDay } from '#domain/missions.ts';
import { type PausedDays, pausedDays } from '#domain/pauses.ts';
import { datedSchedule } from '#domain/schedule.ts';
import { dueToday, freeDays, freeDaysOfMember, idleStretches, isYesterdayNeeded } from '#domain/schedule-days.ts';
import {
  coveredRestDays,
  currentMemberStreak,
  currentUserStreak,
  isOpenBehind,
  type OpenStreak,
  stateShown,
  type UserStreak,
} from '#domain/streaks.ts';
import type { Serve } from '#platform/http/serve.ts';
import { currentZone } from '#platform/lib/zones.ts';
import type { Deps } from '../../app/deps.ts';
import { toAskedDays } from '../../facts/asked-days.ts';
import {
  awayDays,
  bridgedNow,
  findExcuses,
  isYesterdayOpenFor,
  type OwnClock,
  takesYesterday,
} from '../../facts/excuses.ts';
import { once } from '../../services/idempotency-keys/public.ts';
import { requireMember } from './access.ts';
import { createPause, removePause } from './pauses/commands.ts';
import { findCoveredBehind, isTodayFree } from './public.ts';
import * as queries from './queries.ts';

interface StreakUser extends UserStreak, OpenStreak, OwnClock {
  readonly id: string;
}

const dateOf = (instant: string | null) => (instant === null ? null : new Date(instant));

/** The days of a ledger, and the user's breaks that share a day with it. */
function toDays(input: LedgerInput, pauses: readonly PausedDays[]): Pick<contract.Streak, 'days' | 'pauses'> {
  const days = buildLedger({ ...input, paused: pausedDays(pauses) });
  const [first, last] = [days.at(0)?.day, days.at(-1)?.day];
  if (first === undefined || last === undefined) return { days, pauses: [] };
  const touching = pauses.filter(({ from_day, to_day }) => from_day <= last && to_day >= first);
  return { days, pauses: touching.map(({ from_day, to_day }) => ({ from_day, to_day })) };
}

/** The user's breaks, for sessions alone (docs/rules.md#pauses). */
function pauseRoutes(serve: Serve<StreakUser>, deps: Deps): void {
  const { db } = deps;
  serve(contract.listPauses, ({ user }) => queries.listPauses(db, user.id));
  serve(contract.createPause, ({ body, ...call }) =>
    once(deps, call, (tx) => createPause(tx, call.user.id, body, call.now)),
  );
  serve(contract.removePause, ({ user, params, now }) => removePause(db, user.id, params.id, now));
}

/** What the ledger over all missions and the one in a mission have in common. */
async function readDays(db: Deps['db'], user: StreakUser, now: Date) {
  const today = dayOf(now, user.timezone);
  const yesterday = addDays(today, -1);
  const start = queries.ledgerStart(today);
  // A streak may stand over a break that is older than the ledger.
  const since = earlierDay(user.streak_last_day ?? start, start);
  const excuses = await findExcuses(db, user.id, addDays(since, -1));
  const accepts_yesterday = takesYesterday(user, now);
  const pauses = awayDays(excuses, user.timezone, today);
  const bridged = bridgedNow(excuses, user, now);
  const isBridged = (day: string) => bridged.has(day);
  const covered = coveredRestDays(user, today, isBridged);
  const spent = new Set(await queries.restDaysOf(db, user.id));
  const behind = (await findCoveredBehind(db, excuses, user, now)).filter((day) => !spent.has(day));
  // A rest day that the open yesterday spent comes back with its check-in.
  const isReturned = isOpenBehind(user, today, accepts_yesterday) && spent.has(yesterday);
  const held = user.rest_days - covered.length - behind.length + Number(isReturned);
  const shared = { rest_days: Math.min(REST_DAYS_MAX, held), timezone: currentZone(user.timezone) };
  return {
    ...{ today, yesterday, start, since, excuses, accepts_yesterday, pauses, isBridged, behind, shared },
    excused: pausedDays(pauses),
    rest: new Set([...spent, ...covered]),
  };
}

type KnownDays = Awaited<ReturnType<typeof readDays>>;

async function overAllMissions(
  db: Deps['db'],
  user: StreakUser,
  now: Date,
  { today, yesterday, since, excuses, accepts_yesterday, pauses, isBridged, behind, shared, excused, rest }: KnownDays,
): Promise<contract.Streak> {
  const { days, first } = await queries.checkedDays(db, user.id, today);
  const asked = toAskedDays(excuses.asked ?? [], user.timezone);
  const between = { since, until: yesterday, checked: days };
  const idle = pausedDays(idleStretches(asked, pauses, between));
  const free = new Set([...freeDays(asked, pauses, between), ...idle]);
  if (isTodayFree(asked, pauses, today)) free.add(today);
  const shown = stateShown(user, today, accepts_yesterday);
  return {
    ...shared,
    streak_days: currentUserStreak(shown, today, isBridged),
    longest_streak: shown.longest_streak,
    ...toDays(
      {
        today,
        excused,
        rest: new Set([...rest, ...behind]),
        checked: new Set(days),
        free,
        is_yesterday_open: isYesterdayOpenFor(excuses, user, now),
        from: first ?? today,
      },
      excuses.pauses,
    ),
  };
}

async function inMission(
  db: Deps['db'],
  user: StreakUser,
  mission_id: string,
  now: Date,
  { today, yesterday, start, excuses, accepts_yesterday, pauses, behind, shared, excused, rest }: KnownDays,
): Promise<contract.Streak> {
  const row = await requireMember(db, user, mission_id);
  const checkins = await queries.listLedgerCheckins(db, user.id, mission_id, today);
  const dated = datedSchedule(row);
  const member = { ...row, checkins, pauses, zone: user.timezone, zone_changed_at: dateOf(user.moved_at) };
  const { is_completed: is_today_over } = row;
  const free = freeDaysOfMember(dated, member, start, is_today_over ? today : yesterday);
  const can_check_in = row.streak_last_day === null || row.streak_last_day <= today;
  if (!is_today_over && !dueToday(dated, today, { ...member, can_check_in }).due_today) free.add(today);
  const is_yesterday_open = !row.is_completed && isYesterdayNeeded(dated, member, now);
  const last = lastDay(row.first_day, row.duration_days);
  if (isOpenBehind(row, today, accepts_yesterday)) for (const day of behind) rest.add(day);
  const shown = stateShown(row, today, accepts_yesterday);
  const streak_days = currentMemberStreak(
    shown,
    // After its last day the streak in a mission stays as it ended.
    earlierDay(today, addDays(last, 1)),
    (day) => excused.has(day) || rest.has(day) || free.has(day) || (is_yesterday_open && day === yesterday),
  );
  return {
    ...shared,
    streak_days,
    longest_streak: shown.longest_streak,
    ...toDays(
      {
        today,
        excused,
        rest,
        checked: new Set(checkins.map(({ day }) => day)),
        free,
        is_yesterday_open,
        is_today_over,
        from: laterDay(row.joined_day, row.first_day),
        to: last,
      },
      excuses.pauses,
    ),
  };
}

/** The day ledger, which explains the streak over all missions or in one (docs/rules.md#streaks), and breaks. */
export function streakRoutes(serve: Serve<StreakUser>, deps: Deps): void {
  const { db } = deps;
  pauseRoutes(serve, deps);
  serve(contract.getStreak, requireMember, async ({ user, query: { mission_id }, now }) => {
    const known = await readDays(db, user, now);
    if (mission_id === undefined) return overAllMissions(db, user, now, known);
    return inMission(db, user, mission_id, now, known);
  });
}
