import type { AdminCharts, AdminStats } from '#contract/admin.ts';
import { addDays, dayOf, type LocalDay, startOfDay } from '#domain/days.ts';
import { DAY_MS } from '#domain/durations.ts';
import { CHART_DAYS } from '#domain/limits.ts';
import { floorId } from '../../db/ids.ts';
import type { Queryable } from '../../db/open.ts';

/** The smallest id of a day in UTC. */
const floorOf = (day: LocalDay) => floorId(startOfDay(day, 'UTC'));

/** The day after the last one in `daily_figures`; the first of all days when there is none. */
async function firstUncounted(db: Queryable): Promise<LocalDay> {
  const [row] = await db.rows<{ day: LocalDay | null }>('select max(day) + 1 as day from daily_figures');
  return row!.day ?? '1970-01-01';
}

/** Days up to `last` that have to be counted, oldest first: those without figures, and those counted before `stale`. */
export async function listUncounted(db: Queryable, last: LocalDay, stale: Date): Promise<LocalDay[]> {
  const rows = await db.rows<{ day: LocalDay }>(
    `select d.day::date as day
     from generate_series((select created_at::date from users order by id limit 1), $1::date, interval '1 day') as d(day)
     left join daily_figures f on f.day = d.day
     where f.day is null or f.counted_at < $2
     order by d.day`,
    [last, stale],
  );
  return rows.map((row) => row.day);
}

/** Stores the figures of a day that is over. */
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

/**
 * The figures of the tiles. New rows are counted over ranges of primary keys, which sort by time; so are users, rather
 * than reading them once for all four figures. Deleted accounts do not count. Check-ins of earlier days come from
 * `daily_figures`.
 */
export async function readStats(db: Queryable, now: Date): Promise<AdminStats> {
  const today = dayOf(now, 'UTC');
  const weekAgo = new Date(now.getTime() - 7 * DAY_MS);
  const nextMonth = startOfDay(`${addDays(`${today.slice(0, 7)}-01`, 31).slice(0, 7)}-01`, 'UTC');
  const open = await firstUncounted(db);
  const [row] = await db.rows<AdminStats>(
    `with there as not materialized (select id, subscription_tier, created_at from users where deleted_at is null)
     select (select count(*) from there) as total_users,
       (select count(*) from there where subscription_tier = 'pro') as pro_users,
       (select count(*) from there where subscription_tier = 'free') as free_users,
       (select count(*) from missions where completed_at is null and is_active and end_date > $1) as active_missions,
       (select count(*) from missions) as total_missions,
       (select coalesce(sum(checkins), 0)::bigint from daily_figures) +
         (select count(*) from checkins where id >= $7) as total_checkins,
       (select count(*) from there where id >= $2 and created_at > $3) as users_this_week,
       (select count(*) from missions where id >= $2 and created_at > $3) as missions_this_week,
       (select count(*) from missions where completed_at is null and is_active and end_date > $1 and end_date < $4) as missions_ending,
       (select count(*) from checkins where id >= $5 and created_at >= $6) as checkins_today`,
    [now, floorId(weekAgo), weekAgo, nextMonth, floorOf(today), startOfDay(today, 'UTC'), floorOf(open)],
  );
  return row!;
}

/**
 * The figures of every day of the charts, including days on which nothing happened. A sign-up stays on its day when the
 * account is deleted later; refunds are subtracted on the day of the payment.
 */
export async function readCharts(db: Queryable, now: Date): Promise<AdminCharts['days']> {
  const today = dayOf(now, 'UTC');
  const first = addDays(today, 1 - CHART_DAYS);
  const since = startOfDay(first, 'UTC');
  const open = await firstUncounted(db);
  const uncounted = open > first ? open : first;
  return db.rows(
    `select d.day::date as day, coalesce(f.sign_ups, u.count, 0) as sign_ups,
       coalesce(f.checkins, c.count, 0) as checkins, coalesce(p.cents, 0) as revenue
     from generate_series($1::date, $2::date, interval '1 day') as d(day)
     left join daily_figures f on f.day = d.day
     left join (select created_at::date as day, count(*) from users where id >= $3 group by 1) u on u.day = d.day
     left join (select created_at::date as day, count(*) from checkins where id >= $3 group by 1) c on c.day = d.day
     left join (select paid_at::date as day, sum(amount - returned) as cents from paid_invoices
       where paid_at >= $4 group by 1) p on p.day = d.day
     order by d.day`,
    [first, today, floorOf(uncounted), since],
  );
}
