import { packDays } from '#domain/day-bits.ts';
import { dayNumber, dayText } from '#domain/days.ts';
import { type Day, EVERY_WEEKDAY, hasDay, type Membership } from '#domain/life.ts';
import type { ScheduleColumns } from '#domain/schedule.ts';
import { Id } from '#platform/db/columns.ts';
import { newId } from '#platform/db/ids.ts';
import type { Tx } from '#platform/db/open.ts';
import { allValues } from '#platform/db/rows.ts';
import { readPairs } from '../../../life/public.ts';

/** Archives the number of check-ins of each day before a mission is deleted, to preserve its members' streaks. */
export async function archiveDays(tx: Tx, missionId: string): Promise<void> {
  await tx.rows(
    `insert into archived_days (user_id, day, checkins_count)
     select user_id, local_day, count(*) from checkins where mission_id = $1 group by user_id, local_day
     on conflict (user_id, day) do update set checkins_count = archived_days.checkins_count + excluded.checkins_count`,
    [missionId],
  );
}

const toScheduleColumns = ({ times, weekdays }: Membership): ScheduleColumns => ({
  schedule_kind: times !== null ? 'weekly' : weekdays === EVERY_WEEKDAY ? 'daily' : 'weekdays',
  schedule_times: times,
  schedule_days: times !== null || weekdays === EVERY_WEEKDAY ? null : weekdays,
});

/** Returns the columns of an archived membership that required days up to the day `to`. */
function toAskedDays(m: Membership, to: Day) {
  const bits = Array.from({ length: m.last - m.first + 1 }, (_, at) => Number(hasDay(m.days, m.first + at)));
  return {
    ...toScheduleColumns(m),
    first_day: dayText(m.first),
    joined_day: dayText(m.returned),
    from_day: dayText(Math.max(m.first, m.returned)),
    to_day: dayText(to),
    days: packDays(bits.join('')),
  };
}

const listAccounts = (tx: Tx, missionId: string): Promise<string[]> =>
  allValues(
    tx,
    Id,
    `select mb.user_id from members mb join users u on u.id = mb.user_id
     where mb.mission_id = $1 and u.deleted_at is null`,
    [missionId],
  );

/**
 * Archives the days that a mission required, up to a day of each member. Runs for all members before the mission is
 * deleted, or for one who rejoins and starts again. `lastDayIn` returns that day in the member's zone.
 */
export async function archiveAskedDays(
  tx: Tx,
  { mission_id, user_id }: { mission_id: string; user_id?: string },
  lastDayIn: (zone: string) => string,
  now: Date,
): Promise<void> {
  const users = user_id === undefined ? await listAccounts(tx, mission_id) : [user_id];
  const pairs = users.map((user) => ({ user_id: user, mission_id }));
  const asked = (await readPairs(tx, pairs, now)).flatMap(({ user_id: user, life }) => {
    const m = life.memberships[0]!;
    const to = Math.min(m.to, dayNumber(lastDayIn(life.zone)));
    return m.returned <= to ? [{ id: newId(now), user_id: user, ...toAskedDays(m, to) }] : [];
  });
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
