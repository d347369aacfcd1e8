import { type DayBits, daysIn, packDays } from '#domain/day-bits.ts';
import { earlierDay } from '#domain/days.ts';
import { DURATION_MAX } from '#domain/limits.ts';
import type { PausedDays } from '#domain/pauses.ts';
import { type AskingPlan, freeDays, isDueToday } from '#domain/plan-days.ts';
import { type ScheduleColumns, scheduleOf } from '#domain/schedule.ts';
import { newId } from '../../db/ids.ts';
import type { Tx } from '../../db/open.ts';

/** The columns of ScheduleColumns, for queries on `missions m`. */
export const SCHEDULE_COLUMNS = 'm.schedule_kind, m.schedule_times, m.schedule_days';

/** What a mission asks, or an ended membership asked, of a user; `days` are the checked days of an archived one. */
export interface PlanRow extends ScheduleColumns, Omit<AskingPlan, 'schedule'> {
  days: DayBits | null;
}

/** SQL for `members x join missions n`: the first and the last day on which the mission asks something of the member. */
export const ASKS_FROM = 'greatest(n.first_day, coalesce(x.asks_from, x.joined_day))';
// `left_day` counts only for one who has left: the release before brings members back without knowing it.
export const ASKS_TO = `least(n.first_day + n.duration_days - 1,
  case when x.left_at is not null then coalesce(x.left_day, (x.left_at at time zone 'UTC')::date) end)`;

/**
 * SQL for PlanRow[] or null: everything that asked something of the user after the day `since`: the
 * missions that the user is or was in, and archived plans. It is null where all of it is daily, because daily plans
 * leave no day free. The arguments are SQL; without a day `since` nothing is read.
 */
export const plansOf = (userId: string, since: string): string => {
  const members = `from members x join missions n on n.id = x.mission_id
    where x.user_id = ${userId} and ${ASKS_TO} > ${since}`;
  const archived = `from archived_plans a where a.user_id = ${userId} and a.to_day > ${since}`;
  return `case when ${since} is not null and (exists (select ${members} and n.schedule_kind <> 'daily')
      or exists (select ${archived} and a.schedule_kind <> 'daily')) then (
    select json_agg(p) from (
      select n.schedule_kind, n.schedule_times, n.schedule_days, n.first_day, ${ASKS_FROM} as from_day,
        ${ASKS_TO} as to_day, null as days, array(select c.local_day from checkins c
          where c.mission_id = n.id and c.user_id = ${userId} and c.local_day > ${since} - 7) as checked
      ${members}
      union all select a.schedule_kind, a.schedule_times, a.schedule_days, a.first_day, a.from_day, a.to_day, a.days, '{}'
      ${archived}
    ) p) end`;
};

const toAskingPlan = ({ days, ...row }: PlanRow): AskingPlan => ({
  ...row,
  schedule: scheduleOf(row),
  checked: days === null ? row.checked : daysIn(days, row.first_day),
});

/** The days from `since` to `until` that bridge the user's own streak because no plan wanted them. */
export const freeDaysFrom = (
  plans: readonly PlanRow[] | null,
  pauses: readonly PausedDays[],
  since: string,
  until: string,
): Set<string> => (plans === null ? new Set() : freeDays(plans.map(toAskingPlan), pauses, since, until));

/** Whether nothing is due for the user today, although a plan asks about the day. */
export function isTodayFree(plans: readonly PlanRow[] | null, pauses: readonly PausedDays[], today: string): boolean {
  const asking = (plans ?? []).filter(({ from_day, to_day }) => from_day <= today && today <= to_day);
  return asking.length > 0 && !asking.some((row) => isDueToday(toAskingPlan(row), pauses, today));
}

/**
 * A column `recent` (PlanCheckin[]) for `members mb join missions m`: the member's check-ins of the weeks that still
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
  from_day: string;
  to_day: string;
  days: string | null;
}

/**
 * Archives what memberships of a mission asked for up to a day of each member: of all members before the mission is
 * deleted, or of one who comes back, whose membership begins anew. `lastDayIn` is that day in the member's zone.
 */
export async function archivePlans(
  tx: Tx,
  { mission_id, user_id }: { mission_id: string; user_id?: string },
  lastDayIn: (zone: string) => string,
  now: Date,
): Promise<void> {
  const rows = await tx.rows<EndedRow>(
    `select x.user_id, u.timezone, n.schedule_kind, n.schedule_times, n.schedule_days, n.first_day,
       ${ASKS_FROM} as from_day, ${ASKS_TO} as to_day, (
         select bit_or(b'1'::bit(${DURATION_MAX}) >> (c.local_day - n.first_day))::text from checkins c
         where c.mission_id = n.id and c.user_id = x.user_id and c.local_day >= n.first_day
           and c.local_day < n.first_day + n.duration_days) as days
     from members x join missions n on n.id = x.mission_id join users u on u.id = x.user_id
     where x.mission_id = $1 and ($2::uuid is null or x.user_id = $2) and u.deleted_at is null`,
    [mission_id, user_id ?? null],
  );
  const plans = rows
    .map(({ days, timezone, ...row }) => ({
      ...row,
      id: newId(now),
      to_day: earlierDay(row.to_day, lastDayIn(timezone)),
      days: packDays(days ?? ''),
    }))
    .filter(({ from_day, to_day }) => from_day <= to_day);
  if (plans.length === 0) return;
  await tx.rows(
    `insert into archived_plans (id, user_id, schedule_kind, schedule_times, schedule_days, first_day, from_day, to_day, days)
     select id, user_id, schedule_kind, schedule_times, schedule_days, first_day, from_day, to_day, days
     from json_to_recordset($1) as p(id uuid, user_id uuid, schedule_kind text, schedule_times smallint,
       schedule_days smallint, first_day date, from_day date, to_day date, days text)`,
    [JSON.stringify(plans)],
  );
}
