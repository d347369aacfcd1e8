import pg from 'pg';
import { withClient } from './connection.ts';

/** An arbitrary number: instances that start together wait for each other on this advisory lock. */
export const LOCK = 4_117_231;

/** A host that drops what comes would be waited for minutes. */
const CONNECT_MS = 5000;

/**
 * Runs work on a connection of the owner of the schema, one process after the other: two that change tables or roles at
 * once deadlock, or are refused. The lock is the session's, so that the work may take several transactions.
 */
export async function inTurn<T>(ownerUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({
    connectionString: ownerUrl,
    options: '-c TimeZone=UTC',
    connectionTimeoutMillis: CONNECT_MS,
  });
  return withClient(client, async () => {
    // A role may have the pool's time-outs as its own (pooler.ts). A migration takes as long as it takes, and so does
    // that of whoever is ahead.
    await client.query('set statement_timeout = 0; set lock_timeout = 0');
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    return work(client);
  });
}
