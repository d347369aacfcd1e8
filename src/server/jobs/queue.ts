import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import PgBoss from 'pg-boss';
import * as z from 'zod/mini';
import type { Log } from '../adapters/log.ts';
import { CONNECTION_LIFE_S, type Queryable } from '../db/open.ts';
import type { JobStore } from '../db/transaction.ts';
import type { Job, JobContext } from './job.ts';
import { type Loop, makeLoop } from './loop.ts';
import { SCHEMA } from './outcome.ts';
import { makeTurns } from './recurring.ts';
import { type Counts, type Runner, run, TIMEOUT_S } from './runner.ts';

/** The longest time until a job is found when nothing woke the queue, as after a restart or for a retry. */
const POLL_MS = 2000;
/** So long after a try's own timeout, another instance may take over the job of a killed process. */
const TAKE_OVER_S = 30;
const STOP_MS = 10_000;
/** So long before that end, tries that may last long are told to fail, to be made again by whoever is there then. */
const CUT_MS = 3000;
/** So long a look for jobs waits for its answer. */
const LOOK_MS = 5000;
/**
 * In the background a place rests after each try, as long as the try took but no longer than this, so that a thousand
 * due jobs leave most of the processor to requests.
 */
const REST_MAX_MS = 50;

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

interface Connection {
  readonly pool: pg.Pool;
  readonly boss: PgBoss;
}

/** The state that the functions of one queue share. */
interface Work extends Runner {
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
  wake(): void;
}

async function declare(boss: PgBoss, job: Job): Promise<void> {
  const dead = `${job.name}-dead`;
  await boss.createQueue(dead, { name: dead });
  const queue = {
    name: job.name,
    deadLetter: dead,
    retryLimit: job.retry.tries - 1,
    // Only for jobs of a killed process; a failed try gets its delay in outcome.ts.
    retryDelay: 1,
    retryBackoff: true,
    expireInSeconds: Math.ceil(job.retry.timeout_s ?? TIMEOUT_S) + TAKE_OVER_S,
  };
  await boss.createQueue(job.name, { ...queue });
  await boss.updateQueue(job.name, { ...queue });
}

/** `tend` maintains the tables in the background, which only needs rights on rows; only their owner can `make` them. */
async function openBoss(url: string, log: Log, purpose: 'make' | 'tend'): Promise<Connection> {
  const pool = new pg.Pool({
    connectionString: url,
    max: 2,
    connectionTimeoutMillis: 3000,
    maxLifetimeSeconds: CONNECTION_LIFE_S,
    keepAlive: true,
    statement_timeout: 30_000,
    application_name: 'emberkin-jobs',
  });
  pool.on('error', (err) => log.warn({ err }, 'the job queue lost a connection'));
  const boss = new PgBoss({
    db: { executeSql: (text: string, values: unknown[]) => pool.query(text, values) },
    schema: SCHEMA,
    schedule: false,
    migrate: purpose === 'make',
    supervise: purpose === 'tend',
    maintenanceIntervalSeconds: TAKE_OVER_S,
  });
  boss.on('error', (err) => log.warn({ err }, 'the job queue could not be tidied'));
  await boss.start();
  return { pool, boss };
}

const SILENT: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** Creates or updates pg-boss's tables and the queues of these jobs. `url` is for the owner of the schema. */
export async function prepareQueue(url: string, jobs: readonly Job[]): Promise<void> {
  const { pool, boss } = await openBoss(url, SILENT, 'make');
  try {
    for (const job of jobs) await declare(boss, job);
  } finally {
    await boss.stop({ graceful: false, close: false });
    await pool.end();
  }
}

/** Lets pg-boss use the caller's transaction. */
const through = (tx: Queryable): PgBoss.Db => ({
  executeSql: async (text, values) => ({ rows: await tx.rows(text, values) }),
});

const jobStore = (boss: PgBoss): Omit<JobStore<Queryable>, 'wake'> => ({
  async enqueue(tx, job, payload, options = {}) {
    const data = z.parse(job.schema, payload) as object;
    const id = await boss.send(job.name, data, {
      db: through(tx),
      ...(options.start_after ? { startAfter: options.start_after } : {}),
      ...(options.delay_s ? { startAfter: Math.round(options.delay_s) } : {}),
      ...(options.singleton_key ? { singletonKey: options.singleton_key } : {}),
      ...(options.singleton_seconds ? { singletonSeconds: options.singleton_seconds } : {}),
    });
    // pg-boss silently ignores jobs for a queue that it does not know.
    if (id === null && !options.singleton_seconds) throw new Error(`The queue "${job.name}" is not declared.`);
  },
  async enqueueAll(tx, { name, schema }, payloads) {
    if (payloads.length === 0) return;
    const rows = payloads.map((payload) => ({ name, data: z.parse(schema, payload) as object }));
    await boss.insert(rows, { db: through(tx) });
  },
});

/** Takes as many jobs of a queue as this process may still run at once. */
async function fill(work: Work, job: Job, ignoreStartAfter: boolean): Promise<void> {
  const { boss, running, inHand } = work;
  const count = () => running.get(job.name) ?? 0;
  const add = (number: number) => running.set(job.name, count() + number);
  const free = (job.parallel ?? 1) - count();
  if (free <= 0 || work.ending) return;
  // Counted before the query, as another look may start meanwhile.
  add(free);
  let rows: PgBoss.JobWithMetadata<unknown>[] = [];
  try {
    rows = await boss.fetch(job.name, { includeMetadata: true, ignoreStartAfter, batchSize: free });
  } finally {
    add(rows.length - free);
  }
  for (const row of rows) {
    const taken = { name: job.name, id: row.id, attempt: row.retryCount + 1 };
    const begun = performance.now();
    const trial = run(work, job, taken, row.data)
      .then(() => (work.background ? delay(Math.min(performance.now() - begun, REST_MAX_MS)) : undefined))
      .finally(() => {
        add(-1);
        inHand.delete(trial);
        work.wake();
      });
    inHand.add(trial);
  }
}

/** Takes what is due. One statement when idle, whatever the number of queues. */
async function look(work: Work, ignoreStartAfter = false): Promise<void> {
  const { pool, jobs } = work;
  const query: pg.QueryConfig & { query_timeout: number } = {
    text: `select distinct name from ${SCHEMA}.job
     where name = any($1) and state < 'active' and (start_after < now() or $2)`,
    values: [jobs.map((job) => job.name), ignoreStartAfter],
    // A server that went silent in a failover must not hold the loop.
    query_timeout: LOOK_MS,
  };
  const { rows } = await pool.query<{ name: string }>(query);
  const due = new Set(rows.map((row) => row.name));
  await Promise.all(jobs.filter((job) => due.has(job.name)).map((job) => fill(work, job, ignoreStartAfter)));
}

async function drain(work: Work, ignoreDelays: boolean): Promise<void> {
  for (;;) {
    await look(work, ignoreDelays);
    if (work.inHand.size === 0) return;
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
  await loop.stop();
  const cut = setTimeout(() => cutting.abort(), STOP_MS - CUT_MS);
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, STOP_MS);
  });
  await Promise.race([Promise.all(inHand), patience]);
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
  const { pool, boss } = await openBoss(url, log, 'tend');
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
    wake: () => loop.wake(),
  };
  const store = jobStore(boss);
  const { db, clock } = context;
  const tick = makeTurns({ db, clock, jobs });
  const loop = makeLoop(
    async () => {
      // What is enqueued already runs also while a recurring job cannot be enqueued.
      try {
        await tick();
      } finally {
        await look(work);
      }
    },
    POLL_MS,
    log,
  );
  let resting: Promise<void> | undefined;
  const restOnce = () => {
    resting ??= rest(work, loop);
    return resting;
  };
  return {
    ...store,
    tick,
    wake: loop.wake,
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
      await boss.stop({ graceful: false, close: false });
      await pool.end();
    },
  };
}
