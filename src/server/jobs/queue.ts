import pg from 'pg';
import PgBoss from 'pg-boss';
import * as z from 'zod/mini';
import type { Log } from '../adapters/log.ts';
import type { Job, JobContext, Send, SendAll } from './job.ts';
import { makeLoop } from './loop.ts';
import { SCHEMA } from './outcome.ts';
import { type Counts, run, TIMEOUT_S } from './runner.ts';
import { makeSchedule } from './schedule.ts';

export { defineJob } from './job.ts';

/** How long a job may wait when no `nudge` woke the queue, as after a restart or for a retry. */
const POLL_MS = 2000;
/** Beyond a try's own time-out: then another instance may take over what a killed process left. */
const TAKE_OVER_S = 30;
const STOP_MS = 10_000;

export interface Queue {
  readonly send: Send;
  /** The same for many at once: one statement, nothing for no payloads. */
  readonly sendAll: SendAll;
  /** Looks for work now; called after a commit that sent a job. */
  nudge(): void;
  /** Sends the recurring jobs whose turn has come; the background does it by itself. */
  tick(): Promise<void>;
  /** Begins to work in the background. */
  start(): void;
  /** Runs what is due (with `ignore_delays` also what waits for a later time) and resolves when nothing is left. */
  drain(options?: { ignore_delays?: boolean }): Promise<void>;
  /** Tries of this process by outcome, over all queues. */
  counts(): Readonly<Counts>;
  /** The same for each queue by its name, those without any included. */
  countsByQueue(): ReadonlyMap<string, Readonly<Counts>>;
  /** Takes nothing new, waits up to 10 s for what runs and closes its connections. */
  stop(): Promise<void>;
}

interface Options {
  readonly url: string;
  readonly jobs: readonly Job[];
  readonly context: JobContext;
  readonly log: Log;
}

async function declare(boss: PgBoss, job: Job): Promise<void> {
  const dead = `${job.name}-dead`;
  await boss.createQueue(dead, { name: dead });
  const queue = {
    name: job.name,
    deadLetter: dead,
    retryLimit: job.retry.limit - 1,
    // Only for what a killed process left behind; a failed try gets its delay in settle.ts.
    retryDelay: 1,
    retryBackoff: true,
    expireInSeconds: Math.ceil(job.retry.timeout_s ?? TIMEOUT_S) + TAKE_OVER_S,
  };
  await boss.createQueue(job.name, { ...queue });
  await boss.updateQueue(job.name, { ...queue });
}

async function openBoss(url: string, log: Log): Promise<{ pool: pg.Pool; boss: PgBoss }> {
  const pool = new pg.Pool({
    connectionString: url,
    max: 3,
    connectionTimeoutMillis: 3000,
    statement_timeout: 30_000,
    application_name: 'emberkin-jobs',
  });
  pool.on('error', (err) => log.warn({ err }, 'the job queue lost a connection'));
  const boss = new PgBoss({
    db: { executeSql: (text: string, values: unknown[]) => pool.query(text, values) },
    schema: SCHEMA,
    schedule: false,
    maintenanceIntervalSeconds: TAKE_OVER_S,
  });
  boss.on('error', (err) => log.warn({ err }, 'the job queue could not be tidied'));
  await boss.start();
  return { pool, boss };
}

const SILENT: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** Makes pg-boss's tables and nothing else, so that a database can be copied with them. */
export async function startQueueSchema(url: string): Promise<void> {
  const { pool, boss } = await openBoss(url, SILENT);
  await boss.stop({ graceful: false, close: false });
  await pool.end();
}

/**
 * The job queue on PostgreSQL (pg-boss, schema `jobs`), made ready but not yet working. Any number of instances
 * may share a database: each job is taken by one of them. pg-boss keeps the tables and hands jobs out; the working
 * loop is ours, because its own one drops a failed write of an outcome as an unhandled rejection.
 */
export async function startQueue({ url, jobs, context, log }: Options): Promise<Queue> {
  const { pool, boss } = await openBoss(url, log);
  for (const job of jobs) await declare(boss, job);

  const counts = new Map<string, Counts>(jobs.map((job) => [job.name, { done: 0, failed: 0, dead: 0 }]));
  const stopping = new AbortController();
  const send: Send = async (tx, job, payload, options = {}) => {
    const data = z.parse(job.schema, payload) as object;
    const id = await boss.send(job.name, data, {
      db: { executeSql: async (text, values) => ({ rows: await tx.rows(text, values) }) },
      ...(options.start_after ? { startAfter: options.start_after } : {}),
      ...(options.singleton_key ? { singletonKey: options.singleton_key } : {}),
      ...(options.singleton_seconds ? { singletonSeconds: options.singleton_seconds } : {}),
    });
    // pg-boss inserts nothing into a queue that it does not know, and says nothing.
    if (id === null && !options.singleton_seconds) throw new Error(`The queue "${job.name}" is not declared.`);
  };
  const sendAll: SendAll = async (tx, job, payloads) => {
    if (payloads.length === 0) return;
    const { name } = job;
    const rows = payloads.map((payload) => ({ name, data: z.parse(job.schema, payload) as object }));
    const insert = { executeSql: async (text: string, values: unknown[]) => ({ rows: await tx.rows(text, values) }) };
    await boss.insert(rows, { db: insert });
  };
  const runner = { boss, pool, context, send, sendAll, log, counts, stopped: stopping.signal };
  const running = new Map<string, number>();
  const inHand = new Set<Promise<void>>();
  let ending = false;

  const fill = async (job: Job, ignoreStartAfter: boolean): Promise<void> => {
    const taken = () => running.get(job.name) ?? 0;
    const take = (count: number) => running.set(job.name, taken() + count);
    const free = (job.parallel ?? 1) - taken();
    if (free <= 0 || ending) return;
    // Taken before the question, as another look may ask meanwhile.
    take(free);
    const rows = await boss
      .fetch(job.name, { includeMetadata: true, ignoreStartAfter, batchSize: free })
      .catch(() => []);
    take(rows.length - free);
    for (const row of rows) {
      const trial = run(runner, job, { name: job.name, id: row.id, attempt: row.retryCount + 1 }, row.data).finally(
        () => {
          take(-1);
          inHand.delete(trial);
          loop.nudge();
        },
      );
      inHand.add(trial);
    }
  };

  /** One statement when idle, whatever the number of queues. */
  const look = async (ignoreStartAfter = false): Promise<void> => {
    const { rows } = await pool.query<{ name: string }>(
      `select distinct name from ${SCHEMA}.job
       where name = any($1) and state < 'active' and (start_after < now() or $2)`,
      [jobs.map((job) => job.name), ignoreStartAfter],
    );
    const due = new Set(rows.map((row) => row.name));
    await Promise.all(jobs.filter((job) => due.has(job.name)).map((job) => fill(job, ignoreStartAfter)));
  };

  const { db, clock } = context;
  const tick = makeSchedule({ db, clock, jobs, send: (tx, job) => send(tx, job, {}) });
  const loop = makeLoop(() => tick().then(() => look()), POLL_MS, log);
  return {
    send,
    sendAll,
    tick,
    nudge: loop.nudge,
    start: loop.start,
    async drain(options = {}) {
      for (;;) {
        await look(options.ignore_delays);
        if (inHand.size === 0) return;
        await Promise.all(inHand);
      }
    },
    counts: () => {
      const total: Counts = { done: 0, failed: 0, dead: 0 };
      for (const { done, failed, dead } of counts.values()) {
        total.done += done;
        total.failed += failed;
        total.dead += dead;
      }
      return total;
    },
    countsByQueue: () => counts,
    async stop() {
      ending = true;
      await loop.stop();
      let timer: NodeJS.Timeout | undefined;
      const patience = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, STOP_MS);
      });
      await Promise.race([Promise.all(inHand), patience]);
      clearTimeout(timer);
      stopping.abort();
      await boss.stop({ graceful: false, close: false });
      await pool.end();
    },
  };
}
