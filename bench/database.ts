import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbedded } from '#platform/postgres/embedded.ts';

export interface BenchDatabase {
  readonly url: string;
  /** The DATA_DIR that it belongs to. */
  readonly data_dir: string;
  /** The directory of its cluster. */
  readonly location: string;
  /** The number of its first process. */
  postmaster(): Promise<number>;
  /** What a server of the bench needs in its environment to work on it. */
  readonly env: Record<string, string>;
  stop(): Promise<void>;
  /** Stops it and removes its files. */
  remove(): Promise<void>;
}

/** The name under which the bench's own connections appear in the database's log. */
export const BENCH_NAME = 'bench';

/** Without durability: servers that are compared would wait for the same disk. */
export const NOT_DURABLE = { fsync: 'off', full_page_writes: 'off', max_wal_size: '4GB' };

/** How to remove each of the databases that are running now: after Ctrl-C none of them may stay. */
const removals = new Set<() => Promise<void>>();
const interrupt = () => Promise.allSettled([...removals].map((remove) => remove())).then(() => process.exit(130));

/** The product's own PostgreSQL in an empty directory, started as for everybody but for these settings. */
export async function startDatabase(settings: Record<string, string> = {}): Promise<BenchDatabase> {
  const dataDir = await mkdtemp(join(tmpdir(), 'emberkin-bench-'));
  // The account that the database runs as under root must be able to pass.
  await chmod(dataDir, 0o755);
  const server = await startEmbedded({ dataDir, settings });
  const remove = async () => {
    await server.stop();
    // A server that was killed leaves its database running: found here, so that it can be stopped.
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

/** Does something on a connection of its own, which runs in UTC as the product's do. */
export async function withClient<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  // Read by plans-log.ts, which leaves out what the bench itself asks.
  const connectionString = url.replace(/application_name=[^&]*/, `application_name=${BENCH_NAME}`);
  const client = new pg.Client({ connectionString, options: '-c TimeZone=UTC' });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
