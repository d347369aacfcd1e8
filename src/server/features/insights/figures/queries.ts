/**
 * Computes all statistics on request from one user's life and check-ins. Even a busy year has only a few thousand, so
 * storing results that can become stale is not worth it. A test computes the same for random histories in plain code.
 * This process computes hour offsets instead of `at time zone`, because it also computed the days of check-ins. A zone
 * name that the database does not know would fail the query.
 */

import * as z from 'zod/mini';
import type { Insights } from '#contract/insights.ts';
import { addDays, startOfDay } from '#domain/days.ts';
import { Day, Int, Text } from '#platform/db/columns.ts';
import type { Queryable } from '#platform/db/open.ts';
import { allValues } from '#platform/db/rows.ts';
import { offsetSpans } from '#platform/lib/zone-offsets.ts';

/** The check-ins for one day. */
const CheckinsRow = z.object({
  day: Day,
  checkins: Int,
  /** Check-ins that a daily or weekday schedule required, in missions that exist. */
  wanted: Int,
  /** Check-ins in deleted missions. */
  archived: Int,
  /** Check-ins in missions the user left that no such schedule required. */
  unwanted_in_left: Int,
});
export type CheckinsRow = z.output<typeof CheckinsRow>;

/** Counts the check-ins of each day from `from` to `to`, deleted missions included (docs/rules.md#plans). */
export const listCheckins = (db: Queryable, userId: string, from: string, to: string): Promise<CheckinsRow[]> =>
  db.rows(
    CheckinsRow,
    `with made as (
       select c.local_day as day, m.schedule_kind <> 'weekly' and not c.is_extra as is_wanted,
         mb.left_at is not null as has_left
       from checkins c join missions m on m.id = c.mission_id
       join members mb on mb.mission_id = c.mission_id and mb.user_id = c.user_id
       where c.user_id = $1 and c.local_day between $2 and $3
     ), counted as (
       select day, count(*) as checkins, count(*) filter (where is_wanted) as wanted, 0 as archived,
         count(*) filter (where has_left and not is_wanted) as unwanted_in_left
       from made group by day
       union all
       select day, checkins_count, 0, checkins_count, 0 from archived_days
       where user_id = $1 and day between $2 and $3
     )
     select day, sum(checkins)::int as checkins, sum(wanted)::int as wanted, sum(archived)::int as archived,
       sum(unwanted_in_left)::int as unwanted_in_left
     from counted group by day`,
    [userId, from, to],
  );

/** More than any zone's distance from UTC. */
const MARGIN_DAYS = 2;

const RhythmRow = z.object({ weekday: Int, hour: Int, checkins: Int });

/** Counts check-ins by weekday and hour. Omits check-ins for yesterday, whose hour is unknown. */
export async function readRhythm(db: Queryable, userId: string, from: string, to: string): Promise<Insights['rhythm']> {
  const zones = await allValues(
    db,
    Text,
    'select distinct timezone from checkins where user_id = $1 and local_day between $2 and $3',
    [userId, from, to],
  );
  const since = startOfDay(addDays(from, -MARGIN_DAYS), 'UTC');
  const until = startOfDay(addDays(to, MARGIN_DAYS), 'UTC');
  const spans = zones.flatMap((timezone) => offsetSpans(timezone, since, until).map((span) => ({ timezone, ...span })));
  return db.rows(
    RhythmRow,
    `select extract(isodow from c.local_day)::int - 1 as weekday,
       extract(hour from c.performed_at + s.offset_minutes * interval '1 minute')::int as hour, count(*)::int as checkins
     from checkins c join json_to_recordset($4) as s(timezone text, since timestamptz, until timestamptz, offset_minutes int)
       on s.timezone = c.timezone and c.performed_at >= s.since and c.performed_at < s.until
     where c.user_id = $1 and c.local_day between $2 and $3 and not c.is_late
     group by 1, 2 order by 1, 2`,
    [userId, from, to, JSON.stringify(spans)],
  );
}
