import type { OwnSchedule } from '#contract/missions.ts';
import { type CheckinPosition, isYesterdayOpen } from '#domain/checkins.ts';
import { addDays, dayOf, earlierDay } from '#domain/days.ts';
import { ownGoals } from '#domain/goals.ts';
import { DURATION_MAX } from '#domain/limits.ts';
import { type CheckinDay, checkinDay, lastDay } from '#domain/missions.ts';
import { pausedDays } from '#domain/pauses.ts';
import { datedSchedule, plannedDays, type ScheduleColumns, scheduleOf } from '#domain/schedule.ts';
import {
  type CheckedDay,
  type CheckingMember,
  type DueToday,
  dueToday,
  freeDaysOfMember,
  isExtra,
  isYesterdayNeeded,
} from '#domain/schedule-days.ts';
import { coveredRestDays, currentMemberStreak, hasGap, stateShown } from '#domain/streaks.ts';
import type { Queryable } from '../../../db/open.ts';
import type { Row } from '../../../db/rows.ts';
import type { missions } from '../../../db/schema/missions.ts';
import { type AskedDaysRow, askedDaysColumn, recentColumn } from '../../../facts/asked-days.ts';
import { awayDays, bridgedNow, type Excuses, excusesColumn, hasMoved, takesYesterday } from '../../../facts/excuses.ts';

type MissionDays = Pick<Row<typeof missions>, 'first_day' | 'duration_days' | 'completed_at'>;

/** A member's check-ins in a mission as `positionsColumn` reads them. */
export type PositionRow = { performed_at: string; local_day: string };

/**
 * A column `positions` (PositionRow[]) with where the check-ins of `members mb` stand whose day is that of the SQL
 * `since` or later; none for rows without the SQL condition `when`.
 */
export const positionsColumn = (since: string, when = 'true'): string =>
  `case when ${when} then (
     select coalesce(json_agg(json_build_object('performed_at', c.performed_at, 'local_day', c.local_day)), '[]')
     from checkins c where c.mission_id = mb.mission_id and c.user_id = mb.user_id and c.local_day >= ${since})
     else '[]' end as positions`;

export const toPositions = (rows: readonly PositionRow[]): CheckinPosition[] =>
  rows.map(({ performed_at, local_day }) => ({ performed_at: new Date(performed_at), local_day }));

/**
 * How many days before today `positionsColumn` has to begin: earlier ones come before any check-in that can be made,
 * which is at most 48 hours old, in every time zone.
 */
export const POSITIONS_BACK_DAYS = 5;

/**
 * The column `positions` that `canCheckInYesterday` needs for `members mb`, and the days that its parameters, from
 * number `first` on, stand for. After noon yesterday is closed, and whoever checked in for it needs no positions
 * either. `whose` is an SQL condition for the rows that are the viewer's.
 */
export function ownPositions(
  { timezone }: { timezone: string },
  now: Date,
  first: number,
  whose = 'true',
): { column: string; days: string[] } {
  if (!isYesterdayOpen(now, timezone)) return { column: `'[]'::json as positions`, days: [] };
  return {
    column: positionsColumn(`$${first}::date`, `${whose} and mb.streak_last_day is distinct from $${first + 1}::date`),
    days: [addDays(dayOf(now, 'UTC'), -POSITIONS_BACK_DAYS), addDays(dayOf(now, timezone), -1)],
  };
}

/** The day a check-in of this member would count for now, or why there can be none. */
export function checkinDayNow(
  mission: MissionDays,
  viewer: { timezone: string },
  memberLastDay: string | null,
  now: Date,
): CheckinDay {
  return checkinDay({
    now,
    zone: viewer.timezone,
    first_day: mission.first_day,
    duration_days: mission.duration_days,
    completed: mission.completed_at !== null,
    member_last_day: memberLastDay,
  });
}

type ScheduledMission = ScheduleColumns & MissionDays;

/** A member as the rules of schedules look at it: `recent` and `excuses` are the columns of those names. */
export interface ScheduledMemberRow {
  timezone: string;
  joined_day: string;
  streak_last_day: string | null;
  recent: readonly CheckedDay[];
  excuses: Excuses;
}

/** The facts of a member on the member's own `today` that the rules of schedules take. */
const scheduledMemberOf = ({ timezone, joined_day, recent, excuses }: ScheduledMemberRow, today: string) => ({
  joined_day,
  checkins: recent,
  pauses: awayDays(excuses, timezone, today),
});

/** What the mission's schedule means for a member on the member's own today. */
export function dueTodayOf(mission: ScheduledMission, member: ScheduledMemberRow, now: Date): DueToday {
  const today = dayOf(now, member.timezone);
  const can_check_in = checkinDayNow(mission, member, member.streak_last_day, now).ok;
  return dueToday(datedSchedule(mission), today, { ...scheduledMemberOf(member, today), can_check_in });
}

/** A member with what tells whether yesterday is open. */
export interface OpenMember extends ScheduledMemberRow {
  moved_at: string | null;
  open_streak: number | null;
}

/** The same facts with those of `isYesterdayNeeded`. */
function checkingMemberOf(member: OpenMember, now: Date): CheckingMember {
  const { timezone: zone, moved_at, streak_last_day, open_streak } = member;
  const zone_changed_at = moved_at === null ? null : new Date(moved_at);
  return { ...scheduledMemberOf(member, dayOf(now, zone)), zone, zone_changed_at, streak_last_day, open_streak };
}

/** Whether a member's yesterday would close as missed in the mission, and can still be checked in. */
export const needsYesterday = (mission: ScheduledMission, member: OpenMember, now: Date): boolean =>
  mission.completed_at === null && isYesterdayNeeded(datedSchedule(mission), checkingMemberOf(member, now), now);

/** A mission with the goals that its members have in common. */
type GoalMission = ScheduledMission & { level_goal: number | null; streak_goal: number | null };

/** The schedule and what it means for a member, as the member's own screens show it. */
export function toDueSchedule(mission: GoalMission, member: OpenMember, now: Date): OwnSchedule {
  const dated = datedSchedule(mission);
  // Days of travel count as soon as they are over.
  const own = scheduledMemberOf(member, dayOf(now, member.timezone));
  return {
    schedule: scheduleOf(mission),
    planned_days: plannedDays(dated, own),
    own_goals: ownGoals(dated, own, { level: mission.level_goal, streak: mission.streak_goal }),
    needed_yesterday: needsYesterday(mission, member, now),
    ...dueTodayOf(mission, member, now),
  };
}

/** What a check-in of this member for yesterday depends on besides the mission. */
export interface OwnFacts {
  joined_at: string;
  streak_last_day: string | null;
  positions: readonly PositionRow[];
  recent: readonly CheckedDay[];
}

/** Whether a check-in for yesterday would be taken now, and count (docs/rules.md#yesterday). */
export function canCheckInYesterday(
  mission: ScheduledMission,
  viewer: { timezone: string; moved_at: string | null },
  { joined_at, streak_last_day, positions, recent }: OwnFacts,
  now: Date,
): boolean {
  // Asked for every card, and nearly always closed or done: then the rest need not be computed.
  if (!isYesterdayOpen(now, viewer.timezone) || streak_last_day === addDays(dayOf(now, viewer.timezone), -1))
    return false;
  const counted = checkinDay({
    now,
    day: 'yesterday',
    zone: viewer.timezone,
    zone_changed_at: viewer.moved_at === null ? null : new Date(viewer.moved_at),
    joined_at: new Date(joined_at),
    first_day: mission.first_day,
    duration_days: mission.duration_days,
    completed: mission.completed_at !== null,
    member_last_day: streak_last_day,
    others: toPositions(positions),
  });
  return counted.ok && !isExtra(datedSchedule(mission), counted.day, recent);
}

/** What a member's present streak in a mission is computed from. */
export interface StreakRow {
  timezone: string;
  moved_at: string | null;
  joined_day: string;
  recent: CheckedDay[];
  streak_days: number;
  streak_last_day: string | null;
  longest_streak: number;
  open_streak: number | null;
  user_streak_days: number;
  user_streak_last_day: string | null;
  user_longest_streak: number;
  user_rest_days: number;
  user_open_streak: number | null;
  /** Those after the last check-in, or from the day of joining on. */
  rest_days: string[];
  excuses: Excuses;
}

/** SQL: whether `members mb` may have missed a day up to the day `today` (SQL, at most a day off). */
const hasGapSql = (today: string) => `coalesce(mb.streak_last_day < ${today}::date, true)`;

/** Changes of zone since the last day of the user's streak or the first of the mission, whichever is earlier, matter. */
const ZONES = { since: 'least(u.streak_last_day, m.first_day)', when: hasMoved('u') };

const restDaysColumn = (when: string) =>
  `array(select r.day::text from rest_days r where ${when} and r.user_id = u.id
     and r.day > coalesce(mb.streak_last_day, mb.joined_day - 1)) as rest_days`;

const STREAK_COLUMNS = `u.timezone, u.moved_at, mb.joined_day, mb.streak_days, mb.streak_last_day, mb.longest_streak, mb.open_streak,
   u.streak_days as user_streak_days, u.streak_last_day as user_streak_last_day,
   u.longest_streak as user_longest_streak, u.rest_days as user_rest_days,
   u.open_streak as user_open_streak`;

/**
 * The columns of StreakRow for `members mb join users u join missions m` on the day `today` (SQL, at most a day off). A
 * user's free days make a difference only where rest days are held, and for a member without a check-in since yesterday.
 */
export const streakColumns = (today: string): string =>
  `${STREAK_COLUMNS}, ${recentColumn({ mission: 'm', member: 'mb', today })}, ${restDaysColumn('true')},
   ${excusesColumn('u.id', `(case when u.rest_days > 0 and ${hasGapSql(today)} then u.streak_last_day end)`, ZONES)}`;

/**
 * The same for all members of a mission, of whom most have no gap: what bridges one is read for them alone. What
 * missions asked is left to `addAskedDays`.
 */
export const teamStreakColumns = (today: string): string =>
  `${STREAK_COLUMNS}, ${recentColumn({ mission: 'm', member: 'mb', today })}, ${restDaysColumn(hasGapSql(today))},
   ${excusesColumn('u.id', null, ZONES)}`;

/**
 * Adds what missions asked to rows that were read without it, for the members whose rest days may have to cover days of
 * a gap in their own streak. Few missions have one, so it is a statement of its own.
 */
export async function addAskedDays<Member extends StreakRow & { user_id: string }>(
  db: Queryable,
  members: readonly Member[],
  now: Date,
): Promise<void> {
  const missing = members.filter(
    (row) => row.user_rest_days > 0 && hasGap(row.user_streak_last_day, dayOf(now, row.timezone)),
  );
  if (missing.length === 0) return;
  const found = await db.read<{ id: string; asked: AskedDaysRow[] | null }>(
    `select u.id, ${askedDaysColumn('u.id', 'u.streak_last_day')} as asked from users u where u.id = any ($1)`,
    [missing.map(({ user_id }) => user_id)],
  );
  const asked = new Map(found.map((row) => [row.id, row.asked]));
  for (const row of missing) row.excuses.asked = asked.get(row.user_id) ?? null;
}

/**
 * The days since a member's last check-in that the member did not miss up to `today`: away, free, covered by rest days, and
 * yesterday while it is open.
 */
function bridgedDays(mission: ScheduledMission, row: StreakRow, today: string, now: Date): Set<string> {
  const away = awayDays(row.excuses, row.timezone, dayOf(now, row.timezone));
  const bridged = pausedDays(away);
  const user = {
    timezone: row.timezone,
    moved_at: row.moved_at,
    streak_days: row.user_streak_days,
    streak_last_day: row.user_streak_last_day,
    longest_streak: row.user_longest_streak,
    rest_days: row.user_rest_days,
    open_streak: row.user_open_streak,
  };
  // Without rest days, and without a gap, nothing is covered, and what missions asked was not read.
  if (row.excuses.asked !== null) {
    const own = bridgedNow(row.excuses, user, now);
    for (const day of coveredRestDays(user, today, (one) => own.has(one))) bridged.add(day);
  }
  const member = { joined_day: row.joined_day, checkins: row.recent, pauses: away };
  const free = freeDaysOfMember(datedSchedule(mission), member, row.streak_last_day ?? row.joined_day, today);
  for (const day of [...row.rest_days, ...free]) bridged.add(day);
  if (needsYesterday(mission, row, now)) bridged.add(addDays(dayOf(now, row.timezone), -1));
  return bridged;
}

/** A member's streak in the mission at `now`; after the mission's last day it stays as it ended. */
export function memberStreakAt(mission: ScheduledMission, row: StreakRow, now: Date): number {
  if (row.streak_last_day === null) return 0;
  const today = earlierDay(dayOf(now, row.timezone), addDays(lastDay(mission.first_day, mission.duration_days), 1));
  const bridged = bridgedDays(mission, row, today, now);
  const state = stateShown(row, dayOf(now, row.timezone), takesYesterday(row, now));
  return currentMemberStreak(state, today, (day) => bridged.has(day));
}

/** The bit of a day in the stored days of a member of mission `m`, as PostgreSQL counts the bits of bytes. */
export const bitOf = (day: string): string => `((${day} - m.first_day) / 8 * 8 + 7 - (${day} - m.first_day) % 8)`;

/**
 * Whether the stored days of member `mb` are those of the check-ins in mission `m`: as many, numbered from its first day,
 * and the last one among them (db/schema/members.ts). Never null.
 */
export const DAYS_HOLD = `case when mb.checked_days_from = m.first_day
    and bit_count(mb.checked_days) = mb.checkins_count
    and mb.streak_last_day - m.first_day between 0 and ${DURATION_MAX - 1}
  then get_bit(mb.checked_days, ${bitOf('mb.streak_last_day')}) = 1 else false end`;
