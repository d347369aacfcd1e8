import * as contract from '#contract/streaks.ts';
import { addDays, dayOf, earlierDay, laterDay } from '#domain/days.ts';
import { buildLedger, type LedgerInput } from '#domain/ledger.ts';
import { lastDay } from '#domain/missions.ts';
import type { PausedDays } from '#domain/pauses.ts';
import { freeDaysOfMember, planToday } from '#domain/plan-days.ts';
import { planOf } from '#domain/schedule.ts';
import { coveredRestDays, currentMemberStreak, currentUserStreak, type UserStreak } from '#domain/streaks.ts';
import type { Deps } from '../../deps.ts';
import { fail } from '../../http/errors.ts';
import type { Serve } from '../../http/serve.ts';
import { bridgedFrom, excusedFrom, findExcuses } from './public.ts';
import { freeDaysFrom, isTodayFree } from './public-plans.ts';
import * as queries from './queries.ts';

interface StreakUser extends UserStreak {
  readonly id: string;
  readonly timezone: string;
}

const isIn = (day: string) => (pause: PausedDays) => pause.from_day <= day && day <= pause.to_day;

/** The days of a ledger, and the user's breaks that touch them. */
function toDays(input: LedgerInput, pauses: readonly PausedDays[]): Pick<contract.Streak, 'days' | 'pauses'> {
  const days = buildLedger({ ...input, is_paused: pauses.some(isIn(input.today)) });
  const touching = pauses.filter((pause) => days.some(({ day }) => isIn(day)(pause)));
  return { days, pauses: touching.sort((one, other) => (one.from_day < other.from_day ? -1 : 1)) };
}

/** The day ledger, which explains the streak over all missions or in one (docs/rules.md#streaks). */
export function streakRoutes(serve: Serve<StreakUser>, { db }: Deps): void {
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
