import type PgBoss from 'pg-boss';
import * as z from 'zod/mini';
import type { Log } from '../adapters/log.ts';
import type { Queryable } from '../db/open.ts';
import type { JobStore } from '../db/transaction.ts';
import type { Job, JobContext } from './job.ts';
import { type Loop, makeLoop } from './loop.ts';
import { makeSuccessRecorder } from './outcome.ts';
import { openBoss } from './prepare-queue.ts';
import { makeTurns } from './recurring.ts';
import type { Counts } from './runner.ts';
import { look, noteDue, takeDue, untilPollMs, type Work } from './take.ts';

const STOP_MS = 10_000;
/** So long before that end, tries that may last long are told to fail, to be made again by whoever is there then. */
const CUT_MS = 3000;
/** In the background the loop rests this long after each look, and jobs that end within this time are marked as done together. */
const GATHER_MS = 50;

/** The queue, whose `enqueue` transactions call as `tx.enqueue`. */
export interface Queue extends JobStore<Queryable> {
  /** Enqueues the recurring jobs that are due; the background does it automatically. */
  tick(): Promise<void>;
  /** Begins to work in the background. */
  start(): void;
  /** Runs what is due (with `ignore_delays` also what is delayed) and resolves when nothing is left. */
  drain(options?: { ignore_delays?: boolean }): Promise<void>;
  /** Tries of this process by outcome, over all queues. */
  counts(): Readonly<Counts>;
  /** The same for each queue by its name, including unused ones. */
  countsByQueue(): ReadonlyMap<string, Readonly<Counts>>;
  /** Takes no new jobs and waits up to 10 s for running ones. Jobs can still be enqueued, for others to run. */
  rest(): Promise<void>;
  /** Rests and closes its connections. */
  stop(): Promise<void>;
}

interface Options {
  readonly url: string;
  readonly jobs: readonly Job[];
  readonly context: JobContext;
  readonly log: Log;
}

/** Lets pg-boss use the caller's transaction. */
const through = (tx: Queryable): PgBoss.Db => ({
  executeSql: async (text, values) => ({ rows: await tx.rows(text, values) }),
});

/**
 * The payloads, as JSON, with which a job of the name waits. These jobs are locked: nobody takes one before the caller's
 * transaction has ended, so that it sees what that wrote.
 */
async function lockWaiting(tx: Queryable, name: string, rows: readonly { data: object }[]): Promise<Set<string>> {
  const payloads = rows.map(({ data }) => JSON.stringify(data));
  const found = await tx.rows<{ payload: string }>(
    `select w.payload from unnest($2::text[]) as w (payload) join jobs.job j on j.data = w.payload::jsonb
     where j.name = $1 and j.state < 'active' order by j.id for update of j`,
    [name, payloads],
  );
  return new Set(found.map(({ payload }) => payload));
}

const jobStore = (boss: PgBoss): Omit<JobStore<Queryable>, 'wake'> => ({
  async enqueue(tx, job, payload, options = {}) {
    const data = z.parse(job.schema, payload) as object;
    const id = await boss.send(job.name, data, {
      db: through(tx),
      ...(options.start_after ? { startAfter: options.start_after } : {}),
      ...(options.delay_s ? { startAfter: Math.round(options.delay_s) } : {}),
    });
    // pg-boss silently ignores jobs for a queue that it does not know.
    if (id === null) throw new Error(`The queue "${job.name}" is not declared.`);
  },
  async enqueueAll(tx, { name, schema, waits_once }, payloads) {
    const rows = payloads.map((payload) => ({ name, data: z.parse(schema, payload) as object }));
    const waiting = waits_once ? await lockWaiting(tx, name, rows) : new Set();
    const missing = rows.filter(({ data }) => !waiting.has(JSON.stringify(data)));
    if (missing.length > 0) await boss.insert(missing, { db: through(tx) });
  },
});

async function drain(work: Work, ignoreDelays: boolean): Promise<void> {
  for (;;) {
    await noteDue(work, ignoreDelays);
    const taken = await takeDue(work, ignoreDelays);
    // A job may have ended while another queue was still asked, and there may be more behind it.
    if (taken === 0 && work.inHand.size === 0) return;
    await Promise.all(work.inHand);
  }
}

function sum(counts: Iterable<Counts>): Counts {
  const total: Counts = { done: 0, failed: 0, dead: 0 };
  for (const { done, failed, dead } of counts) {
    total.done += done;
    total.failed += failed;
    total.dead += dead;
  }
  return total;
}

async function rest(work: Work, loop: Loop): Promise<void> {
  const { inHand, cutting, stopping } = work;
  work.ending = true;
  const cut = setTimeout(() => cutting.abort(), STOP_MS - CUT_MS);
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, STOP_MS);
  });
  // What the last look takes is waited for, too.
  await Promise.race([loop.stop().then(() => Promise.all(inHand)), patience]);
  clearTimeout(cut);
  clearTimeout(timer);
  stopping.abort();
}

/**
 * The job queue on PostgreSQL (pg-boss, schema `jobs`), ready but not yet working; `prepareQueue` has created its
 * tables. Any number of instances may share a database: each job is taken by one of them. pg-boss maintains the tables
 * and hands out jobs; the working loop is ours, because pg-boss's own loop drops a failed write of an outcome as an
 * unhandled rejection.
 */
export async function startQueue({ url, jobs, context, log }: Options): Promise<Queue> {
  const { pool, boss, close } = await openBoss(url, log, 'tend');
  const counts = new Map<string, Counts>(jobs.map((job) => [job.name, { done: 0, failed: 0, dead: 0 }]));
  const [cutting, stopping] = [new AbortController(), new AbortController()];
  const work: Work = {
    ...{ boss, pool, context, log, counts, jobs, cutting, stopping },
    cut: cutting.signal,
    stopped: stopping.signal,
    running: new Map(),
    inHand: new Set(),
    background: false,
    ending: false,
    due: new Set(),
    polled_at: Number.NEGATIVE_INFINITY,
    recordSuccess: makeSuccessRecorder(pool, () => (work.background && !work.ending ? GATHER_MS : 0)),
    wake: () => loop.wake(),
  };
  const store = jobStore(boss);
  const { db, clock } = context;
  const tick = makeTurns({ db, clock, jobs });
  const loop = makeLoop({
    async look() {
      // What is enqueued already runs also while a recurring job cannot be enqueued.
      try {
        await tick();
      } finally {
        await look(work);
      }
    },
    pauseMs: () => untilPollMs(work),
    gap_ms: GATHER_MS,
    log,
  });
  let resting: Promise<void> | undefined;
  const restOnce = () => {
    resting ??= rest(work, loop);
    return resting;
  };
  return {
    ...store,
    tick,
    wake: (names) => {
      for (const name of names) work.due.add(name);
      loop.wake();
    },
    start: () => {
      work.background = true;
      loop.start();
    },
    drain: ({ ignore_delays = false } = {}) => drain(work, ignore_delays),
    counts: () => sum(counts.values()),
    countsByQueue: () => counts,
    rest: restOnce,
    stop: async () => {
      await restOnce();
      await close();
    },
  };
}
