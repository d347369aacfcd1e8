import * as contract from '#contract/streaks.ts';
import { addDays, dayOf, earlierDay, laterDay } from '#domain/days.ts';
import { buildLedger, type LedgerInput } from '#domain/ledger.ts';
import { lastDay } from '#domain/missions.ts';
import { type PausedDays, pausedDays } from '#domain/pauses.ts';
import { freeDaysOfMember, planToday } from '#domain/plan-days.ts';
import { planOf } from '#domain/schedule.ts';
import { coveredRestDays, currentMemberStreak, currentUserStreak, type UserStreak } from '#domain/streaks.ts';
import type { Deps } from '../../deps.ts';
import { fail } from '../../http/errors.ts';
import type { Serve } from '../../http/serve.ts';
import { once } from '../idempotency-keys/public.ts';
import { createPause, removePause } from './commands.ts';
import { bridgedFrom, excusedFrom, findExcuses } from './public.ts';
import { freeDaysFrom, isTodayFree } from './public-plans.ts';
import * as queries from './queries.ts';

interface StreakUser extends UserStreak {
  readonly id: string;
  readonly timezone: string;
}

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
  serve(contract.removePause, ({ user, params, now }) => db.transact((tx) => removePause(tx, user.id, params.id, now)));
}

/** The day ledger, which explains the streak over all missions or in one (docs/rules.md#streaks), and breaks. */
export function streakRoutes(serve: Serve<StreakUser>, deps: Deps): void {
  const { db } = deps;
  pauseRoutes(serve, deps);

  serve(contract.getStreak, async ({ user, query, now }) => {
    const today = dayOf(now, user.timezone);
    const start = queries.ledgerStart(today);
    // A streak may stand over a break that is older than the ledger.
    const since = earlierDay(user.streak_last_day ?? start, start);
    const excuses = await findExcuses(db, user.id, addDays(since, -1));
    const { pauses, plans } = excuses;
    const excused = excusedFrom(excuses);
    const bridged = bridgedFrom(excuses, since, addDays(today, -1));
    const isBridged = (day: string) => bridged.has(day);
    const covered = coveredRestDays(user, today, isBridged);
    const rest = new Set([...(await queries.restDaysOf(db, user.id)), ...covered]);
    const shared = { rest_days: user.rest_days - covered.length, timezone: user.timezone };

    if (query.mission_id === undefined) {
      const { days, first } = await queries.checkedDays(db, user.id, today);
      const free = freeDaysFrom(plans, pauses, since, addDays(today, -1));
      if (isTodayFree(plans, pauses, today)) free.add(today);
      return {
        ...shared,
        streak_days: currentUserStreak(user, today, isBridged),
        longest_streak: user.longest_streak,
        ...toDays({ today, checked: new Set(days), rest, excused, free, from: first ?? today }, pauses),
      };
    }
    const member = await queries.memberForLedger(db, user.id, query.mission_id);
    if (!member) return fail('mission_not_found');
    const checkins = await queries.listLedgerCheckins(db, user.id, query.mission_id, today);
    const plan = planOf(member);
    const free = freeDaysOfMember(plan, { joined_day: member.joined_day, checkins, pauses }, start, addDays(today, -1));
    const can_check_in = true;
    if (!planToday(plan, today, { can_check_in, checkins, pauses }).due_today) free.add(today);
    return {
      ...shared,
      streak_days: currentMemberStreak(member, today, (day) => excused.has(day) || rest.has(day) || free.has(day)),
      longest_streak: member.longest_streak,
      ...toDays(
        {
          today,
          checked: new Set(checkins.map(({ day }) => day)),
          rest,
          excused,
          free,
          from: laterDay(member.joined_day, member.first_day),
          to: lastDay(member.first_day, member.duration_days),
        },
        pauses,
      ),
    };
  });
}
