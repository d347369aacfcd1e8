import { packDays } from '#domain/day-bits.ts';
import { earlierDay } from '#domain/days.ts';
import { DURATION_MAX } from '#domain/limits.ts';
import type { ScheduleColumns } from '#domain/schedule.ts';
import { newId } from '#platform/db/ids.ts';
import type { Tx } from '#platform/db/open.ts';
import { asksFrom, asksTo, asksUntil, inSince, scheduleColumnsIn } from '../../../facts/asked-days.ts';

const MEMBERSHIP = { mission: 'n', member: 'x' };

/**
 * Archives the days of a mission's check-ins, and how many there were on each, before the mission is deleted. They
 * preserve its members' streaks, and a rebuild gives the same result.
 */
export async function archiveDays(tx: Tx, missionId: string): Promise<void> {
  await tx.rows(
    `insert into archived_days (user_id, day, checkins_count)
     select user_id, local_day, count(*) from checkins where mission_id = $1 group by user_id, local_day
     on conflict (user_id, day) do update set checkins_count = archived_days.checkins_count + excluded.checkins_count`,
    [missionId],
  );
}

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
    `select x.user_id, u.timezone, ${scheduleColumnsIn('n')}, n.first_day,
       ${inSince('x')} as joined_day, n.completed_at, ${asksFrom(MEMBERSHIP)} as from_day, ${asksTo(MEMBERSHIP)} as to_day, (
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
    // One that ended before it began may still have kept a streak (rule 9 of docs/days.md).
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
