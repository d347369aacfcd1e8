import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import type PgBoss from 'pg-boss';
import { maskEmailsIn } from '../adapters/mail/mail.ts';
import { isPermanent, retryDelaySeconds } from './job.ts';

/** The database schema of pg-boss's own tables. */
export const SCHEMA = 'jobs';

export interface Taken {
  readonly name: string;
  readonly id: string;
  readonly attempt: number;
}

/** The result of a failed try: the seconds until the next one, or null when there is none (the job is dead). */
export interface FailedTry {
  readonly retry_in_s: number | null;
  readonly message: string;
}

const messageOf = (error: unknown) => maskEmailsIn(error instanceof Error ? error.message : String(error));

/** Runs both statements of an outcome in one transaction: between them another instance could take the job. */
async function together<T>(pool: pg.Pool, work: (client: pg.PoolClient, db: PgBoss.Db) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  // If the server dies between two statements, the client emits an event; without a listener it would crash the
  // process.
  const onError = (error: Error) => {
    broken = error;
  };
  client.on('error', onError);
  try {
    await client.query('begin');
    const result = await work(client, { executeSql: (text, values) => client.query(text, values) });
    await client.query('commit');
    return result;
  } catch (error) {
    broken = error as Error;
    throw error;
  } finally {
    if (!broken) client.off('error', onError);
    client.release(broken);
  }
}

/**
 * Returns a function that marks a job as done, and clears its payload and the error of an earlier try at once: they may
 * contain an address and are no longer needed. Jobs of one queue that end within `pauseMs()` of the first of them are
 * written together, and each caller hears of an error of that write. Doing it twice is harmless.
 */
export function makeSuccessRecorder(pool: pg.Pool, pauseMs: () => number): (taken: Taken) => Promise<void> {
  const groups = new Map<string, { ids: string[]; written: Promise<void> }>();
  const write = async (name: string, ids: readonly string[]) => {
    const ms = pauseMs();
    await (ms > 0 ? delay(ms) : undefined);
    // Whoever comes from now on begins another group.
    groups.delete(name);
    await pool.query(
      `update ${SCHEMA}.job set state = 'completed', completed_on = now(), data = null, output = null
       where name = $1 and id = any($2) and state = 'active'`,
      [name, ids],
    );
  };
  return ({ name, id }) => {
    const open = groups.get(name);
    if (open) {
      open.ids.push(id);
      return open.written;
    }
    const ids = [id];
    const written = write(name, ids);
    groups.set(name, { ids, written });
    return written;
  };
}

/** Marks a try as failed: it is repeated later, or moves to the dead-letter queue after the last one. */
export function recordFailure(
  pool: pg.Pool,
  boss: PgBoss,
  { name, id, attempt }: Taken,
  error: unknown,
): Promise<FailedTry> {
  const message = messageOf(error);
  return together(pool, async (client, db) => {
    if (isPermanent(error))
      await client.query(`update ${SCHEMA}.job set retry_limit = retry_count where name = $1 and id = $2`, [name, id]);
    await boss.fail(name, id, { message }, { db });
    // pg-boss's own back-off doubles; ours grows by the factor e.
    const wait = retryDelaySeconds(attempt);
    const waiting = await client.query(
      `update ${SCHEMA}.job set start_after = now() + $3::float8 * interval '1 second'
       where name = $1 and id = $2 and state = 'retry'`,
      [name, id, wait],
    );
    return { retry_in_s: waiting.rowCount === 0 ? null : Math.round(wait), message };
  });
}
