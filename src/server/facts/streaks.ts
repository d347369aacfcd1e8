import { addDays, dayOf, earlierDay } from '#domain/days.ts';
import { lastDay } from '#domain/missions.ts';
import { pausedDays } from '#domain/pauses.ts';
import { datedSchedule } from '#domain/schedule.ts';
import { type CheckedDay, freeDaysOfMember } from '#domain/schedule-days.ts';
import { coveredRestDays, currentMemberStreak, hasGap, stateShown } from '#domain/streaks.ts';
import type { Queryable } from '#platform/db/open.ts';
import { type AskedDaysRow, askedDaysColumn, recentColumn } from './asked-days.ts';
import { openMemberOf, type ScheduledMission } from './due.ts';
import { bridgedNow, type Excuses, excusesColumn, hasMoved, type OwnClock, takesYesterday } from './excuses.ts';

/** A member's streak in a mission as the member's row has it, and the check-ins of the weeks that matter. */
export interface MemberStreakRow {
  joined_day: string;
  recent: CheckedDay[];
  streak_days: number;
  streak_last_day: string | null;
  longest_streak: number;
  open_streak: number | null;
}

/** A user's own streak in a row of a member. */
export interface OwnStreakRow extends OwnClock {
  user_streak_days: number;
  user_streak_last_day: string | null;
  user_longest_streak: number;
  user_rest_days: number;
  user_open_streak: number | null;
  excuses: Excuses;
}

/** What a member's present streak in a mission is computed from. */
export interface StreakRow extends MemberStreakRow, OwnStreakRow {
  /** Those after the last check-in, or from the day of joining on. */
  rest_days: string[];
}

/** The aliases of a statement that reads streaks, and its day `today` as SQL, at most a day off. */
type StreakFacts = Record<'mission' | 'member' | 'user' | 'today', string>;

/** SQL: whether the member may have missed a day. */
const hasGapSql = ({ member, today }: StreakFacts) => `coalesce(${member}.streak_last_day < ${today}::date, true)`;

/** Changes of zone since the last day of the user's streak or the first of the mission, whichever is earlier, matter. */
const zonesOf = ({ mission, user }: Omit<StreakFacts, 'today'>) => ({
  since: `least(${user}.streak_last_day, ${mission}.first_day)`,
  when: hasMoved(user),
});

const restDaysColumn = ({ member, user }: StreakFacts, when: string) =>
  `array(select r.day::text from rest_days r where ${when} and r.user_id = ${user}.id
     and r.day > coalesce(${member}.streak_last_day, ${member}.joined_day - 1)) as rest_days`;

const countersOf = ({ member, user }: Pick<StreakFacts, 'member' | 'user'>) =>
  `${user}.timezone, ${user}.moved_at, ${member}.joined_day, ${member}.streak_days, ${member}.streak_last_day,
   ${member}.longest_streak, ${member}.open_streak, ${user}.streak_days as user_streak_days,
   ${user}.streak_last_day as user_streak_last_day, ${user}.longest_streak as user_longest_streak,
   ${user}.rest_days as user_rest_days, ${user}.open_streak as user_open_streak`;

/** SQL for the counters of members and their users, with what excuses days. `addAskedDays` adds what missions asked. */
export const teamCounterColumns = (facts: Omit<StreakFacts, 'today'>): string =>
  `${countersOf(facts)}, ${excusesColumn(`${facts.user}.id`, null, zonesOf(facts))}`;

/**
 * SQL for the columns of StreakRow for all members of a mission. Most have no gap, so what bridges one is read only for
 * the others. `addAskedDays` adds what missions asked.
 */
export const teamStreakColumns = (facts: StreakFacts): string =>
  `${teamCounterColumns(facts)}, ${recentColumn(facts)}, ${restDaysColumn(facts, hasGapSql(facts))}`;

const ASKED = `select u.id, ${askedDaysColumn('u.id', 'u.streak_last_day')} as asked from users u where u.id = any ($1)`;

/**
 * Adds what missions asked to rows that were read without it, for the members whose rest days may have to cover days of
 * a gap in their own streak. Few missions have one, so it is a statement of its own.
 */
export async function addAskedDays<Member extends OwnStreakRow & { user_id: string }>(
  db: Queryable,
  members: readonly Member[],
  now: Date,
): Promise<void> {
  const missing = members.filter(
    (row) => row.user_rest_days > 0 && hasGap(row.user_streak_last_day, dayOf(now, row.timezone)),
  );
  if (missing.length === 0) return;
  const found = await db.rows<{ id: string; asked: AskedDaysRow[] | null }>(ASKED, [
    missing.map(({ user_id }) => user_id),
  ]);
  const asked = new Map(found.map((row) => [row.id, row.asked]));
  for (const row of missing) row.excuses.asked = asked.get(row.user_id) ?? null;
}

/** Returns the user's own streak from a row of a member. */
export const toOwnStreak = (row: OwnStreakRow) => ({
  timezone: row.timezone,
  moved_at: row.moved_at,
  streak_days: row.user_streak_days,
  streak_last_day: row.user_streak_last_day,
  longest_streak: row.user_longest_streak,
  rest_days: row.user_rest_days,
  open_streak: row.user_open_streak,
});

/**
 * Returns the missed days up to `today` that the user's next check-in spends rest days on. Without rest days, and without
 * a gap, nothing is covered, and `addAskedDays` reads nothing.
 */
export function listCoveredDays(row: OwnStreakRow, today: string, now: Date): string[] {
  if (row.excuses.asked === null) return [];
  const user = toOwnStreak(row);
  const own = bridgedNow(row.excuses, user, now);
  return coveredRestDays(user, today, (one) => own.has(one));
}

/**
 * The days since a member's last check-in that the member did not miss up to `today`: away, free, covered by rest days, and
 * yesterday while it is open.
 */
function bridgedDays(
  mission: ScheduledMission,
  row: StreakRow,
  { last, today }: { last: string; today: string },
  now: Date,
): Set<string> {
  const member = openMemberOf(mission, row, now);
  const bridged = pausedDays(member.pauses);
  const free = freeDaysOfMember(datedSchedule(mission), member, last, today);
  for (const day of [...listCoveredDays(row, today, now), ...row.rest_days, ...free]) bridged.add(day);
  if (member.is_yesterday_open) bridged.add(addDays(member.today, -1));
  return bridged;
}

/** A member's streak in the mission at `now`; after the mission's last day it stays as it ended. */
export function memberStreakAt(mission: ScheduledMission, row: StreakRow, now: Date): number {
  const last = row.streak_last_day;
  if (last === null) return 0;
  const today = earlierDay(dayOf(now, row.timezone), addDays(lastDay(mission.first_day, mission.duration_days), 1));
  const bridged = hasGap(last, today) ? bridgedDays(mission, row, { last, today }, now) : new Set<string>();
  const state = stateShown(row, dayOf(now, row.timezone), takesYesterday(row, now));
  return currentMemberStreak(state, today, (day) => bridged.has(day));
}
