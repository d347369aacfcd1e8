import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import type PgBoss from 'pg-boss';
import { isReadOnly, isUnreachable, markOutage } from '../db/failures.ts';
import { closeIdle } from '../db/pool.ts';
import type { Job } from './job.ts';
import { SCHEMA, type Taken } from './outcome.ts';
import { attempt, type Runner, recordOutcome } from './runner.ts';

/** The longest time until a job is found of which nobody told the queue, as after a restart or for a retry. */
const POLL_MS = 2000;
/** In the background jobs that were taken together begin this much after one another, so that requests fit in between. */
const STAGGER_MS = 5;
/** In the background a place rests after each try, as long as the try took but no longer than this. */
const REST_MAX_MS = 50;

/** The state that the functions of one queue share. */
export interface Work extends Runner {
  readonly jobs: readonly Job[];
  /** How many jobs run in this process, by the name of their queue. */
  readonly running: Map<string, number>;
  readonly inHand: Set<Promise<void>>;
  readonly cutting: AbortController;
  readonly stopping: AbortController;
  /** True once it works in the background, and not only while somebody waits for `drain`. */
  background: boolean;
  /** True once it takes no new jobs. */
  ending: boolean;
  /** The queues in which there is or may be work that nobody has taken. */
  readonly due: Set<string>;
  /** When all queues were last looked at, by the clock of `performance`. */
  polled_at: number;
  wake(): void;
}

/** A connection to a server that only reads is not used again. */
const lookUp = <Row extends pg.QueryResultRow>(pool: pg.Pool, text: string, values: unknown[]) =>
  pool.query<Row>(text, values).catch((error: unknown) => {
    if (isReadOnly(error)) closeIdle(pool);
    if (isUnreachable(error)) markOutage(error);
    throw error;
  });

/** Takes up to `batchSize` jobs of a queue. pg-boss answers an error with an empty list, so the error is thrown here. */
async function fetchJobs(
  { boss, pool }: Work,
  name: string,
  options: { batchSize: number; ignoreStartAfter: boolean },
) {
  const failures: unknown[] = [];
  const executeSql = (text: string, values: unknown[]) =>
    lookUp(pool, text, values).catch((error: unknown) => {
      failures.push(error);
      throw error;
    });
  const rows = await boss.fetch<unknown>(name, { ...options, includeMetadata: true, db: { executeSql } });
  if (failures.length > 0) throw failures[0];
  return rows;
}

/**
 * Runs a job that was taken. Its place is free again when the try has ended and, in the background, has rested; its
 * outcome is stored meanwhile.
 */
async function runJob(work: Work, job: Job, taken: Taken, data: unknown, begin_ms: number): Promise<void> {
  if (begin_ms > 0) await delay(begin_ms);
  const begun = performance.now();
  const outcome = await attempt(work, job, taken, data);
  const rest_ms = work.background && !work.ending ? Math.min(performance.now() - begun, REST_MAX_MS) : 0;
  const recorded = recordOutcome(work, taken, outcome);
  if (rest_ms > 0) await delay(rest_ms);
  work.running.set(job.name, work.running.get(job.name)! - 1);
  work.wake();
  await recorded;
}

/** Takes as many jobs of a queue as this process may still run at once, and returns how many that were. */
async function fill(work: Work, job: Job, ignoreStartAfter: boolean): Promise<number> {
  const { running, inHand, due } = work;
  const count = () => running.get(job.name) ?? 0;
  const free = (job.parallel ?? 1) - count();
  if (free <= 0 || work.ending) return 0;
  // Before the query: what is enqueued during it may be missing from its answer.
  due.delete(job.name);
  // Counted before the query, as another look may start meanwhile.
  running.set(job.name, count() + free);
  let rows: PgBoss.JobWithMetadata<unknown>[] = [];
  try {
    rows = await fetchJobs(work, job.name, { batchSize: free, ignoreStartAfter });
  } catch (error) {
    due.add(job.name);
    throw error;
  } finally {
    running.set(job.name, count() - free + rows.length);
  }
  if (rows.length === free) due.add(job.name);
  for (const [at, row] of rows.entries()) {
    const taken = { name: job.name, id: row.id, attempt: row.retryCount + 1 };
    const trial = runJob(work, job, taken, row.data, work.background ? at * STAGGER_MS : 0).finally(() =>
      inHand.delete(trial),
    );
    inHand.add(trial);
  }
  return rows.length;
}

/** Notes which queues hold a job that is due, with one statement whatever their number. */
export async function noteDue({ pool, jobs, due }: Work, ignoreStartAfter: boolean): Promise<void> {
  // The first job of each queue is enough; thousands may wait.
  const { rows } = await lookUp<{ name: string }>(
    pool,
    `select queue.name from unnest($1::text[]) as queue (name), lateral (
       select from ${SCHEMA}.job where name = queue.name and state < 'active' and (start_after < now() or $2) limit 1
     ) as job`,
    [jobs.map((job) => job.name), ignoreStartAfter],
  );
  for (const { name } of rows) due.add(name);
}

/** Takes what is due from every queue, also when that fails for one of them, and returns how many jobs that were. */
export async function takeDue(work: Work, ignoreStartAfter = false): Promise<number> {
  const { jobs, due } = work;
  const fills = jobs.filter((job) => due.has(job.name)).map((job) => fill(work, job, ignoreStartAfter));
  // Waited for together: whoever stops the queue counts on no fetch being under way.
  const results = await Promise.allSettled(fills);
  const failed = results.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
  return results.reduce((sum, result) => sum + (result.status === 'fulfilled' ? result.value : 0), 0);
}

export const untilPollMs = (work: Work) => Math.max(0, work.polled_at + POLL_MS - performance.now());

/** Takes what it knows to be due, and every two seconds also what nobody told it of: retries, and other instances' jobs. */
export async function look(work: Work): Promise<void> {
  try {
    // Noted afterwards, so that a poll that fails is repeated after its time and no sooner.
    if (untilPollMs(work) === 0)
      await noteDue(work, false).finally(() => {
        work.polled_at = performance.now();
      });
  } finally {
    await takeDue(work);
  }
}
