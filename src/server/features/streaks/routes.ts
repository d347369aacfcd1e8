import * as contract from '#contract/streaks.ts';
import { dayOf, laterDay } from '#domain/days.ts';
import { buildLedger } from '#domain/ledger.ts';
import { lastDay } from '#domain/missions.ts';
import { coveredRestDays, currentMemberStreak, currentUserStreak, type UserStreak } from '#domain/streaks.ts';
import type { Deps } from '../../deps.ts';
import { fail } from '../../http/errors.ts';
import type { Serve } from '../../http/serve.ts';
import { excusedDaysOf } from './public.ts';
import * as queries from './queries.ts';

interface StreakUser extends UserStreak {
  readonly id: string;
  readonly timezone: string;
}

/** The day ledger, which explains the streak over all missions or in one (docs/rules.md#streaks). */
export function streakRoutes(serve: Serve<StreakUser>, { db }: Deps): void {
  serve(contract.getStreak, async ({ user, query, now }) => {
    const today = dayOf(now, user.timezone);
    const excused = await excusedDaysOf(db, user.id);
    const isExcused = (day: string) => excused.has(day);
    const covered = coveredRestDays(user, today, isExcused);
    const rest = new Set([...(await queries.restDaysOf(db, user.id)), ...covered]);
    const shared = { rest_days: user.rest_days - covered.length, timezone: user.timezone };

    if (query.mission_id === undefined) {
      const { days, first } = await queries.checkedDays(db, user.id, today);
      return {
        ...shared,
        streak_days: currentUserStreak(user, today, isExcused),
        longest_streak: user.longest_streak,
        days: buildLedger({ today, checked: new Set(days), rest, excused, from: first ?? today }),
      };
    }
    const member = await queries.memberForLedger(db, user.id, query.mission_id);
    if (!member) return fail('mission_not_found');
    const days = await queries.missionCheckedDays(db, user.id, query.mission_id, today);
    const from = laterDay(member.joined_day, member.first_day);
    return {
      ...shared,
      streak_days: currentMemberStreak(member, today, (day) => excused.has(day) || rest.has(day)),
      longest_streak: member.longest_streak,
      days: buildLedger({
        today,
        checked: new Set(days),
        rest,
        excused,
        from,
        to: lastDay(member.first_day, member.duration_days),
      }),
    };
  });
}
