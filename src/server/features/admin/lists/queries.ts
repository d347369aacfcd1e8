/**
 * The operator sorts these lists by any column and skips pages, so they use offsets and row counts. An offset costs as
 * much as it skips. That is acceptable here; the feeds of users continue after the last row instead.
 */

import * as z from 'zod/mini';
import { AdminMission, AdminTransaction } from '#contract/admin.ts';
import { AdminUser } from '#contract/admin-accounts.ts';
import { lookOf } from '#domain/looks.ts';
import { levelFor } from '#domain/points.ts';
import { Instant, Int, Text } from '#platform/db/columns.ts';
import type { Queryable } from '#platform/db/open.ts';
import { onlyValue } from '#platform/db/rows.ts';
import { currentZone } from '#platform/lib/zones.ts';
import { Look } from '../../../facts/fields.ts';
import { stateOf } from '../../../facts/missions.ts';
import { avatarUrl } from '../../../facts/users.ts';
import { readStreaks } from '../../../life/public.ts';

/** The search, order and window of a list. `sort` is a name from the contract, so it is safe in SQL. */
export interface Listed<Sort extends string> {
  q: string;
  sort: Sort;
  order: 'asc' | 'desc';
  limit: number;
  offset: number;
}

/** Returns the `ilike` pattern for a search, with the wildcards of the user's text escaped. */
const patternOf = (q: string) => `%${q.replace(/[\\%_]/g, '\\$&')}%`;

const USERS_FOUND = `from users u where u.deleted_at is null
  and ($1 = '' or u.name ilike $2 or u.email ilike $2 or u.id::text = $1)`;
const USER_SORTS = { created_at: 'u.id', name: 'lower(u.name)', points: 'u.points' } as const;

const UserListRow = z.extend(z.omit(AdminUser, { level: true, avatar_url: true, streak_days: true }), {
  look: z.nullable(Look),
  avatar_key: z.nullable(Text),
});

/** Lists one page of users. The counts run only for the rows of the page. */
export async function listUsers(
  db: Queryable,
  { q, sort, order, limit, offset }: Listed<keyof typeof USER_SORTS>,
  now: Date,
): Promise<AdminUser[]> {
  const by = `${USER_SORTS[sort]} ${order}, u.id ${order}`;
  const rows = await db.rows(
    UserListRow,
    `with page as materialized (select u.* ${USERS_FOUND} order by ${by} limit $3 offset $4)
     select u.id, u.name, u.email, u.avatar_key, u.look, u.subscription_tier, u.subscription_plan, u.points, u.timezone, u.profile_completed, u.created_at, u.suspended_at,
       (select count(*) from members mb where mb.user_id = u.id and mb.left_at is null) as missions_count,
       (select count(*) from checkins c where c.user_id = u.id) as checkins_count,
       (select max(s.last_used_at) from sessions s where s.user_id = u.id) as last_used_at
     from page u order by ${by}`,
    [q, patternOf(q), limit, offset],
  );
  const streaks = await readStreaks(
    db,
    rows.map(({ id }) => id),
    now,
  );
  return rows.map(({ avatar_key, ...row }) => ({
    ...row,
    timezone: currentZone(row.timezone),
    avatar_url: avatarUrl(avatar_key),
    look: lookOf(row.id, row.look),
    level: levelFor(row.points),
    streak_days: streaks.get(row.id)!.streak_days,
  }));
}

export const countUsers = (db: Queryable, q: string): Promise<number> => count(db, USERS_FOUND, q);

const MISSIONS_FOUND = `from missions m join users u on u.id = m.owner_id
  where ($1 = '' or m.title ilike $2 or u.name ilike $2 or u.email ilike $2 or m.id::text = $1)`;
const MissionListRow = z.extend(z.omit(AdminMission, { state: true }), { completed_at: z.nullable(Instant) });
const MISSION_SORTS = { created_at: 'm.id', title: 'lower(m.title)', end_date: 'm.end_date' } as const;

export async function listMissions(
  db: Queryable,
  { q, sort, order, limit, offset }: Listed<keyof typeof MISSION_SORTS>,
  now: Date,
): Promise<AdminMission[]> {
  const by = `${MISSION_SORTS[sort]} ${order}, m.id ${order}`;
  const rows = await db.rows(
    MissionListRow,
    `with page as materialized (select m.*, u.name as owner_name,
       case when u.deleted_at is null then u.email end as owner_email ${MISSIONS_FOUND}
       order by ${by} limit $3 offset $4)
     select m.id, m.title, m.owner_id, m.owner_name, m.owner_email, m.is_active, m.completed_at, m.duration_days,
       m.start_date, m.end_date, m.first_day, m.first_day + m.duration_days - 1 as last_day, m.created_at,
       (select count(*) from members mb where mb.mission_id = m.id and mb.left_at is null) as member_count,
       (select count(*) from checkins c where c.mission_id = m.id) as checkins_count
     from page m order by ${by}`,
    [q, patternOf(q), limit, offset],
  );
  return rows.map(({ completed_at, ...row }) => ({ ...row, state: stateOf({ ...row, completed_at }, now) }));
}

export const countMissions = (db: Queryable, q: string): Promise<number> => count(db, MISSIONS_FOUND, q);

const TRANSACTIONS_FOUND = `from payment_sessions p left join users u on u.id = p.user_id
  where ($1 = '' or u.email ilike $2 or u.name ilike $2 or p.id::text = $1)`;
const TRANSACTION_SORTS = { created_at: 'p.created_at', amount: 'p.amount' } as const;

/** Lists one page of purchases, including purchases of deleted accounts. */
export const listTransactions = (
  db: Queryable,
  { q, sort, order, limit, offset }: Listed<keyof typeof TRANSACTION_SORTS>,
): Promise<AdminTransaction[]> =>
  db.rows(
    AdminTransaction,
    `select p.id, u.email as user_email, u.name as user_name, p.plan_type, p.amount, p.currency, p.payment_status,
       p.created_at ${TRANSACTIONS_FOUND} order by ${TRANSACTION_SORTS[sort]} ${order}, p.id ${order} limit $3 offset $4`,
    [q, patternOf(q), limit, offset],
  );

export const countTransactions = (db: Queryable, q: string): Promise<number> => count(db, TRANSACTIONS_FOUND, q);

const count = (db: Queryable, found: string, q: string): Promise<number> =>
  onlyValue(db, Int, `select count(*) as count ${found}`, [q, patternOf(q)]);
