import { readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { basename, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { codeOf, unlessMissing } from '#platform/lib/error-codes.ts';
import { type Address, addressArguments, addressSettings, isListeningAt, prepareSocketDir } from './address.ts';
import { type CommandRunner, runBinary } from './binaries.ts';
import { isProcess, lastLines, prepareLog, writeSettings } from './cluster.ts';
import { EmbeddedError } from './error.ts';

export interface RunningCluster extends Address {
  readonly pid: number;
}

/**
 * Returns the server of a cluster, even one in recovery, or undefined. Line 5 of postmaster.pid is its socket's folder.
 */
export const findRunning = (cluster: string) => findOwner(join(cluster, 'postmaster.pid'));

/** Reads a PostgreSQL lock file and checks whether its process is a living server. Returns undefined without a file. */
async function readLock(file: string) {
  const text = await unlessMissing(readFile(file, 'utf8'), undefined);
  if (text === undefined) return undefined;
  const lines = text.split(/\r?\n/);
  const server = { pid: Number(lines[0]), port: Number(lines[3]), socketDir: lines[4] || null };
  return { text, server, lives: await isPostmaster(server.pid, server), ready: lines[7]?.trim() === 'ready' };
}

/** Returns the cluster's server if it is ready. Unlike `findRunning`, removes no stale file. */
export async function readRunning(cluster: string): Promise<RunningCluster | undefined> {
  const lock = await readLock(join(cluster, 'postmaster.pid'));
  return lock?.lives && lock.ready ? lock.server : undefined;
}

/**
 * Returns the server of a lock file, or undefined. Removes a stale file whose process is a zombie or another program,
 * because PostgreSQL would take that for a server. PostgreSQL still checks its shared memory.
 */
async function findOwner(file: string): Promise<(RunningCluster & { ready: boolean }) | undefined> {
  const lock = await readLock(file);
  if (lock === undefined) return undefined;
  if (lock.lives) return { ...lock.server, ready: lock.ready };
  if (isProcess(lock.server.pid)) {
    // A starting server writes the file in steps, so only an unchanged file is stale.
    await wait(50);
    if ((await unlessMissing(readFile(file, 'utf8'), undefined)) === lock.text) await rm(file, { force: true });
  }
  return undefined;
}

/**
 * Returns true if the process is a server at this address. On Linux the command line decides, which a zombie lacks.
 * Elsewhere, or if the command line is unreadable (for example with too many open files), the process ID decides.
 */
export async function isPostmaster(pid: number, address: Address): Promise<boolean> {
  if (process.platform !== 'linux') return isProcess(pid);
  let line: string;
  try {
    line = await readFile(`/proc/${pid}/cmdline`, 'utf8');
  } catch (error) {
    return codeOf(error) !== 'ENOENT' && isProcess(pid);
  }
  const [program = '', ...args] = line.split('\0');
  return basename(program) === 'postgres' && isListeningAt(args, address);
}

/** Quotes an argument for pg_ctl's shell; on Windows none of ours needs quotes. */
const quoteArgument = (text: string) =>
  /^[\w.=-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;

async function startOnce(run: CommandRunner, cluster: string, address: Address, settings: Record<string, string>) {
  const log = `${cluster}.log`;
  if (address.socketDir !== null) {
    await prepareSocketDir(address.socketDir, run.cwd, run.account);
    // A killed server's lock file blocks the socket if another process has its ID now.
    await findOwner(join(address.socketDir, `.s.PGSQL.${address.port}.lock`));
  }
  await writeSettings(run, cluster, { ...addressSettings(address), ...settings });
  await prepareLog(run, log);
  const { code, text } = await runBinary(run, 'pg_ctl', [
    ...['start', '-w', '-t', '60', '-D', basename(cluster), '-l', basename(log)],
    ...['-o', addressArguments(address).map(quoteArgument).join(' ')],
  ]);
  return code === 0 ? undefined : lastLines(text);
}

/**
 * Starts the cluster's server or finds one that another process started, perhaps at another address. Port 0 becomes a
 * free port. Throws an EmbeddedError with the log's last lines if the server does not start.
 */
export async function launch(
  run: CommandRunner,
  cluster: string,
  wanted: Address,
  settings: Record<string, string>,
): Promise<RunningCluster & { found: boolean }> {
  const log = `${cluster}.log`;
  const deadline = Date.now() + 60_000;
  let failure = '';
  for (let tries = 0; tries < 5; ) {
    const running = await findRunning(cluster);
    if (running?.ready) return { ...running, found: true };
    if (running) {
      if (Date.now() > deadline)
        throw new EmbeddedError(`The database in ${cluster} did not become ready: see ${log}.`);
      await wait(50);
      continue;
    }
    const address = { ...wanted, port: wanted.port || (await freePort()) };
    failure = (await startOnce(run, cluster, address, settings)) ?? '';
    const started = failure === '' ? await findRunning(cluster) : undefined;
    if (started) return { ...started, found: false };
    tries += 1;
  }
  const said = lastLines(await readFile(log, 'utf8').catch(() => ''));
  throw new EmbeddedError(`PostgreSQL did not start on ${cluster}: ${failure} | ${said} (see ${log}).`);
}

/** Stops the server, which rolls back open transactions and flushes data. Does nothing if none runs. */
export async function shutDown(run: CommandRunner, cluster: string): Promise<void> {
  if (!(await findRunning(cluster))) return;
  const { code, text } = await runBinary(run, 'pg_ctl', [
    ...['stop', '-w', '-t', '60', '-m', 'fast', '-D', basename(cluster)],
  ]);
  if (code !== 0 && (await findRunning(cluster)))
    throw new EmbeddedError(`PostgreSQL did not stop: ${lastLines(text)}`);
}

function freePort(): Promise<number> {
  return new Promise((done, failed) => {
    const probe = createServer();
    probe.on('error', failed);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() =>
        typeof address === 'object' && address ? done(address.port) : failed(new EmbeddedError('no free port')),
      );
    });
  });
}
