import pg from 'pg';
import { startEmbedded } from '#platform/postgres/embedded.ts';

async function query(sql: string, values: unknown[]): Promise<void> {
  // startEmbedded finds the running database, which stays up because the server uses it.
  const database = await startEmbedded({ dataDir: process.env.E2E_DATA_DIR! });
  const client = new pg.Client({ connectionString: database.owner_url });
  await client.connect();
  await client.query(sql, values);
  await client.end();
  await database.stop();
}

export const buildPlan = (email: string, plan: 'pro_monthly' | 'premium_yearly'): Promise<void> =>
  query(
    `update users set subscription_tier = 'pro', subscription_status = 'active', subscription_plan = $2 where email = $1`,
    [email, plan],
  );

/** Inserts more accounts than a page of the admin lists; nobody signs in with them. */
export const buildCrowd = (name: string, count: number): Promise<void> =>
  query(
    `insert into users (id, name, email, password_hash, timezone, created_at)
     select uuid7(now()), $1 || ' ' || to_char(n, 'FM000'), lower($1) || '.' || n || '@example.com', '', 'UTC', now()
     from generate_series(1, $2) n`,
    [name, count],
  );

export async function ageCheckin(id: string): Promise<void> {
  await query(
    `update checkins set local_day = local_day - 1, performed_at = performed_at - interval '1 day',
       created_at = created_at - interval '1 day' where id = $1`,
    [id],
  );
  await readDaysAgain(id);
}

/** Copies a check-in to each of the `days` before it, except for days of the pause (days ago). */
export async function repeatCheckin(id: string, days: number, pause: readonly number[] = []): Promise<void> {
  await query(
    `insert into checkins
     select (jsonb_populate_record(c, jsonb_build_object(
       'id', uuid7(c.created_at - n * interval '1 day'), 'client_id', null, 'local_day', c.local_day - n,
       'performed_at', c.performed_at - n * interval '1 day', 'created_at', c.created_at - n * interval '1 day'))).*
     from checkins c, generate_series(1, $2::int) n where c.id = $1 and n <> all($3::int[])`,
    [id, days, pause],
  );
  await readDaysAgain(id);
}

/**
 * Invalidates the saved days of a mission's members, so the server reads their check-ins. `id` names the mission or one
 * of its check-ins.
 */
async function readDaysAgain(id: string): Promise<void> {
  const mission = 'in (select id from missions where id = $1 union select mission_id from checkins where id = $1)';
  await query(
    `update members mb set checked_days = null,
       checkins_count = (select count(*) from checkins c where c.mission_id = mb.mission_id and c.user_id = mb.user_id)
     where mission_id ${mission}`,
    [id],
  );
  await query(
    `update standing_ends set at = '-infinity' where user_id in (select user_id from members where mission_id ${mission})`,
    [id],
  );
}

export async function ageMission(id: string, days: number): Promise<void> {
  const before = (column: string) => `${column} = ${column} - $2 * interval '1 day'`;
  await query(
    `update missions set first_day = first_day - $2::int, ${['start_date', 'end_date', 'created_at'].map(before).join(', ')}
     where id = $1`,
    [id, days],
  );
  await query(`update members set joined_day = joined_day - $2::int, ${before('joined_at')} where mission_id = $1`, [
    id,
    days,
  ]);
  await query(
    `update checkins set local_day = local_day - $2::int, ${['performed_at', 'created_at'].map(before).join(', ')}
     where mission_id = $1`,
    [id, days],
  );
  await readDaysAgain(id);
}

/** Makes a recurring job due at the server's next poll, which is within a fourth of its interval. */
export const repeatSoon = (job: string): Promise<void> => query('delete from recurring_jobs where job = $1', [job]);
