import * as z from 'zod/mini';
import { Instant } from '#platform/db/columns.ts';
import type { Db, Queryable, Tx } from '#platform/db/open.ts';
import { anyRow, onlyValue } from '#platform/db/rows.ts';
import { isClockDoubted } from '#platform/db/server-facts.ts';
import type { Clock } from '#platform/lib/clock.ts';
import { SECOND_MS } from '#platform/lib/durations.ts';
import type { Job } from './job.ts';

/** How often an instance checks during one interval. This limits the delay after another instance died. */
const LOOKS_A_TURN = 4;

interface Options {
  readonly db: Db;
  readonly clock: Clock;
  readonly jobs: readonly Job[];
}

/**
 * Claims the turn of a recurring job if it is due. Only one instance succeeds. The interval counts in both directions,
 * so a clock that was ahead for a while does not block the job.
 */
const takeTurn = (tx: Tx, name: string, every_s: number, now: Date): Promise<boolean> =>
  anyRow(
    tx,
    `insert into recurring_jobs (job, sent_at) values ($1, $2)
     on conflict (job) do update set sent_at = excluded.sent_at
       where abs(extract(epoch from excluded.sent_at - recurring_jobs.sent_at)) >= $3
     returning job`,
    [name, now, every_s],
  );

/** Makes a recurring job due now, as if it had never run. */
export async function forgetTurn(db: Queryable, { name }: Pick<Job, 'name'>): Promise<void> {
  await db.rows('delete from recurring_jobs where job = $1', [name]);
}

const LastTurn = z.nullable(Instant);

/** Returns when a recurring job was last enqueued, or null before the first time. */
export async function lastTurn(db: Queryable): Promise<Date | null> {
  const last = await onlyValue(db, LastTurn, 'select max(sent_at) as last from recurring_jobs');
  return last === null ? null : new Date(last);
}

/**
 * Returns a function that enqueues the jobs with `every_s` that are due. The turn and the job are one transaction, so a
 * restart neither loses nor duplicates a job. Frequent calls are cheap.
 */
export function makeTurns({ db, clock, jobs }: Options): () => Promise<void> {
  const lastLooks = new Map<string, number>();
  const check = async (job: Job, every_s: number) => {
    const now = clock.now();
    const last = lastLooks.get(job.name);
    const pause = (every_s * SECOND_MS) / LOOKS_A_TURN;
    if (last !== undefined && Math.abs(now.getTime() - last) < pause) return;
    if (job.needs_clock && (await isClockDoubted(db, now))) return;
    await db.transact(async (tx) => {
      if (await takeTurn(tx, job.name, every_s, now)) await tx.enqueue(job, {});
    });
    // Save the time only now, so the next call repeats a failed check.
    lastLooks.set(job.name, now.getTime());
  };
  return async () => {
    const failures: unknown[] = [];
    // Check the jobs one by one, and continue after a failure.
    for (const job of jobs)
      if (job.every_s !== undefined) await check(job, job.every_s).catch((error: unknown) => failures.push(error));
    if (failures.length > 0) throw failures[0];
  };
}
