import { setTimeout as delay } from 'node:timers/promises';
import * as z from 'zod/mini';
import { Id, Int, Text } from '#platform/db/columns.ts';
import type { Job } from './job.ts';
import { attempt, type Runner, recordOutcome, timeoutOf } from './runner.ts';

/** So long after a try's own time-out, another instance may take over the job of a killed process. */
const TAKE_OVER_S = 30;
/** In the background a slot rests after each try, as long as the try took but no longer than this. */
const REST_MAX_MS = 50;

/** The state that the functions of one queue share. */
export interface Work extends Runner {
  readonly jobs: readonly Job[];
  /** How many jobs run in this process, by their name. */
  readonly running: Map<string, number>;
  readonly inHand: Set<Promise<void>>;
  /** True once it works in the background, and not only while somebody waits for `drain`. */
  background: boolean;
  /** True once it takes no new jobs. */
  ending: boolean;
  wake(): void;
}

/**
 * Takes what is due, of each name as many jobs as there are free slots. A job is taken until its process must be dead: then
 * it is due again. With `$4` what waits for later is due as well, up to that instant.
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
 * Runs a job that was taken. Its slot is free again when the try has ended and, in the background, has rested; its
 * outcome is stored meanwhile.
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

/** Takes as many jobs as this process may still run at once, and returns how many that were. */
export async function takeDue(work: Work, ignoreDelays = false): Promise<number> {
  const { db, jobs, running, inHand } = work;
  const count = (name: string, change: number) => running.set(name, (running.get(name) ?? 0) + change);
  const wanted = jobs
    .map((job) => ({ job, free: (job.parallel ?? 1) - (running.get(job.name) ?? 0) }))
    .filter(({ free }) => free > 0);
  if (wanted.length === 0 || work.ending) return 0;
  // Counted before the statement, as another look may start meanwhile.
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
