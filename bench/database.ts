import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbedded } from '#platform/postgres/embedded.ts';

export interface BenchDatabase {
  readonly url: string;
  readonly data_dir: string;
  readonly location: string;
  postmaster(): Promise<number>;
  readonly env: Record<string, string>;
  stop(): Promise<void>;
  remove(): Promise<void>;
}

/** The name of the bench's own connections in the database's log. */
export const BENCH_NAME = 'bench';

/** Without durability, because compared servers would wait for the same disk. */
export const NOT_DURABLE = { fsync: 'off', full_page_writes: 'off', max_wal_size: '4GB' };

/** Removes each running database after Ctrl-C. */
const removals = new Set<() => Promise<void>>();
const interrupt = () => Promise.allSettled([...removals].map((remove) => remove())).then(() => process.exit(130));

/** Starts the product's own PostgreSQL in an empty directory, as for everyone except for these settings. */
export async function startDatabase(settings: Record<string, string> = {}): Promise<BenchDatabase> {
  const dataDir = await mkdtemp(join(tmpdir(), 'emberkin-bench-'));
  // Under root, the database runs under another account, which needs access.
  await chmod(dataDir, 0o755);
  const server = await startEmbedded({ dataDir, settings });
  const remove = async () => {
    await server.stop();
    // A killed server leaves its database running. Find it here to stop it.
    if (existsSync(join(server.location, 'postmaster.pid'))) await (await startEmbedded({ dataDir })).stop();
    await rm(dataDir, { recursive: true, force: true });
    removals.delete(remove);
  };
  removals.add(remove);
  process.off('SIGINT', interrupt).once('SIGINT', interrupt);
  return {
    url: server.owner_url,
    data_dir: dataDir,
    location: server.location,
    postmaster: async () => {
      const [pid] = (await readFile(join(server.location, 'postmaster.pid'), 'utf8')).split('\n');
      return Number(pid);
    },
    env: {
      DATABASE_URL: server.owner_url,
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
      RATE_LIMITS: 'off',
      NODE_ENV: 'development',
    },
    stop: () => server.stop(),
    remove,
  };
}

/** Runs work on a separate connection, in UTC like the product's. */
export async function withClient<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  // plans-log.ts reads the name and skips the bench's own statements.
  const connectionString = url.replace(/application_name=[^&]*/, `application_name=${BENCH_NAME}`);
  const client = new pg.Client({ connectionString, options: '-c TimeZone=UTC' });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
