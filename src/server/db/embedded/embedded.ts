import { createHash, randomBytes } from 'node:crypto';
import { access, mkdir, realpath, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { type CommandRunner, prepareBinaries, SYSTEM_DIR } from './binaries.ts';
import { keepPassword, makeCluster, makeHome, USER, writeSettings } from './cluster.ts';
import { EmbeddedError } from './error.ts';
import { isPostmaster, launch, type Running, shutDown } from './process.ts';
import { type Account, canReach, isRoot, serverAccount } from './user.ts';

const DATABASE = 'emberkin';
const LOOK_AFTER_MS = 500;

export interface Embedded {
  /** The connection URL of the database `emberkin`; it stays the same when the server is started anew. */
  url: string;
  /** The directory of the cluster: `<dataDir>/postgres`, or one under /var/lib/emberkin (see startEmbedded). */
  location: string;
  /** True when a server was found running on the cluster: the process that had started it was killed. */
  reused: boolean;
  /** Stops the server, unless another process still uses it. May be called more than once. */
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  /** DATA_DIR, absolute. It is created if it is missing. */
  dataDir: string;
  /** PostgreSQL settings that go before the project's own. They count from the next start of the server on. */
  settings?: Record<string, string>;
  /** Gets the few lines that an operator should see. */
  log?: (line: string) => void;
}

/**
 * Starts the project's own PostgreSQL under `dataDir`, or uses the one that already runs there, and looks after it:
 * if the server dies it is started again on the same port. Two processes on one `dataDir` share the server, and
 * the last one to stop stops it. Carries out limits "Configuration" and "Promises under faults".
 *
 * As root PostgreSQL runs as the user `postgres` or `nobody`. Where that user cannot reach the installed programs
 * or `dataDir`, a copy of the programs and the cluster stand under /var/lib/emberkin, and `log` says so.
 *
 * Throws an error of one sentence when there are no binaries for the system, the password file was lost, the
 * cluster is of another version, or the server does not come up.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const log = options.log ?? (() => {});
  await mkdir(options.dataDir, { recursive: true });
  const dataDir = await realpath(options.dataDir);
  const account = isRoot() ? await serverAccount(join(dataDir, 'postgres')) : undefined;
  const { native, copied } = await prepareBinaries(account);
  const home = account ? await chooseHome(dataDir, account) : dataDir;
  if (copied) log(`PostgreSQL was copied to ${SYSTEM_DIR}: user ${account?.name} cannot read the installed one.`);
  if (home !== dataDir) log(`The database is in ${home}: user ${account?.name} cannot reach ${dataDir}.`);

  const run: CommandRunner = { native, cwd: home, account };
  const cluster = join(home, 'postgres');
  const passwordFile = join(dataDir, 'postgres-password');
  if (home !== dataDir) await setAsideOrphan(run, cluster, passwordFile, log);
  const password = await keepPassword(passwordFile, cluster);
  await makeCluster(run, cluster, password, options.settings?.fsync !== 'off');
  await writeSettings(run, cluster, options.settings ?? {});
  const server = await launch(run, cluster);

  const tag = `emberkin-${process.pid}-${randomBytes(3).toString('hex')}`;
  const urlOf = (name: string) =>
    `postgresql://${USER}:${password}@127.0.0.1:${server.port}/${name}?application_name=${tag}`;
  await makeDatabase(urlOf('postgres'));
  const release = lookAfter(run, cluster, server, log);
  let stopping: Promise<void> | undefined;
  const stop = async () => {
    await release();
    if (await isUsedByOthers(urlOf('postgres'), tag)) log('The database stays up: another process uses it.');
    else await shutDown(run, cluster);
  };
  return {
    url: urlOf(DATABASE),
    location: cluster,
    reused: server.found,
    stop: () => {
      stopping ??= stop();
      return stopping;
    },
  };
}

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );

/** DATA_DIR, or a directory of its own under /var/lib/emberkin where the account cannot reach DATA_DIR. */
async function chooseHome(dataDir: string, account: Account): Promise<string> {
  const name = `data-${createHash('sha256').update(dataDir).digest('hex').slice(0, 12)}`;
  const elsewhere = join(SYSTEM_DIR, name);
  const reachable = await canReach(account, dataDir, 'pass');
  if (await exists(join(dataDir, 'postgres'))) {
    if (reachable) return dataDir;
    throw new EmbeddedError(
      `User ${account.name} cannot reach the database in ${dataDir}: let it pass the directories on the way (chmod o+x), or start Emberkin as their owner.`,
    );
  }
  // A cluster that was begun there stays there, whatever the permissions of DATA_DIR are now.
  if (reachable && !(await exists(join(elsewhere, 'postgres')))) return dataDir;
  await makeHome(SYSTEM_DIR);
  await makeHome(elsewhere);
  return elsewhere;
}

/** Someone who removed DATA_DIR wants an empty database: the cluster that it left elsewhere is kept, but not used. */
async function setAsideOrphan(run: CommandRunner, cluster: string, passwordFile: string, log: (line: string) => void) {
  if ((await exists(passwordFile)) || !(await exists(cluster))) return;
  await shutDown(run, cluster);
  const aside = `${cluster}.old-${Date.now()}`;
  await rename(cluster, aside);
  log(`The data directory is new: the earlier database was moved to ${aside}.`);
}

async function makeDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [DATABASE]);
    if (rowCount === 0) await client.query(`create database ${DATABASE}`);
  } catch (error) {
    // Another process that starts at the same time was first.
    if (!['42P04', '23505'].includes((error as { code?: string }).code ?? '')) throw error;
  } finally {
    await client.end();
  }
}

/** Connections carry the tag of the process that made them, so leftovers of this one do not count. */
async function isUsedByOthers(url: string, tag: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 3000 });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rowCount } = await client.query(
      "select from pg_stat_activity where application_name like 'emberkin-%' and application_name <> $1 limit 1",
      [tag],
    );
    return rowCount !== 0;
  } catch {
    // A server that does not answer serves nobody.
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

/** Starts the server again whenever its process is gone, until the returned function has been awaited. */
function lookAfter(
  run: CommandRunner,
  cluster: string,
  server: Running,
  log: (line: string) => void,
): () => Promise<void> {
  const released = new AbortController();
  let { pid } = server;
  let isDown = false;
  const watch = async () => {
    while (!released.signal.aborted) {
      // The timer does not keep a process alive that has ended otherwise.
      await wait(LOOK_AFTER_MS, undefined, { ref: false, signal: released.signal }).catch(() => {});
      if (released.signal.aborted || (await isPostmaster(pid, server.port))) continue;
      if (!isDown) log('The database has ended unexpectedly and is started again.');
      isDown = true;
      try {
        ({ pid } = await launch(run, cluster, server.port));
        isDown = false;
        log('The database is up again.');
      } catch (error) {
        log((error as Error).message);
      }
    }
  };
  const watching = watch();
  return () => {
    released.abort();
    return watching;
  };
}
