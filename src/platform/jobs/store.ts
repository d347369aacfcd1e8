import * as z from 'zod/mini';
import { Int, Text } from '#platform/db/columns.ts';
import type { Queryable } from '#platform/db/open.ts';
import type { Enqueueable, EnqueueOptions, JobStore } from '#platform/db/transaction.ts';

/**
 * Stores a job for each payload. With `$5` those with which a job waits already are left out, and the jobs that wait are
 * locked: nobody takes one before the caller's transaction has ended, so that it sees what that wrote.
 */
const INSERT = `with waiting as (
    select data from jobs where $5 and name = $1 and state = 'waiting' and data = any($2::jsonb[])
    order by id for update
  )
  insert into jobs (name, data, run_at)
  select $1, data, coalesce($3::timestamptz, now() + $4::float8 * interval '1 second')
  from unnest($2::jsonb[]) as payload (data) where data <> all (array(select data from waiting))`;

/** Stores jobs whose names are in `names`, as rows of the caller's transaction. */
export function jobStore(names: ReadonlySet<string>): Omit<JobStore<Queryable>, 'wake'> {
  const insert = async (
    tx: Queryable,
    { name, schema }: Enqueueable,
    payloads: readonly unknown[],
    { run_at, delay_s = 0, once = false }: EnqueueOptions & { once?: boolean },
  ) => {
    // Nobody would ever take it.
    if (!names.has(name)) throw new Error(`The job "${name}" is not declared.`);
    const data = payloads.map((payload) => JSON.stringify(z.parse(schema, payload)));
    await tx.rows(INSERT, [name, data, run_at ?? null, delay_s, once]);
  };
  return {
    enqueue: (tx, job, payload, options = {}) => insert(tx, job, [payload], options),
    enqueueAll: (tx, job, payloads) => insert(tx, job, payloads, { once: job.waits_once ?? false }),
  };
}

/**
 * Deletes jobs for an address that is to be erased, those that failed included. A running job finishes and its payload is
 * cleared then.
 */
export async function eraseAddress(tx: Queryable, email: string): Promise<void> {
  await tx.rows(`delete from jobs where data->>'email' = $1 and (state = 'waiting' or state = 'failed')`, [email]);
}

const UnknownJobs = z.object({ name: Text, count: Int });

/** The numbers by name of jobs that wait and that nobody takes, as this version does not know them. */
export async function countUnknownJobs(db: Queryable, known: readonly string[]): Promise<Record<string, number>> {
  const rows = await db.rows(
    UnknownJobs,
    `select name, count(*)::int as count from jobs where state in ('waiting', 'running') and name <> all($1)
     group by name order by name`,
    [known],
  );
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]));
}

/** Deletes such jobs that have been due since before `limit`. */
export const deleteUnknownJobs = (db: Queryable, known: readonly string[], limit: Date): Promise<unknown> =>
  db.rows(`delete from jobs where state in ('waiting', 'running') and run_at <= $2 and name <> all($1)`, [
    known,
    limit,
  ]);
