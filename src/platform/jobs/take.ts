import { setTimeout as delay } from 'node:timers/promises';
import * as z from 'zod/mini';
import { Id, Int, Text } from '#platform/db/columns.ts';
import type { Job } from './job.ts';
import { attempt, type Runner, recordOutcome, timeoutOf } from './runner.ts';

/** The time after an attempt's timeout before another instance can claim the job of a killed process. */
const TAKE_OVER_S = 30;
/** In the background, a slot pauses after each attempt for as long as the attempt took, up to this limit. */
const REST_MAX_MS = 50;

export interface Work extends Runner {
  readonly jobs: readonly Job[];
  /** The number of running jobs of this process, by name. */
  readonly running: Map<string, number>;
  readonly inHand: Set<Promise<void>>;
  /** Whether the queue works in the background, not only while a caller waits for `drain`. */
  background: boolean;
  /** Whether the queue has stopped claiming jobs. */
  ending: boolean;
  wake(): void;
}

/**
 * Claims due jobs, up to the free slots of each name. A claim expires when its process must be dead; the job is then
 * due again. `$4` also claims waiting jobs due up to that instant.
 */
export const TAKE = `with due as (
    select job.id, job.run_at, slot.lease_s
    from unnest($1::text[], $2::int[], $3::float8[]) as slot (name, free, lease_s), lateral (
      select id, run_at from jobs
      where name = slot.name and state in ('waiting', 'running') and run_at <= coalesce($4::timestamptz, now())
        and (state = 'waiting' or run_at <= now())
      order by run_at, id limit slot.free for update skip locked
    ) as job
  ), taken as (
    update jobs set state = 'running', attempts = attempts + 1, run_at = now() + due.lease_s * interval '1 second'
    from due where jobs.id = due.id
    returning jobs.id, jobs.name, jobs.data, jobs.attempts as attempt, due.run_at as due_at
  )
  select id, name, data, attempt from taken order by due_at, id`;

const TakenJob = z.object({ id: Id, name: Text, data: z.unknown(), attempt: Int });
type TakenJob = z.output<typeof TakenJob>;

/**
 * Runs a claimed job. In the background, the slot pauses after the attempt before it is free again. The outcome is
 * stored at the same time.
 */
async function runJob(work: Work, job: Job, { data, ...taken }: TakenJob): Promise<void> {
  const begun = performance.now();
  const outcome = await attempt(work, job, taken, data);
  const rest_ms = work.background && !work.ending ? Math.min(performance.now() - begun, REST_MAX_MS) : 0;
  const recorded = recordOutcome(work, job, taken, outcome);
  if (rest_ms > 0) await delay(rest_ms);
  work.running.set(job.name, work.running.get(job.name)! - 1);
  work.wake();
  await recorded;
}

/** Claims jobs for all free slots of this process and returns their number. */
export async function takeDue(work: Work, ignoreDelays = false): Promise<number> {
  const { db, jobs, running, inHand } = work;
  const count = (name: string, change: number) => running.set(name, (running.get(name) ?? 0) + change);
  const wanted = jobs
    .map((job) => ({ job, free: (job.parallel ?? 1) - (running.get(job.name) ?? 0) }))
    .filter(({ free }) => free > 0);
  if (wanted.length === 0 || work.ending) return 0;
  // Count the slots as used before the statement, because another check might start concurrently.
  for (const { job, free } of wanted) count(job.name, free);
  let rows: TakenJob[] = [];
  try {
    rows = await db.rows(TakenJob, TAKE, [
      wanted.map(({ job }) => job.name),
      wanted.map(({ free }) => free),
      wanted.map(({ job }) => timeoutOf(job) + TAKE_OVER_S),
      ignoreDelays ? 'infinity' : null,
    ]);
  } finally {
    for (const { job, free } of wanted) count(job.name, -free);
  }
  for (const row of rows) {
    const { job } = wanted.find(({ job: { name } }) => name === row.name)!;
    count(job.name, 1);
    const trial = runJob(work, job, row).finally(() => inHand.delete(trial));
    inHand.add(trial);
  }
  return rows.length;
}
