import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { realpath, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { createOnce } from '#platform/keys/create-once.ts';
import { codeOf } from '#platform/lib/error-codes.ts';
import { makeDataDir } from '#platform/storage/data-dir.ts';
import { withClient } from '../db/connection.ts';
import { isUnreachable } from '../db/failures.ts';
import { type Address, chooseAddress, connectionUrl } from './address.ts';
import { APP_ROLE, makeAppRole } from './app-role.ts';
import { type CommandRunner, findPrograms, preparePrograms, SYSTEM_DIR } from './binaries.ts';
import { loadPassword, makeCluster, makeHome, makePassword, OWNER, PASSWORD_FILE, requireMajor } from './cluster.ts';
import { EmbeddedError } from './error.ts';
import { isPostmaster, launch, type RunningCluster, readRunning, shutDown } from './process.ts';
import { type Account, canReach, isRoot, serverAccount } from './user.ts';

const DATABASE = 'emberkin';
const LOOK_AFTER_MS = 500;

export interface Embedded {
  /**
   * The database `emberkin` for its owner, a superuser: migrations, backups. The URL survives a
   * restart of the server.
   */
  readonly owner_url: string;
  /** The same database for the role that can only read and write rows (see app-role.ts). */
  readonly app_url: string;
  /** The folder of the cluster: `<dataDir>/postgres`, or one under /var/lib/emberkin (see startEmbedded). */
  readonly location: string;
  /** The version of its programs, such as 18.4. */
  readonly version: string;
  /** True when the cluster's server was already running, since the process that started it was killed. */
  readonly reused: boolean;
  /** Stops the server, unless another process still uses it. May be called more than once. */
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  /** DATA_DIR, absolute. Created if missing. */
  readonly dataDir: string;
  /** POSTGRES_BIN; without it the programs of the npm package are used. */
  readonly postgres_bin?: string | null;
  /** PostgreSQL settings that override the project's own. They apply from the next start of the server on. */
  readonly settings?: Record<string, string>;
  /** Receives the few lines that an operator should see. */
  readonly log?: (line: string) => void;
}

type Log = (line: string) => void;

/** A cluster on disk with the programs to run it. */
interface Prepared {
  readonly run: CommandRunner;
  readonly cluster: string;
  readonly settings: Record<string, string>;
  readonly password: string;
  readonly dataDir: string;
  readonly log: Log;
}

/**
 * Starts the project's own PostgreSQL under `dataDir`, or uses a running one, and restarts it at the same address
 * whenever it dies. Two processes with one `dataDir` share the server, and the last one to stop stops it. It listens on
 * a socket that only its own user can reach, on Windows on a loopback port. As root, PostgreSQL runs as the user
 * `postgres` or `nobody`. Where that user cannot reach the installed programs or `dataDir`, a copy of the programs and
 * the cluster are stored under /var/lib/emberkin, and `log` reports it. Throws an EmbeddedError when there are no
 * binaries for the system, the password file was lost, the cluster has another version, or the server does not start.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const prepared = await prepareCluster(options);
  const { run, cluster, settings, password, dataDir, log } = prepared;
  const tag = `emberkin-${process.pid}-${randomBytes(3).toString('hex')}`;
  const server = await launch(run, cluster, await chooseAddress(run.cwd), settings);
  const ownerUrl = (database: string) => connectionUrl(server, { user: OWNER, password, database, tag });
  await makeDatabase(ownerUrl('postgres'));
  // Unlike the owner's password this one can be lost: every start sets it again.
  const appPassword = await createOnce(dataDir, 'postgres-app-password', makePassword);
  await makeAppRole(ownerUrl(DATABASE), appPassword);
  const release = lookAfter(run, cluster, server, settings, log);
  let stopping: Promise<void> | undefined;
  const stop = async () => {
    await release();
    if (await isUsedByOthers(server, password, tag)) log('The database stays up: another process uses it.');
    else await shutDown(run, cluster);
  };
  return {
    owner_url: ownerUrl(DATABASE),
    app_url: connectionUrl(server, { user: APP_ROLE, password: appPassword, database: DATABASE, tag }),
    location: cluster,
    version: run.programs.version,
    reused: server.found,
    stop: () => {
      stopping ??= stop();
      return stopping;
    },
  };
}

/**
 * The embedded database of `dataDir` as it is: nothing is made, started or repaired, and a server that stops takes no
 * notice of a connection to this URL. Null where there is none, and no URL while no server runs. Throws an EmbeddedError
 * where a start would not open it.
 */
export async function findEmbedded(
  dataDir: string,
  postgres_bin: string | null,
): Promise<{ location: string; owner_url: string | null } | null> {
  const home = await realpath(dataDir).catch(() => dataDir);
  const clusters = [join(home, 'postgres'), join(elsewhereOf(home), 'postgres')];
  const location = clusters.find((cluster) => existsSync(cluster));
  // Without its password one that is elsewhere is set aside by the next start.
  if (location === undefined || (location !== clusters[0] && !existsSync(join(home, PASSWORD_FILE)))) return null;
  const password = await loadPassword(home, location);
  await requireMajor(location, await findPrograms(postgres_bin));
  const server = await readRunning(location);
  const login = { user: OWNER, password, database: DATABASE, tag: 'emberkin' };
  return { location, owner_url: server ? connectionUrl(server, login) : null };
}

/** Puts the programs, the cluster and its password where they are needed. */
async function prepareCluster(options: EmbeddedOptions): Promise<Prepared> {
  const { dataDir: wanted, postgres_bin = null, settings = {}, log = () => {} } = options;
  await makeDataDir(wanted);
  const dataDir = await realpath(wanted);
  const account = isRoot() ? await serverAccount(join(dataDir, 'postgres')) : undefined;
  const { copied, ...programs } = await preparePrograms(postgres_bin, account);
  const home = account ? await chooseHome(dataDir, account) : dataDir;
  if (copied) log(`PostgreSQL was copied to ${SYSTEM_DIR}: user ${account?.name} cannot read the installed one.`);
  if (home !== dataDir) log(`The database is in ${home}: user ${account?.name} cannot reach ${dataDir}.`);

  const run: CommandRunner = { programs, cwd: home, account };
  const cluster = join(home, 'postgres');
  if (home !== dataDir) await setAsideOrphan(run, cluster, dataDir, log);
  const password = await loadPassword(dataDir, cluster);
  await makeCluster(run, cluster, password, settings.fsync !== 'off');
  return { run, cluster, settings, password, dataDir, log };
}

/** Where a cluster is that its user could not reach in DATA_DIR. */
const elsewhereOf = (dataDir: string): string =>
  join(SYSTEM_DIR, `data-${createHash('sha256').update(dataDir).digest('hex').slice(0, 12)}`);

/** DATA_DIR, or a folder under /var/lib/emberkin when the user cannot reach DATA_DIR. */
async function chooseHome(dataDir: string, account: Account): Promise<string> {
  const elsewhere = elsewhereOf(dataDir);
  const reachable = await canReach(account, dataDir, 'pass');
  if (existsSync(join(dataDir, 'postgres'))) {
    if (reachable) return dataDir;
    throw new EmbeddedError(
      `User ${account.name} cannot reach the database in ${dataDir}: let it pass the directories on the way (chmod o+x), or start Emberkin as their owner.`,
    );
  }
  // An existing cluster stays where it is, whatever the permissions of DATA_DIR are now.
  if (reachable && !existsSync(join(elsewhere, 'postgres'))) return dataDir;
  await makeHome(SYSTEM_DIR);
  await makeHome(elsewhere);
  return elsewhere;
}

/** Deleting DATA_DIR means starting with an empty database: the cluster that remains elsewhere is renamed. */
async function setAsideOrphan(run: CommandRunner, cluster: string, dataDir: string, log: Log) {
  if (existsSync(join(dataDir, PASSWORD_FILE)) || !existsSync(cluster)) return;
  await shutDown(run, cluster);
  const aside = `${cluster}.old-${Date.now()}`;
  await rename(cluster, aside);
  log(`The data directory is new: the earlier database was moved to ${aside}.`);
}

async function makeDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await withClient(client, async () => {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [DATABASE]);
    if (rowCount === 0) await client.query(`create database ${DATABASE}`);
  }).catch((error: unknown) => {
    // Another process that started at the same time was first.
    if (!['42P04', '23505'].includes(codeOf(error))) throw error;
  });
}

/**
 * Whether other processes are connected. Connections carry the tag of their process, so leftovers of this one do not
 * count. This query itself has no tag: two processes that ask at once must not find each other.
 */
async function isUsedByOthers(address: Address, password: string, tag: string): Promise<boolean> {
  const url = connectionUrl(address, { user: OWNER, password, database: 'postgres', tag: 'emberkin' });
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 3000 });
  const sql =
    "select from pg_stat_activity where application_name like 'emberkin-%' and application_name <> $1 limit 1";
  return withClient(client, async () => (await client.query(sql, [tag])).rowCount !== 0).catch(
    // A server that does not answer has no users. Any other error says nothing about them.
    (error: unknown) => !isUnreachable(error),
  );
}

/** Restarts the server whenever its process is gone, until the returned function has been awaited. */
function lookAfter(
  run: CommandRunner,
  cluster: string,
  server: RunningCluster,
  settings: Record<string, string>,
  log: Log,
): () => Promise<void> {
  const released = new AbortController();
  let { pid } = server;
  let isDown = false;
  const watch = async () => {
    while (!released.signal.aborted) {
      // The timer must not keep a finished process alive.
      await wait(LOOK_AFTER_MS, undefined, { ref: false, signal: released.signal }).catch(() => {});
      if (released.signal.aborted || (await isPostmaster(pid, server))) continue;
      if (!isDown) log('The database has ended unexpectedly and is started again.');
      isDown = true;
      try {
        ({ pid } = await launch(run, cluster, server, settings));
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
