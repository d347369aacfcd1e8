import { type CheckinPosition, checkinDay } from '#domain/checkin-day.ts';
import { addDays, dayOf } from '#domain/days.ts';
import { datedSchedule } from '#domain/schedule.ts';
import { type CheckedDay, isExtra } from '#domain/schedule-days.ts';
import { isBeforeYesterdayCloses } from '#domain/yesterday.ts';
import type { ScheduledMission } from './due.ts';

/** A member's check-ins in a mission as `positionsColumn` reads them. */
export type PositionRow = { performed_at: string; local_day: string };

/**
 * SQL for a column `positions` (PositionRow[]) with where the check-ins of a member stand whose day is `since` or later;
 * none for rows without the condition `when`. `member` is an alias, the others are SQL.
 */
export const positionsColumn = ({
  member,
  since,
  when = 'true',
}: {
  member: string;
  since: string;
  when?: string;
}): string =>
  `case when ${when} then (
     select coalesce(json_agg(json_build_object('performed_at', c.performed_at, 'local_day', c.local_day)), '[]')
     from checkins c where c.mission_id = ${member}.mission_id and c.user_id = ${member}.user_id and c.local_day >= ${since})
     else '[]' end as positions`;

export const toPositions = (rows: readonly PositionRow[]): CheckinPosition[] =>
  rows.map(({ performed_at, local_day }) => ({ performed_at: new Date(performed_at), local_day }));

/**
 * How many days before today `positionsColumn` has to begin: earlier ones come before any check-in that can be made,
 * which is at most 48 hours old, in every time zone.
 */
export const POSITIONS_BACK_DAYS = 5;

/**
 * SQL for the column `positions` that `canCheckInYesterday` needs for members of the alias `member`; the values of
 * `ownPositionDays` are its parameters from number `first` on. `whose` is an SQL condition for the rows that are the
 * viewer's. Whoever checked in for yesterday needs no positions.
 */
export const ownPositionsColumn = ({
  member,
  first,
  whose = 'true',
}: {
  member: string;
  first: number;
  whose?: string;
}) =>
  positionsColumn({
    member,
    since: `$${first}::date`,
    when: `${whose} and $${first}::date is not null and ${member}.streak_last_day is distinct from $${first + 1}::date`,
  });

/** From which day on the viewer's positions are read, and the viewer's yesterday; null after noon, when that is closed. */
export const ownPositionDays = ({ timezone }: { timezone: string }, now: Date): (string | null)[] =>
  isBeforeYesterdayCloses(now, timezone)
    ? [addDays(dayOf(now, 'UTC'), -POSITIONS_BACK_DAYS), addDays(dayOf(now, timezone), -1)]
    : [null, null];

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
  if (!isBeforeYesterdayCloses(now, viewer.timezone) || streak_last_day === addDays(dayOf(now, viewer.timezone), -1))
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

/** A check-in for a day that may be later than its member's today, and when it was recorded. */
interface AheadRow {
  day: string;
  at: string;
}

/** What tells on which days about today a member has checked in. */
export interface CheckedFacts {
  streak_last_day: string | null;
  ahead: readonly AheadRow[];
}

/**
 * SQL for the column `ahead` that `isCheckedOn` needs for members of the alias `member`: their check-ins since the day
 * before `today` (SQL, at most a day off). Only a change of zone leaves a check-in for a later day than today, so rows
 * that the condition `moved` (SQL) excludes have none.
 */
export const aheadColumn = ({ member, moved, today }: Record<'member' | 'moved' | 'today', string>): string =>
  `case when ${moved} and ${member}.streak_last_day >= ${today}::date then coalesce((
     select json_agg(json_build_object('day', c.local_day, 'at', c.created_at)) from checkins c
     where c.mission_id = ${member}.mission_id and c.user_id = ${member}.user_id
       and c.local_day >= ${today}::date - 1), '[]') else '[]' end as ahead`;

/** SQL: whether the user whose id the SQL `userId` yields ever changed the time zone. */
export const hasUserMoved = (userId: string): string =>
  `exists (select from users moved where moved.id = ${userId} and moved.moved_at is not null)`;

/** Whether the member has a check-in for `day`, their own today, whatever later days have one. */
export const isCheckedOn = ({ streak_last_day, ahead }: CheckedFacts, day: string): boolean =>
  streak_last_day === day || ahead.some((checkin) => checkin.day === day);
