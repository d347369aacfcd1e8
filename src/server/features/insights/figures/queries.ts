/**
 * Every figure is computed on request from the life and the check-ins of one user: even a busy year has only a
 * few thousand, so nothing is stored that could be out of date. A test computes the same figures for random histories day
 * after day in plain code. Hours are read with offsets that this process computes and not with `at time zone`, because the days of
 * check-ins were computed with the zones of this process, and a name that the database does not know would fail the
 * query.
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
  /** Those that a daily schedule or one of certain days asked for, in missions that exist. */
  wanted: Int,
  /** Those in deleted missions. */
  archived: Int,
  /** Those in missions which the user has left that no such schedule asked for. */
  unwanted_in_left: Int,
});
export type CheckinsRow = z.output<typeof CheckinsRow>;

/** Counts the check-ins for each day from `from` to `to`, those in deleted missions included (docs/rules.md#plans). */
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

/** No zone is farther from UTC. */
const MARGIN_DAYS = 2;

const RhythmRow = z.object({ weekday: Int, hour: Int, checkins: Int });

/** Check-ins by weekday and hour, without those for yesterday, whose hour nobody knows. */
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
