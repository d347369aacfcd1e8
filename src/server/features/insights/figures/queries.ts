/**
 * Every figure is computed on request from the rows of one user, of which even a busy year has only a few thousand, so
 * nothing is stored that could be out of date. A test computes the same figures for random histories day after day in
 * plain code. Hours are read with offsets that this process computes and not with `at time zone`, because the days of
 * check-ins were computed with the zones of this process, and a name that the database does not know would fail the
 * query.
 */

import type { Insights, StreakRun, Stretch } from '#contract/insights.ts';
import { addDays, startOfDay } from '#domain/days.ts';
import { PREVIEW_DAYS } from '#domain/limits.ts';
import type { ScheduleColumns } from '#domain/schedule.ts';
import type { Queryable } from '#platform/db/open.ts';
import { allValues } from '#platform/db/rows.ts';
import { offsetSpans } from '#platform/lib/zone-offsets.ts';
import { scheduleColumnsIn } from '../../../facts/asked-days.ts';

const SCHEDULE_COLUMNS = scheduleColumnsIn('m');

interface GroupRow {
  weekday: number | null;
  week: string | null;
  month: string | null;
  day: string | null;
  checkins: number;
  days_open: number;
  days_checked: number;
  /** The same of what daily schedules and those of certain days wanted. */
  wanted_checkins: number;
  wanted_open: number;
  wanted_checked: number;
  /** The first and the last day among these. */
  since: string;
  until: string;
}

export interface DayFigures {
  /** The first open or checked day; null without one. */
  since: string | null;
  /** The last one. */
  until: string | null;
  /** Of daily schedules and those of certain days alone. */
  weekdays: Insights['weekdays'];
  weeks: Stretch[];
  months: Stretch[];
  days: Stretch[];
}

interface DaysInput {
  from: string;
  to: string;
  /** The days that missions of certain days missed, and those of times a week. */
  missed: readonly string[];
  missed_weekly: readonly string[];
  /** Days of daily missions that are not open all the same. */
  left_out: readonly string[];
  /** The days of check-ins in deleted missions that wanted no such day, once for each check-in. */
  archived_unscheduled: readonly string[];
}

/**
 * Check-ins, open and checked days from `from` to `to` by weekday, week and month, and each of the last 14 days. A day
 * is open when one of the user's daily missions had it and it is not among those `left_out`, when another one missed a
 * check-in on it, or when it was checked; today counts once it is checked. Archived days of deleted missions count with
 * their check-ins (docs/rules.md#insights).
 */
export async function readDays(db: Queryable, userId: string, input: DaysInput): Promise<DayFigures> {
  const rows = await db.rows<GroupRow>(
    `with made as (
       select c.local_day as day, count(*) as checkins,
         count(*) filter (where m.schedule_kind <> 'weekly' and not c.is_extra) as wanted
       from checkins c join missions m on m.id = c.mission_id
       where c.user_id = $1 and c.local_day between $2 and $3 group by c.local_day
       union all select k.day, k.checkins_count, greatest(0, k.checkins_count
         - (select count(*) from unnest($7::date[]) as x(day) where x.day = k.day))
       from archived_days k where k.user_id = $1 and k.day between $2 and $3
     ), checked as (
       select day, sum(checkins) as checkins, sum(wanted) as wanted from made group by day
     ), missed as (
       select d.day::date as day, true as is_wanted
       from members mb join missions m on m.id = mb.mission_id
       cross join generate_series(greatest(m.first_day, mb.joined_day, $2::date),
         least(m.first_day + m.duration_days - 1, $3::date - 1), interval '1 day') as d(day)
       where mb.user_id = $1 and mb.left_at is null and m.schedule_kind = 'daily' and d.day::date <> all ($5::date[])
       union all select day, true from unnest($4::date[]) as x(day)
       union all select day, false from unnest($6::date[]) as x(day)
     ), open as (
       select day, bool_or(is_wanted) as is_wanted from missed group by day
     ), days as (
       select coalesce(c.day, o.day) as day, coalesce(c.checkins, 0) as checkins, coalesce(c.wanted, 0) as wanted,
         c.day is not null as is_checked, coalesce(o.is_wanted, false) or coalesce(c.wanted, 0) > 0 as is_wanted
       from checked c full join open o on o.day = c.day
     ), parts as (
       select *, extract(isodow from day)::int - 1 as weekday, date_trunc('week', day)::date as week,
         date_trunc('month', day)::date as month from days
     )
     select weekday, week, month, day, sum(checkins)::int as checkins, count(*)::int as days_open,
       (count(*) filter (where is_checked))::int as days_checked, sum(wanted)::int as wanted_checkins,
       (count(*) filter (where is_wanted))::int as wanted_open,
       (count(*) filter (where wanted > 0))::int as wanted_checked, min(day) as since, max(day) as until
     from parts group by grouping sets ((weekday), (week), (month), (day))
     having grouping(day) = 1 or day > $3::date - ${PREVIEW_DAYS}
     order by weekday, week, month, day`,
    [userId, input.from, input.to, input.missed, input.left_out, input.missed_weekly, input.archived_unscheduled],
  );
  const by = <Key extends 'week' | 'month' | 'day'>(key: Key): Stretch[] =>
    rows.flatMap(({ checkins, days_open, days_checked, ...row }) => {
      const start = row[key];
      return start === null ? [] : [{ from: start, checkins, days_open, days_checked }];
    });
  return {
    since: rows.map(({ since }) => since).sort()[0] ?? null,
    until:
      rows
        .map(({ until }) => until)
        .sort()
        .at(-1) ?? null,
    weekdays: rows.flatMap(({ weekday, wanted_checkins, wanted_open, wanted_checked }) =>
      weekday === null
        ? []
        : [{ weekday, checkins: wanted_checkins, days_open: wanted_open, days_checked: wanted_checked }],
    ),
    weeks: by('week'),
    months: by('month'),
    days: by('day'),
  };
}

export interface ScheduledRow extends ScheduleColumns {
  first_day: string;
  duration_days: number;
  joined_day: string;
  checked: string[];
}

/** The missions of the user that are not daily, with the checked days from the week before `from` on. */
export const listScheduled = (db: Queryable, userId: string, from: string): Promise<ScheduledRow[]> =>
  db.rows(
    `select m.first_day, m.duration_days, ${SCHEDULE_COLUMNS}, mb.joined_day, array(
       select c.local_day::text from checkins c
       where c.mission_id = m.id and c.user_id = mb.user_id and c.local_day > $2::date - 7) as checked
     from members mb join missions m on m.id = mb.mission_id
     where mb.user_id = $1 and mb.left_at is null and m.schedule_kind <> 'daily' and m.first_day + m.duration_days > $2`,
    [userId, from],
  );

/** No zone is farther from UTC. */
const MARGIN_DAYS = 2;

/** Check-ins by weekday and hour, without those for yesterday, whose hour nobody knows. */
export async function readRhythm(db: Queryable, userId: string, from: string, to: string): Promise<Insights['rhythm']> {
  const zones = await db.rows<{ timezone: string }>(
    'select distinct timezone from checkins where user_id = $1 and local_day between $2 and $3',
    [userId, from, to],
  );
  const since = startOfDay(addDays(from, -MARGIN_DAYS), 'UTC');
  const until = startOfDay(addDays(to, MARGIN_DAYS), 'UTC');
  const spans = zones.flatMap(({ timezone }) =>
    offsetSpans(timezone, since, until).map((span) => ({ timezone, ...span })),
  );
  return db.rows(
    `select extract(isodow from c.local_day)::int - 1 as weekday,
       extract(hour from c.performed_at + s.offset_minutes * interval '1 minute')::int as hour, count(*)::int as checkins
     from checkins c join json_to_recordset($4) as s(timezone text, since timestamptz, until timestamptz, offset_minutes int)
       on s.timezone = c.timezone and c.performed_at >= s.since and c.performed_at < s.until
     where c.user_id = $1 and c.local_day between $2 and $3 and not c.is_late
     group by 1, 2 order by 1, 2`,
    [userId, from, to, JSON.stringify(spans)],
  );
}

const CHECKED_DAYS = `select local_day as day from checkins where user_id = $1
  union select day from archived_days where user_id = $1`;

/** The days with check-ins, those of deleted missions included, oldest first. */
export const listCheckedDays = (db: Queryable, userId: string): Promise<string[]> =>
  allValues(db.rows, `${CHECKED_DAYS} order by day`, [userId]);

/** The user's streaks over all missions, newest first, with the days that bridge them beside rest days. */
export const listRuns = (
  db: Queryable,
  userId: string,
  { excused, free, rest }: Readonly<Record<'excused' | 'free' | 'rest', readonly string[]>>,
  limit: number,
): Promise<Omit<StreakRun, 'current'>[]> =>
  db.rows(
    `with checked as (${CHECKED_DAYS}), bridges as (
       select day, 'excused' as kind from unnest($2::date[]) as x(day)
       union select day, 'free' from unnest($4::date[]) as x(day)
       union select day, 'rest' from (select day from rest_days where user_id = $1 union select unnest($5::date[])) as x(day)
         where day <> all ($2::date[]) and day <> all ($4::date[])
     ), days as (
       select day, 'checked' as kind from checked
       union all select day, kind from bridges where day not in (select day from checked)
     ), islands as (
       select day, kind, day - (row_number() over (order by day))::int as island from days
     ), runs as (
       select island, min(day) filter (where kind = 'checked') as first, max(day) filter (where kind = 'checked') as last
       from islands group by island
     )
     select r.first as "from", r.last as "to", (count(*) filter (where i.kind = 'checked'))::int as days,
       (count(*) filter (where i.kind = 'rest'))::int as rest_days,
       (count(*) filter (where i.kind = 'excused'))::int as excused_days
     from runs r join islands i on i.island = r.island and i.day between r.first and r.last
     group by r.first, r.last order by r.first desc limit $3`,
    [userId, excused, limit, free, rest],
  );
