import * as z from 'zod/mini';
import { Int, Text } from '#platform/db/columns.ts';
import type { Queryable } from '#platform/db/open.ts';
import type { Enqueueable, EnqueueOptions, JobStore } from '#platform/db/transaction.ts';

/**
 * Stores a job for each payload. `$5` skips payloads for which a job is already waiting. It locks those jobs, so no one
 * claims them before the caller's transaction ends. They then see what it wrote.
 */
const INSERT = `with waiting as (
    select data from jobs where $5 and name = $1 and state = 'waiting' and data = any($2::jsonb[])
    order by id for update
  )
  insert into jobs (name, data, run_at)
  select $1, data, coalesce($3::timestamptz, now() + $4::float8 * interval '1 second')
  from unnest($2::jsonb[]) as payload (data) where data <> all (array(select data from waiting))`;

/** Stores jobs as rows of the caller's transaction. Throws for a name that is not in `names`. */
export function jobStore(names: ReadonlySet<string>): Omit<JobStore<Queryable>, 'wake'> {
  const insert = async (
    tx: Queryable,
    { name, schema }: Enqueueable,
    payloads: readonly unknown[],
    { run_at, delay_s = 0, once = false }: EnqueueOptions & { once?: boolean },
  ) => {
    // No instance would ever claim such a job.
    if (!names.has(name)) throw new Error(`The job "${name}" is not declared.`);
    const data = payloads.map((payload) => JSON.stringify(z.parse(schema, payload)));
    await tx.rows(INSERT, [name, data, run_at ?? null, delay_s, once]);
  };
  return {
    enqueue: (tx, job, payload, options = {}) => insert(tx, job, [payload], options),
    enqueueAll: (tx, job, payloads) => insert(tx, job, payloads, { once: job.waits_once ?? false }),
  };
}

/** Deletes the waiting and failed jobs for an email address. A running job clears its payload when it succeeds. */
export async function eraseAddress(tx: Queryable, email: string): Promise<void> {
  await tx.rows(`delete from jobs where data->>'email' = $1 and (state = 'waiting' or state = 'failed')`, [email]);
}

const UnknownJobs = z.object({ name: Text, count: Int });

/** Counts by name the unfinished jobs that this version does not define, so no one claims them. */
export async function countUnknownJobs(db: Queryable, known: readonly string[]): Promise<Record<string, number>> {
  const rows = await db.rows(
    UnknownJobs,
    `select name, count(*)::int as count from jobs where state in ('waiting', 'running') and name <> all($1)
     group by name order by name`,
    [known],
  );
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]));
}

/** Deletes the unfinished jobs that this version does not define and that were due before `limit`. */
export const deleteUnknownJobs = (db: Queryable, known: readonly string[], limit: Date): Promise<unknown> =>
  db.rows(`delete from jobs where state in ('waiting', 'running') and run_at <= $2 and name <> all($1)`, [
    known,
    limit,
  ]);
