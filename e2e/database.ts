import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';

/** Lines of PostgreSQL's own pid file. */
const PORT_LINE = 3;

/** Runs a statement in the database of the server under test, for what no call of the API does. */
export async function runSql(statement: string, values: unknown[] = []): Promise<void> {
  const folder = process.env.E2E_DATA_DIR ?? '';
  const pid = await readFile(join(folder, 'postgres', 'postmaster.pid'), 'utf8');
  const password = (await readFile(join(folder, 'postgres-password'), 'utf8')).trim();
  const client = new pg.Client({
    host: '127.0.0.1',
    port: Number(pid.split('\n')[PORT_LINE]),
    user: 'emberkin',
    database: 'emberkin',
    password,
  });
  await client.connect();
  try {
    await client.query(statement, values);
  } finally {
    await client.end();
  }
}

/** Puts an account on a paid plan. */
export const setPlan = (email: string, plan: 'pro_monthly' | 'premium_yearly' | null): Promise<void> =>
  runSql(
    "update users set subscription_tier = case when $2::text is null then 'free' else 'pro' end, subscription_plan = $2 where email = $1",
    [email, plan],
  );
