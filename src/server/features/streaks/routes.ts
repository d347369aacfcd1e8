import * as contract from '#contract/streaks.ts';
import { dayOf, laterDay } from '#domain/days.ts';
import { buildLedger, type LedgerDay } from '#domain/ledger.ts';
import { lastDay } from '#domain/missions.ts';
import { type PausedDays, pausedDays } from '#domain/pauses.ts';
import { coveredRestDays, currentMemberStreak, currentUserStreak, type UserStreak } from '#domain/streaks.ts';
import type { Deps } from '../../deps.ts';
import { fail } from '../../http/errors.ts';
import type { Serve } from '../../http/serve.ts';
import { createPause, removePause } from './commands.ts';
import { excusedFrom, findExcuses } from './public.ts';
import * as queries from './queries.ts';

interface StreakUser extends UserStreak {
  readonly id: string;
  readonly timezone: string;
}

/** The breaks that share a day with the ledger. */
function pausesTouching(days: readonly LedgerDay[], pauses: readonly PausedDays[]): PausedDays[] {
  const [first, last] = [days.at(0)?.day, days.at(-1)?.day];
  if (first === undefined || last === undefined) return [];
  return pauses
    .filter(({ from_day, to_day }) => from_day <= last && to_day >= first)
    .map(({ from_day, to_day }) => ({ from_day, to_day }));
}

/** The user's breaks, for sessions alone (docs/rules.md#pauses). */
function pauseRoutes(serve: Serve<StreakUser>, { db }: Deps): void {
  serve(contract.listPauses, ({ user }) => queries.listPauses(db, user.id));
  serve(contract.createPause, ({ user, body, now }) => db.transact((tx) => createPause(tx, user.id, body, now)));
  serve(contract.removePause, ({ user, params, now }) => db.transact((tx) => removePause(tx, user.id, params.id, now)));
}

/** The day ledger, which explains the streak over all missions or in one (docs/rules.md#streaks), and breaks. */
export function streakRoutes(serve: Serve<StreakUser>, deps: Deps): void {
  const { db } = deps;
  pauseRoutes(serve, deps);

  serve(contract.getStreak, async ({ user, query, now }) => {
    const today = dayOf(now, user.timezone);
    const excuses = await findExcuses(db, user.id);
    const excused = excusedFrom(excuses);
    const paused = pausedDays(excuses.pauses);
    const isExcused = (day: string) => excused.has(day);
    const covered = coveredRestDays(user, today, isExcused);
    const rest = new Set([...(await queries.restDaysOf(db, user.id)), ...covered]);
    const shared = { rest_days: user.rest_days - covered.length, timezone: user.timezone };

    if (query.mission_id === undefined) {
      const { days, first } = await queries.checkedDays(db, user.id, today);
      const ledger = buildLedger({ today, checked: new Set(days), rest, excused, paused, from: first ?? today });
      return {
        ...shared,
        streak_days: currentUserStreak(user, today, isExcused),
        longest_streak: user.longest_streak,
        days: ledger,
        pauses: pausesTouching(ledger, excuses.pauses),
      };
    }
    const member = await queries.memberForLedger(db, user.id, query.mission_id);
    if (!member) return fail('mission_not_found');
    const days = await queries.missionCheckedDays(db, user.id, query.mission_id, today);
    const ledger = buildLedger({
      today,
      checked: new Set(days),
      rest,
      excused,
      paused,
      from: laterDay(member.joined_day, member.first_day),
      to: lastDay(member.first_day, member.duration_days),
    });
    return {
      ...shared,
      streak_days: currentMemberStreak(member, today, (day) => excused.has(day) || rest.has(day)),
      longest_streak: member.longest_streak,
      days: ledger,
      pauses: pausesTouching(ledger, excuses.pauses),
    };
  });
}
