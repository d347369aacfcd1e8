import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { appendFile, chmod, chown, mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { createOnce } from '#platform/keys/create-once.ts';
import { unlessMissing } from '#platform/lib/error-codes.ts';
import { type CommandRunner, majorOf, type Programs, runBinary } from './binaries.ts';
import { EmbeddedError } from './error.ts';
import { withAccountName } from './nss-wrapper.ts';
import type { Account } from './user.ts';

/** The owner of the database and schema; initdb creates it as a superuser. */
export const OWNER = 'emberkin';
/** In DATA_DIR. */
export const PASSWORD_FILE = 'postgres-password';
const OWN_SETTINGS = 'emberkin.conf';

/** For a machine with two cores and 2 GB that also runs the app; other settings have PostgreSQL's defaults. */
const SETTINGS: Record<string, string> = {
  // Several instances with a pool of 10, the queue, live listeners and the operator.
  max_connections: '60',
  shared_buffers: '256MB',
  effective_cache_size: '1GB',
  work_mem: '8MB',
  maintenance_work_mem: '64MB',
  // Small rows and many commits: compress the log. A small log limits recovery to seconds.
  wal_compression: 'on',
  max_wal_size: '512MB',
  random_page_cost: '1.1',
  // Queries are short: parallel workers and JIT would cost more than they save on two cores.
  max_parallel_workers_per_gather: '0',
  jit: 'off',
  max_logical_replication_workers: '0',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  // Details of errors quote addresses and whole rows.
  log_error_verbosity: 'terse',
};

const settingsOf = (programs: Programs): Record<string, string> =>
  // I/O workers cost more than they save on two cores.
  majorOf(programs) >= 18 ? { ...SETTINGS, io_method: 'sync' } : SETTINGS;

/** Sorts by code point and uses Unicode's letter cases, with the builtin provider from PostgreSQL 17. */
const localeOf = (programs: Programs): string[] =>
  majorOf(programs) >= 17 ? ['--locale-provider=builtin', '--builtin-locale=C.UTF-8'] : ['--locale=C.UTF-8'];

export const makePassword = (): string => randomBytes(24).toString('base64url');

/**
 * Returns the owner's password, which the first start creates in DATA_DIR. Concurrent starts get the same password.
 * Throws if the cluster exists without its password.
 */
export async function loadPassword(dataDir: string, cluster: string): Promise<string> {
  const file = join(dataDir, PASSWORD_FILE);
  if (!existsSync(file) && existsSync(cluster))
    throw new EmbeddedError(
      `The database in ${cluster} exists, but its password file ${file} is missing: put the file back, or move the database away to start with an empty one.`,
    );
  return (await createOnce(dataDir, PASSWORD_FILE, makePassword)).trim();
}

/** This process's drafts. Its ID does not identify them, because processes in containers share one ID. */
const draftsInHand = new Set<string>();

/** Throws an EmbeddedError if the cluster belongs to another major version. */
export async function requireMajor(cluster: string, programs: Programs): Promise<void> {
  const own = majorOf(programs);
  const major = (await unlessMissing(readFile(join(cluster, 'PG_VERSION'), 'utf8'), '')).trim();
  if (major === String(own)) return;
  if (/^\d+$/.test(major))
    throw new EmbeddedError(
      `${cluster} is a database of PostgreSQL ${major}, and ${programs.home === null ? 'POSTGRES_BIN has' : 'this release brings'} PostgreSQL ${own}: with ${programs.home === null ? 'the POSTGRES_BIN' : 'the release'} that it was used with, run "npm run backup -- FILE"; then move it away, and with this one run "npm run restore -- FILE" (docs/operations.md#postgresql).`,
    );
  throw new EmbeddedError(
    `${cluster} is not a database of PostgreSQL ${own} (PG_VERSION says "${major}"): move it away or set DATABASE_URL.`,
  );
}

/**
 * Creates the cluster if missing. initdb works in a draft folder, which is renamed when complete, and the next start
 * removes an interrupted draft. Throws initdb's message.
 */
export async function makeCluster(
  run: CommandRunner,
  cluster: string,
  password: string,
  durable: boolean,
): Promise<void> {
  if (existsSync(cluster)) return requireMajor(cluster, run.programs);
  await removeDrafts(run.cwd);
  const draft = join(run.cwd, `postgres.new-${process.pid}-${randomBytes(4).toString('hex')}`);
  const secret = `${draft}.password`;
  const own = ['', '.password', '.passwd', '.group'].map((suffix) => basename(draft) + suffix);
  for (const name of own) draftsInHand.add(name);
  try {
    await mkdir(draft, { mode: 0o700 });
    await writeFile(secret, password, { mode: 0o600, flag: 'wx' });
    await give(run.account, draft);
    await give(run.account, secret);
    const args = [
      ...['--encoding=UTF8', ...localeOf(run.programs), '--auth=scram-sha-256'],
      ...[`--username=${OWNER}`, `--pwfile=${basename(secret)}`, '-D', basename(draft)],
      ...(durable ? [] : ['--no-sync']),
    ];
    const { code, text } = await withAccountName(draft, (env) => runBinary(run, 'initdb', args, env));
    if (code !== 0)
      throw new EmbeddedError(`PostgreSQL could not create its database in ${run.cwd}: ${lastLines(text)}`);
    await appendFile(join(draft, 'postgresql.conf'), `include_if_exists = '${OWN_SETTINGS}'\n`);
    await rename(draft, cluster).catch((error: NodeJS.ErrnoException) => {
      // A concurrent start was faster; its cluster has the same password.
      if (!['ENOTEMPTY', 'EEXIST', 'EPERM'].includes(error.code ?? '')) throw error;
    });
    if (durable) await syncDirectory(run.cwd);
  } finally {
    await rm(secret, { force: true });
    await rm(draft, { recursive: true, force: true });
    for (const name of own) draftsInHand.delete(name);
  }
}

/** Writes the settings for the next start of the cluster. */
export async function writeSettings(
  run: CommandRunner,
  cluster: string,
  settings: Record<string, string>,
): Promise<void> {
  const lines = Object.entries({ ...settingsOf(run.programs), ...settings }).map(
    ([key, value]) => `${key} = '${value.replaceAll('\\', String.raw`\\`).replaceAll("'", "''")}'`,
  );
  const draft = join(cluster, `${OWN_SETTINGS}.${randomBytes(4).toString('hex')}`);
  await writeFile(draft, `# Written at every start.\n${lines.join('\n')}\n`, { mode: 0o600, flag: 'wx' });
  await give(run.account, draft);
  await rename(draft, join(cluster, OWN_SETTINGS));
}

/** Prepares the log file for the database's user; renames a large one to `<file>.1`. */
export async function prepareLog(run: CommandRunner, file: string, limitBytes = 5_000_000): Promise<void> {
  const log = await open(file, 'a', 0o600);
  const { size } = await log.stat();
  await log.close();
  if (size > limitBytes) {
    await rename(file, `${file}.1`);
    await writeFile(file, '', { mode: 0o600, flag: 'a' });
  }
  await give(run.account, file);
}

/** Returns the last lines of a program's output as one line. */
export const lastLines = (text: string, count = 4): string => text.trim().split('\n').slice(-count).join(' | ');

async function give(account: Account | undefined, path: string): Promise<void> {
  if (account) await chown(path, account.uid, account.gid);
}

/**
 * Removes leftovers of interrupted initdb runs. Keeps drafts of living processes and of other starts in this process.
 */
async function removeDrafts(home: string): Promise<void> {
  for (const name of await readdir(home)) {
    if (draftsInHand.has(name)) continue;
    const pid = Number(
      /^postgres\.new(?:-(\d+))?/.exec(name)?.[1] ?? (name.startsWith('postgres.new') ? 0 : Number.NaN),
    );
    if (Number.isNaN(pid) || (pid > 0 && pid !== process.pid && isProcess(pid))) continue;
    await rm(join(home, name), { recursive: true, force: true });
  }
}

/** Returns true if a process with this ID exists, even a zombie. */
export function isProcess(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

async function syncDirectory(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const directory = await open(path, 'r');
  await directory.sync();
  await directory.close();
}

/** Creates a folder outside DATA_DIR that the database's user can pass. */
export async function makeHome(home: string): Promise<void> {
  await mkdir(home, { recursive: true });
  await chmod(home, 0o755);
}
