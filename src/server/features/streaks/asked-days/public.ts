import { type DayBits, daysIn, packDays } from '#domain/day-bits.ts';
import { addDays, dayOf, earlierDay } from '#domain/days.ts';
import { DURATION_MAX } from '#domain/limits.ts';
import type { PausedDays } from '#domain/pauses.ts';
import { type ScheduleColumns, scheduleOf } from '#domain/schedule.ts';
import { type AskedDays, isDueToday, type MembershipDays } from '#domain/schedule-days.ts';
import { newId } from '../../../db/ids.ts';
import type { Tx } from '../../../db/open.ts';

/** The columns of ScheduleColumns, for queries on `missions m`. */
export const SCHEDULE_COLUMNS = 'm.schedule_kind, m.schedule_times, m.schedule_days';

/** What a mission asks, or an ended membership asked, of a user; `days` are the checked days of an archived one. */
export interface AskedDaysRow extends ScheduleColumns, Omit<MembershipDays, 'schedule'> {
  completed_at: string | null;
  days: DayBits | null;
}

/** SQL for `members x`: the day of joining or of the last return. While somebody is away, no mission is still to begin. */
const IN_SINCE = 'coalesce(x.asks_from, x.joined_day)';
/** SQL for `members x join missions n`: the first and the last day on which the mission asks something of the member. */
export const ASKS_FROM = `greatest(n.first_day, ${IN_SINCE})`;
export const ASKS_TO = 'least(n.first_day + n.duration_days - 1, x.left_day)';

/**
 * SQL for AskedDaysRow[]: everything that asked something of the user after the day `since`, which are the missions
 * that the user is or was in, and archived ones. Checked days come with those that are not daily alone, as no other
 * state of a day depends on them. The arguments are SQL; null where `since` is.
 */
export const askedDaysColumn = (userId: string, since: string): string =>
  `case when ${since} is not null then (
    select coalesce(json_agg(p), '[]') from (
      select n.schedule_kind, n.schedule_times, n.schedule_days, n.first_day, ${IN_SINCE} as joined_day,
        ${ASKS_FROM} as from_day, ${ASKS_TO} as to_day, n.completed_at, null as days,
        x.left_at is null and n.completed_at is null as is_running, case when n.schedule_kind = 'daily' then '{}' else
          array(select c.local_day from checkins c where c.mission_id = n.id and c.user_id = ${userId}
            and c.local_day > ${since} - 7) end as checked
      from members x join missions n on n.id = x.mission_id where x.user_id = ${userId} and ${ASKS_TO} > ${since}
      union all
      select a.schedule_kind, a.schedule_times, a.schedule_days, a.first_day, a.joined_day,
        a.from_day, a.to_day, null, a.days, false, '{}'
      from archived_asked_days a where a.user_id = ${userId} and a.to_day > ${since}
    ) p) end`;

/**
 * The last day on which a mission asks something of somebody in `zone`: of a completed mission none from the day of its
 * completion on, on which a check-in may be refused.
 */
export const asksUntil = (
  { to_day, completed_at }: Pick<AskedDaysRow, 'to_day' | 'completed_at'>,
  zone: string,
): string => (completed_at === null ? to_day : earlierDay(to_day, addDays(dayOf(new Date(completed_at), zone), -1)));

/** What missions asked of somebody in `zone`, as the rules look at it. */
export const toAskedDays = (rows: readonly AskedDaysRow[], zone: string): MembershipDays[] =>
  rows.map(({ days, ...row }) => ({
    ...row,
    schedule: scheduleOf(row),
    to_day: asksUntil(row, zone),
    checked: days === null ? row.checked : daysIn(days, row.first_day),
  }));

/** Whether nothing is due for the user today. */
export const isTodayFree = (asked: readonly AskedDays[], pauses: readonly PausedDays[], today: string): boolean =>
  !asked.some((one) => isDueToday(one, pauses, today));

/**
 * A column `recent` (CheckedDay[]) for `members mb join missions m`: the member's check-ins of the weeks that still
 * matter on the day `today` (SQL, at most a day off), which are those of that week and of the week of the last check-in,
 * whose day is the SQL `last`. Daily missions need none.
 */
export const recentColumn = (today: string, last = 'mb.streak_last_day'): string =>
  `case when m.schedule_kind = 'daily' then '[]' else coalesce((
     select json_agg(json_build_object('day', c.local_day, 'is_extra', c.is_extra)) from checkins c
     where c.mission_id = m.id and c.user_id = mb.user_id
       and c.local_day > least(${last}, ${today}::date) - 9), '[]') end as recent`;

interface EndedRow extends ScheduleColumns {
  user_id: string;
  timezone: string;
  first_day: string;
  joined_day: string;
  completed_at: string | null;
  from_day: string;
  to_day: string;
  days: string | null;
}

/**
 * Archives what memberships of a mission asked for up to a day of each member: of all members before the mission is
 * deleted, or of one who comes back, whose membership begins anew. `lastDayIn` is that day in the member's zone.
 */
export async function archiveAskedDays(
  tx: Tx,
  { mission_id, user_id }: { mission_id: string; user_id?: string },
  lastDayIn: (zone: string) => string,
  now: Date,
): Promise<void> {
  const rows = await tx.rows<EndedRow>(
    `select x.user_id, u.timezone, n.schedule_kind, n.schedule_times, n.schedule_days, n.first_day,
       ${IN_SINCE} as joined_day, n.completed_at, ${ASKS_FROM} as from_day, ${ASKS_TO} as to_day, (
         select bit_or(b'1'::bit(${DURATION_MAX}) >> (c.local_day - n.first_day))::text from checkins c
         where c.mission_id = n.id and c.user_id = x.user_id and c.local_day >= n.first_day
           and c.local_day < n.first_day + n.duration_days) as days
     from members x join missions n on n.id = x.mission_id join users u on u.id = x.user_id
     where x.mission_id = $1 and ($2::uuid is null or x.user_id = $2) and u.deleted_at is null`,
    [mission_id, user_id ?? null],
  );
  const asked = rows
    .map(({ days, timezone, ...row }) => ({
      ...row,
      id: newId(now),
      to_day: earlierDay(asksUntil(row, timezone), lastDayIn(timezone)),
      days: packDays(days ?? ''),
    }))
    // One that ended before it began may still have kept a streak (docs/rules.md#idle-stretches).
    .filter(({ joined_day, to_day }) => joined_day <= to_day);
  if (asked.length === 0) return;
  await tx.rows(
    `insert into archived_asked_days (id, user_id, schedule_kind, schedule_times, schedule_days, first_day, joined_day,
       from_day, to_day, days)
     select id, user_id, schedule_kind, schedule_times, schedule_days, first_day, joined_day, from_day, to_day, days
     from json_to_recordset($1) as p(id uuid, user_id uuid, schedule_kind text, schedule_times smallint,
       schedule_days smallint, first_day date, joined_day date, from_day date, to_day date, days text)`,
    [JSON.stringify(asked)],
  );
}
