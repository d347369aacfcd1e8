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

/** Owns the database and its schema; a superuser, as initdb makes it. */
export const OWNER = 'emberkin';
/** In DATA_DIR, wherever the cluster is. */
export const PASSWORD_FILE = 'postgres-password';
const OWN_SETTINGS = 'emberkin.conf';

/** For a machine with two cores and 2 GB that also runs the app. Other settings stay at PostgreSQL's defaults. */
const SETTINGS: Record<string, string> = {
  // Several instances with a pool of 10 each, the queue, live listeners, and a connection for the operator.
  max_connections: '60',
  shared_buffers: '256MB',
  effective_cache_size: '1GB',
  work_mem: '8MB',
  maintenance_work_mem: '64MB',
  // Small rows and many commits: less log to write. A short log limits recovery after a crash to seconds.
  wal_compression: 'on',
  max_wal_size: '512MB',
  random_page_cost: '1.1',
  // Queries are short: parallel workers and compiled expressions would cost more than they save on two cores.
  max_parallel_workers_per_gather: '0',
  jit: 'off',
  max_logical_replication_workers: '0',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  // Without the details of an error, which quote addresses and whole rows.
  log_error_verbosity: 'terse',
};

/** Settings that only some majors have. */
const settingsOf = (programs: Programs): Record<string, string> =>
  // I/O workers cost more than they save, for the same reason.
  majorOf(programs) >= 18 ? { ...SETTINGS, io_method: 'sync' } : SETTINGS;

/** Order by code points and the letter cases of Unicode, by the database itself where it can. */
const localeOf = (programs: Programs): string[] =>
  majorOf(programs) >= 17 ? ['--locale-provider=builtin', '--builtin-locale=C.UTF-8'] : ['--locale=C.UTF-8'];

export const makePassword = (): string => randomBytes(24).toString('base64url');

/**
 * The password of the cluster's owner: 32 random characters in the file `PASSWORD_FILE` of DATA_DIR, created at the first
 * start. Processes that start together get the same one. Throws when the cluster exists and its password does not.
 */
export async function loadPassword(dataDir: string, cluster: string): Promise<string> {
  const file = join(dataDir, PASSWORD_FILE);
  if (!existsSync(file) && existsSync(cluster))
    throw new EmbeddedError(
      `The database in ${cluster} is there but its password file ${file} is missing: put the file back, or move the database away to begin with an empty one.`,
    );
  return (await createOnce(dataDir, PASSWORD_FILE, makePassword)).trim();
}

/** Drafts of this process. Its number does not identify them: in a container every process has the same one. */
const draftsInHand = new Set<string>();

/** Throws an EmbeddedError if the programs do not open the cluster, because it is of another major. */
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
 * Creates the cluster `<home>/postgres` if it is missing: initdb works in a folder of its own that is renamed when
 * complete, so an interrupted one is never used and the next start removes it. Throws with initdb's own message.
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
    if (code !== 0) throw new EmbeddedError(`PostgreSQL could not make its database in ${run.cwd}: ${lastLines(text)}`);
    await appendFile(join(draft, 'postgresql.conf'), `include_if_exists = '${OWN_SETTINGS}'\n`);
    await rename(draft, cluster).catch((error: NodeJS.ErrnoException) => {
      // Another process that started at the same time was first: its cluster has the same password.
      if (!['ENOTEMPTY', 'EEXIST', 'EPERM'].includes(error.code ?? '')) throw error;
    });
    if (durable) await syncDirectory(run.cwd);
  } finally {
    await rm(secret, { force: true });
    await rm(draft, { recursive: true, force: true });
    for (const name of own) draftsInHand.delete(name);
  }
}

/** Writes the settings that the next start of the cluster reads. */
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

/** Prepares the log file for the user; a large one is renamed once to `<file>.1`. */
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

/** The last lines of a program's output, joined into one line. */
export const lastLines = (text: string, count = 4): string => text.trim().split('\n').slice(-count).join(' | ');

/** Gives a file or an empty folder to the database's user. */
async function give(account: Account | undefined, path: string): Promise<void> {
  if (account) await chown(path, account.uid, account.gid);
}

/** Removes leftovers of interrupted initdb runs; those of living processes and of other starts in this process stay. */
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

/** True when a process of this number exists, a zombie included. */
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

/** Creates the folder of a cluster outside of DATA_DIR, which its user can pass through. */
export async function makeHome(home: string): Promise<void> {
  await mkdir(home, { recursive: true });
  await chmod(home, 0o755);
}
