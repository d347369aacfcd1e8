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
  /** The URL for the owner, a superuser: migrations, backups. It survives a restart of the server. */
  readonly owner_url: string;
  /** The URL for the role that can only read and write rows (app-role.ts). */
  readonly app_url: string;
  /** The cluster's folder: `<dataDir>/postgres`, or one under /var/lib/emberkin. */
  readonly location: string;
  readonly version: string;
  /** Whether the server was already running, for example after a killed process. */
  readonly reused: boolean;
  /** Stops the server unless another process uses it. Safe to repeat. */
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  /** DATA_DIR, absolute, created if missing. */
  readonly dataDir: string;
  /** POSTGRES_BIN, or the npm package's programs by default. */
  readonly postgres_bin?: string | null;
  /** Settings that override ours from the server's next start. */
  readonly settings?: Record<string, string>;
  readonly log?: (line: string) => void;
}

type Log = (line: string) => void;

interface Prepared {
  readonly run: CommandRunner;
  readonly cluster: string;
  readonly settings: Record<string, string>;
  readonly password: string;
  readonly dataDir: string;
  readonly log: Log;
}

/**
 * Starts PostgreSQL under `dataDir`, or uses a running server, and restarts it if it dies. Processes with the same
 * `dataDir` share the server; the last one stops it. It listens on a socket that only its user can reach, on Windows on
 * a loopback port. Under root it runs as `postgres` or `nobody`. What that user cannot reach is stored under
 * /var/lib/emberkin, and `log` reports it. Throws an EmbeddedError.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const prepared = await prepareCluster(options);
  const { run, cluster, settings, password, dataDir, log } = prepared;
  const tag = `emberkin-${process.pid}-${randomBytes(3).toString('hex')}`;
  const server = await launch(run, cluster, await chooseAddress(run.cwd), settings);
  const ownerUrl = (database: string) => connectionUrl(server, { user: OWNER, password, database, tag });
  await makeDatabase(ownerUrl('postgres'));
  // Every start sets this password again, so it can be lost.
  const appPassword = await createOnce(dataDir, 'postgres-app-password', makePassword);
  await makeAppRole(ownerUrl(DATABASE), appPassword);
  const release = lookAfter(run, cluster, server, settings, log);
  let stopping: Promise<void> | undefined;
  const stop = async () => {
    await release();
    if (await isUsedByOthers(server, password, tag)) log('The database keeps running: another process uses it.');
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
 * Finds the embedded database of `dataDir` without creating, starting or repairing anything. Its URL has no process's
 * tag, so a stop ignores its connections. Returns null if there is no database; `owner_url` is null if no server runs.
 * Throws an EmbeddedError if a start would not open it.
 */
export async function findEmbedded(
  dataDir: string,
  postgres_bin: string | null,
): Promise<{ location: string; owner_url: string | null } | null> {
  const home = await realpath(dataDir).catch(() => dataDir);
  const clusters = [join(home, 'postgres'), join(elsewhereOf(home), 'postgres')];
  const location = clusters.find((cluster) => existsSync(cluster));
  // Without its password, the next start moves a cluster outside DATA_DIR aside.
  if (location === undefined || (location !== clusters[0] && !existsSync(join(home, PASSWORD_FILE)))) return null;
  const password = await loadPassword(home, location);
  await requireMajor(location, await findPrograms(postgres_bin));
  const server = await readRunning(location);
  const login = { user: OWNER, password, database: DATABASE, tag: 'emberkin' };
  return { location, owner_url: server ? connectionUrl(server, login) : null };
}

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

const elsewhereOf = (dataDir: string): string =>
  join(SYSTEM_DIR, `data-${createHash('sha256').update(dataDir).digest('hex').slice(0, 12)}`);

async function chooseHome(dataDir: string, account: Account): Promise<string> {
  const elsewhere = elsewhereOf(dataDir);
  const reachable = await canReach(account, dataDir, 'pass');
  if (existsSync(join(dataDir, 'postgres'))) {
    if (reachable) return dataDir;
    throw new EmbeddedError(
      `User ${account.name} cannot reach the database in ${dataDir}: make the parent directories accessible (chmod o+x), or start Emberkin as their owner.`,
    );
  }
  // An existing cluster stays where it is, even if DATA_DIR has become reachable.
  if (reachable && !existsSync(join(elsewhere, 'postgres'))) return dataDir;
  await makeHome(SYSTEM_DIR);
  await makeHome(elsewhere);
  return elsewhere;
}

/** An empty DATA_DIR means an empty database, so rename the cluster that remains elsewhere. */
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
    // A concurrent start was faster.
    if (!['42P04', '23505'].includes(codeOf(error))) throw error;
  });
}

/**
 * Returns true if other processes are connected. Connections have their process's tag, so this process's leftovers do
 * not count. This query has no tag, so two processes that check concurrently do not find each other.
 */
async function isUsedByOthers(address: Address, password: string, tag: string): Promise<boolean> {
  const url = connectionUrl(address, { user: OWNER, password, database: 'postgres', tag: 'emberkin' });
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 3000 });
  const sql =
    "select from pg_stat_activity where application_name like 'emberkin-%' and application_name <> $1 limit 1";
  return withClient(client, async () => (await client.query(sql, [tag])).rowCount !== 0).catch(
    // An unreachable server has no users. Any other error says nothing about them.
    (error: unknown) => !isUnreachable(error),
  );
}

/** Restarts the server when its process dies, until the returned function has resolved. */
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
      // `ref: false`: the timer must not keep a finished process alive.
      await wait(LOOK_AFTER_MS, undefined, { ref: false, signal: released.signal }).catch(() => {});
      if (released.signal.aborted || (await isPostmaster(pid, server))) continue;
      if (!isDown) log('The database stopped unexpectedly and is restarting.');
      isDown = true;
      try {
        ({ pid } = await launch(run, cluster, server, settings));
        isDown = false;
        log('The database runs again.');
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
