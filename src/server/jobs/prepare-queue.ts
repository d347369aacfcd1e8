import pg from 'pg';
import PgBoss from 'pg-boss';
import type { Log } from '../adapters/log.ts';
import { CONNECTION_LIFE_S } from '../db/pool.ts';
import type { Job } from './job.ts';
import { SCHEMA } from './outcome.ts';
import { TIMEOUT_S } from './runner.ts';

/** So long after a try's own timeout, another instance may take over the job of a killed process. */
const TAKE_OVER_S = 30;
/**
 * What a statement that takes or marks jobs may last. This side waits a little longer: a fetch that it gave up first
 * could still take jobs that nobody would run.
 */
const STATEMENT_MS = 4000;
/** What a statement that tidies the tables may last. */
const TIDY_MS = 30_000;
const SILENCE_MS = 1000;

interface Connection {
  /** For statements that take or mark jobs. */
  readonly pool: pg.Pool;
  readonly boss: PgBoss;
  close(): Promise<void>;
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

function openPool(url: string, max: number, statement_ms: number): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: 3000,
    maxLifetimeSeconds: CONNECTION_LIFE_S,
    keepAlive: true,
    statement_timeout: statement_ms,
    query_timeout: statement_ms + SILENCE_MS,
    application_name: 'emberkin-jobs',
  });
  // It is replaced, and the loop says when the database cannot be reached.
  pool.on('error', () => undefined);
  return pool;
}

/** Opens pg-boss. `tend` maintains the tables in the background, which only needs rights on rows; only their owner can `make` them. */
export async function openBoss(url: string, log: Log, purpose: 'make' | 'tend'): Promise<Connection> {
  const pool = openPool(url, 2, STATEMENT_MS);
  // Used twice a minute, and closed in between.
  const tidying = openPool(url, 1, TIDY_MS);
  const boss = new PgBoss({
    db: { executeSql: (text: string, values: unknown[]) => tidying.query(text, values) },
    schema: SCHEMA,
    schedule: false,
    migrate: purpose === 'make',
    supervise: purpose === 'tend',
    maintenanceIntervalSeconds: TAKE_OVER_S,
  });
  boss.on('error', (err) => log.warn({ err }, 'the job queue could not be tidied'));
  await boss.start();
  return {
    pool,
    boss,
    async close() {
      await boss.stop({ graceful: false, close: false });
      await Promise.all([pool.end(), tidying.end()]);
    },
  };
}

const SILENT: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };

/**
 * In the order in which jobs are taken. Without it every fetch sorts all the jobs that wait: with a thousand of them, a
 * thousand times. Jobs that wait for later are passed over within the index.
 */
const ORDER_INDEX = `create index job_order on ${SCHEMA}.job (priority desc, created_on, id, start_after)
  where state < 'active'`;

/** Creates the index unless it is there. */
async function createOrderIndex(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ is_created: boolean }>(
    `select to_regclass('${SCHEMA}.job_order') is not null as is_created`,
  );
  if (!rows[0]!.is_created) await client.query(ORDER_INDEX);
}

/**
 * Creates or updates pg-boss's tables and the queues of these jobs. `url` is for the owner of the schema, who has the
 * turn on `client`, without time-outs.
 */
export async function prepareQueue(client: pg.Client, url: string, jobs: readonly Job[]): Promise<void> {
  const { boss, close } = await openBoss(url, SILENT, 'make');
  try {
    for (const job of jobs) await declare(boss, job);
    await createOrderIndex(client);
  } finally {
    await close();
  }
}
