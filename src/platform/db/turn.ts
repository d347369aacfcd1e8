import pg from 'pg';
import { withClient } from './connection.ts';

/** An arbitrary number. Instances that start at the same time wait for each other on this advisory lock. */
export const LOCK = 4_117_231;

/** Without a limit, connecting to a host that drops packets would take minutes. */
const CONNECT_MS = 5000;

/**
 * Runs `work` as the schema owner, one process at a time, because concurrent changes to tables or roles deadlock. The
 * lock belongs to the session, so `work` can span transactions.
 */
export async function inTurn<T>(ownerUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({
    connectionString: ownerUrl,
    options: '-c TimeZone=UTC',
    connectionTimeoutMillis: CONNECT_MS,
  });
  return withClient(client, async () => {
    // The role's settings can contain the pool's timeouts (pooler.ts). But a migration has no time limit, and neither
    // has the wait for another process's migration.
    await client.query('set statement_timeout = 0; set lock_timeout = 0');
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    return work(client);
  });
}
