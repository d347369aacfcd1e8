import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { afterEach } from 'vitest';
import { type Embedded, startEmbedded } from '#platform/postgres/embedded.ts';
import { findRunning } from '#platform/postgres/process.ts';
import { isRoot } from '#platform/postgres/user.ts';

const started: Embedded[] = [];
const directories: string[] = [];

/** Stops the servers of each test and removes its folders. */
export function cleanUpServers(): void {
  afterEach(async () => {
    const servers = started.splice(0);
    // Stop all servers first, because servers of one test can share a directory.
    for (const embedded of servers) await embedded.stop();
    // In /var/lib/emberkin, each cluster has its own directory.
    if (isRoot()) for (const { location } of servers) await rm(dirname(location), { recursive: true, force: true });
    for (const dir of directories.splice(0)) await rm(dir, { recursive: true, force: true });
  });
}

/** Creates an empty folder whose path has a space and non-ASCII letters. */
export async function temporary(mode: number): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'emberkin dätä '));
  directories.push(dir);
  await chmod(dir, mode);
  return dir;
}

/** Starts a server with the programs of the npm package or of the folder `postgres_bin`. */
export async function start(
  dataDir: string,
  log: string[] = [],
  postgres_bin: string | null = null,
): Promise<Embedded> {
  const embedded = await startEmbedded({
    dataDir,
    postgres_bin,
    settings: { fsync: 'off', shared_buffers: '16MB' },
    log: (line) => log.push(line),
  });
  started.push(embedded);
  return embedded;
}

/** Runs a statement on a new connection. */
export async function ask(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query(sql)).rows as unknown[];
  } finally {
    await client.end();
  }
}

export async function postmaster(embedded: Embedded) {
  const running = await findRunning(embedded.location);
  if (!running) throw new Error('No server runs.');
  return running;
}
