import type { AdminCharts, AdminStats } from '#contract/admin.ts';
import { addDays, dayOf, startOfDay } from '#domain/days.ts';
import { DAY_MS } from '#domain/durations.ts';
import { CHART_DAYS } from '#domain/limits.ts';
import { floorId } from '../../db/ids.ts';
import type { Queryable } from '../../db/open.ts';

/**
 * The figures of the tiles. New rows are counted over ranges of primary keys, which sort by time; so are users, rather
 * than reading them once for all four figures. Deleted accounts do not count.
 */
export async function readStats(db: Queryable, now: Date): Promise<AdminStats> {
  const today = dayOf(now, 'UTC');
  const weekAgo = new Date(now.getTime() - 7 * DAY_MS);
  const nextMonth = startOfDay(`${addDays(`${today.slice(0, 7)}-01`, 31).slice(0, 7)}-01`, 'UTC');
  const [row] = await db.rows<AdminStats>(
    `with there as not materialized (select id, subscription_tier, created_at from users where deleted_at is null)
     select (select count(*) from there) as total_users,
       (select count(*) from there where subscription_tier = 'pro') as pro_users,
       (select count(*) from there where subscription_tier = 'free') as free_users,
       (select count(*) from missions where completed_at is null and is_active and end_date > $1) as active_missions,
       (select count(*) from missions) as total_missions,
       (select count(*) from checkins) as total_checkins,
       (select count(*) from there where id >= $2 and created_at > $3) as users_this_week,
       (select count(*) from missions where id >= $2 and created_at > $3) as missions_this_week,
       (select count(*) from missions where completed_at is null and is_active and end_date > $1 and end_date < $4) as missions_ending,
       (select count(*) from checkins where id >= $5 and created_at >= $6) as checkins_today`,
    [now, floorId(weekAgo), weekAgo, nextMonth, floorId(startOfDay(today, 'UTC')), startOfDay(today, 'UTC')],
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
  return db.rows(
    `select d.day::date as day, coalesce(u.count, 0) as sign_ups, coalesce(c.count, 0) as checkins,
       coalesce(p.cents, 0) as revenue
     from generate_series($1::date, $2::date, interval '1 day') as d(day)
     left join (select created_at::date as day, count(*) from users where id >= $3 and created_at >= $4 group by 1) u
       on u.day = d.day
     left join (select created_at::date as day, count(*) from checkins where id >= $3 and created_at >= $4 group by 1) c
       on c.day = d.day
     left join (select paid_at::date as day, sum(amount - returned) as cents from paid_invoices
       where paid_at >= $4 group by 1) p on p.day = d.day
     order by d.day`,
    [first, today, floorId(since), since],
  );
}
