import * as z from 'zod/mini';
import { type AdminCharts, AdminStats } from '#contract/admin.ts';
import { addDays, dayOf, type LocalDay, startOfDay } from '#domain/days.ts';
import { CHART_DAYS } from '#domain/limits.ts';
import { Day, Int, Text } from '#platform/db/columns.ts';
import { floorId } from '#platform/db/ids.ts';
import type { Queryable } from '#platform/db/open.ts';
import { findNewerMinor, VERSION_SQL } from '#platform/db/postgres-minors.ts';
import { allValues, onlyRow, onlyValue } from '#platform/db/rows.ts';
import { daysBefore } from '#platform/lib/durations.ts';

/** Returns the smallest ID of a day in UTC. */
const floorOf = (day: LocalDay) => floorId(startOfDay(day, 'UTC'));

/**
 * SQL for two tables: the stored numbers of days before `today`, and the first day without numbers. It ignores numbers
 * counted after `now`: the clock was ahead, so those days might not have ended. The same statement must add the later
 * days. Otherwise a job that runs in between could make it count a day twice.
 */
const figuresBefore = (today: string, now: string) => `figures as (
       select day, sign_ups, checkins from daily_figures where day < ${today}::date and counted_at <= ${now}
     ), open as (
       select coalesce(max(day) + 1, date '1970-01-01') as day from figures
     )`;

/**
 * Lists the days up to `last` to count, oldest first. These lack numbers, were counted over a day ago, or were counted
 * by a clock that was ahead.
 */
export const listUncounted = (db: Queryable, last: LocalDay, now: Date): Promise<LocalDay[]> =>
  allValues(
    db,
    Day,
    `select d.day::date as day
     from generate_series((select created_at::date from users order by id limit 1), $1::date, interval '1 day') as d(day)
     left join daily_figures f on f.day = d.day
     where f.day is null or f.counted_at < $2 or f.counted_at > $3
     order by d.day`,
    [last, daysBefore(now, 1), now],
  );

export async function countDay(db: Queryable, day: LocalDay, now: Date): Promise<void> {
  await db.rows(
    `insert into daily_figures (day, sign_ups, checkins, counted_at) values ($1,
       (select count(*) from users where id >= $2 and id < $3),
       (select count(*) from checkins where id >= $2 and id < $3), $4)
     on conflict (day) do update set sign_ups = excluded.sign_ups, checkins = excluded.checkins,
       counted_at = excluded.counted_at`,
    [day, floorOf(day), floorOf(addDays(day, 1)), now],
  );
}

const StatsRow = z.omit(AdminStats, { photos: true, database: true });

/**
 * Returns the numbers of the tiles, without deleted accounts. It reads users once for all four numbers, and counts
 * other new rows over ranges of primary keys, which sort by time. Check-ins of earlier days come from `daily_figures`.
 */
export async function readStats(db: Queryable, now: Date): Promise<z.output<typeof StatsRow>> {
  const today = dayOf(now, 'UTC');
  const weekAgo = daysBefore(now, 7);
  const nextMonth = startOfDay(`${addDays(`${today.slice(0, 7)}-01`, 31).slice(0, 7)}-01`, 'UTC');
  return onlyRow(
    db,
    StatsRow,
    `with ${figuresBefore('$7', '$1')}, people as (
       select count(*) as total_users, count(*) filter (where subscription_tier = 'pro') as pro_users,
         count(*) filter (where subscription_tier = 'free') as free_users,
         count(*) filter (where created_at > $3) as users_this_week
       from users where deleted_at is null
     ), running as (
       select count(*) as active_missions, count(*) filter (where end_date < $4) as missions_ending
       from missions where completed_at is null and is_active and end_date > $1
     )
     select people.*, running.*,
       (select count(*) from missions) as total_missions,
       (select coalesce(sum(checkins), 0)::bigint from figures) +
         (select count(*) from checkins where id >= (select uuid7_floor(day::timestamp at time zone 'UTC') from open))
         as total_checkins,
       (select count(*) from missions where id >= $2 and created_at > $3) as missions_this_week,
       (select count(*) from checkins where id >= $5 and created_at >= $6) as checkins_today,
       (select count(*) from reports where status = 'open') as open_reports
     from people, running`,
    [now, floorId(weekAgo), weekAgo, nextMonth, floorOf(today), startOfDay(today, 'UTC'), today],
  );
}

/** Returns the version of the database, and the newest minor version if that is newer. */
export async function readVersion(db: Queryable): Promise<AdminStats['database']> {
  const version = await onlyValue(db, Text, `select ${VERSION_SQL}`);
  return { version, newer_minor: findNewerMinor(version) };
}

const ChartsRow = z.object({ day: Day, sign_ups: Int, checkins: Int, revenue: Int });

/**
 * Returns the numbers of every day of the charts, including days without events. A sign-up counts even if the account
 * is deleted later. A refund lowers the day of its payment.
 */
export async function readCharts(db: Queryable, now: Date): Promise<AdminCharts['days']> {
  const today = dayOf(now, 'UTC');
  const first = addDays(today, 1 - CHART_DAYS);
  const since = startOfDay(first, 'UTC');
  return db.rows(
    ChartsRow,
    `with ${figuresBefore('$2', '$4')}, counted_from as (
       select uuid7_floor(greatest(day, $1::date)::timestamp at time zone 'UTC') as id from open
     )
     select d.day::date as day, coalesce(f.sign_ups, u.count, 0) as sign_ups,
       coalesce(f.checkins, c.count, 0) as checkins, coalesce(p.cents, 0) as revenue
     from generate_series($1::date, $2::date, interval '1 day') as d(day)
     left join figures f on f.day = d.day
     left join (select created_at::date as day, count(*) from users where id >= (select id from counted_from) group by 1) u on u.day = d.day
     left join (select created_at::date as day, count(*) from checkins where id >= (select id from counted_from) group by 1) c on c.day = d.day
     left join (select paid_at::date as day, sum(amount - returned) as cents from paid_invoices
       where paid_at >= $3 group by 1) p on p.day = d.day
     order by d.day`,
    [first, today, since, now],
  );
}
