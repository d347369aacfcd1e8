import { readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { basename, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { codeOf, unlessMissing } from '#platform/lib/error-codes.ts';
import { type Address, addressArguments, addressSettings, isListeningAt, prepareSocketDir } from './address.ts';
import { type CommandRunner, runBinary } from './binaries.ts';
import { isProcess, lastLines, prepareLog, writeSettings } from './cluster.ts';
import { EmbeddedError } from './error.ts';

/** A running server: its process and where it listens. */
export interface RunningCluster extends Address {
  readonly pid: number;
}

/**
 * The server that runs on the cluster, or undefined. A server in recovery counts as running. Its address is read from
 * what it wrote itself: line 5 of postmaster.pid is the folder of its socket.
 */
export const findRunning = (cluster: string) => findOwner(join(cluster, 'postmaster.pid'));

/** What one of PostgreSQL's lock files says, and whether the process in it is a living server; undefined without one. */
async function readLock(file: string) {
  const text = await unlessMissing(readFile(file, 'utf8'), undefined);
  if (text === undefined) return undefined;
  const lines = text.split(/\r?\n/);
  const server = { pid: Number(lines[0]), port: Number(lines[3]), socketDir: lines[4] || null };
  return { text, server, lives: await isPostmaster(server.pid, server), ready: lines[7]?.trim() === 'ready' };
}

/** The same as `findRunning` of a server that is ready, for a look that must not even remove a stale file. */
export async function readRunning(cluster: string): Promise<RunningCluster | undefined> {
  const lock = await readLock(join(cluster, 'postmaster.pid'));
  return lock?.lives && lock.ready ? lock.server : undefined;
}

/**
 * The server that holds one of PostgreSQL's lock files, or undefined. A file that names a zombie or, by now, another
 * program is removed, because PostgreSQL itself would take that process for a living server; PostgreSQL still checks
 * its shared memory.
 */
async function findOwner(file: string): Promise<(RunningCluster & { ready: boolean }) | undefined> {
  const lock = await readLock(file);
  if (lock === undefined) return undefined;
  if (lock.lives) return { ...lock.server, ready: lock.ready };
  if (isProcess(lock.server.pid)) {
    // A starting server writes the file in steps: only an unchanged one is stale.
    await wait(50);
    if ((await unlessMissing(readFile(file, 'utf8'), undefined)) === lock.text) await rm(file, { force: true });
  }
  return undefined;
}

/**
 * Recognizes the server by its command line on Linux, which a zombie lacks and which holds the address; elsewhere by
 * its number. The number decides as well if this process cannot read the command line, for example because it has too
 * many open files.
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

/** Quotes an argument for the shell through which pg_ctl starts the server; on Windows none of ours needs quotes. */
const quoteArgument = (text: string) =>
  /^[\w.=-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** Starts the server once. Returns pg_ctl's output when it did not start, else undefined. */
async function startOnce(run: CommandRunner, cluster: string, address: Address, settings: Record<string, string>) {
  const log = `${cluster}.log`;
  if (address.socketDir !== null) {
    await prepareSocketDir(address.socketDir, run.cwd, run.account);
    // Lock files of a killed server would block the socket when another process has its number by now.
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
 * Starts the server on the cluster, or finds one that another process has started, perhaps at another address. A port
 * of 0 becomes a free one. Throws an EmbeddedError with the last lines of the log when the server does not start.
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
      if (Date.now() > deadline) throw new EmbeddedError(`The database in ${cluster} did not get ready: see ${log}.`);
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

/** Stops the server: open transactions are rolled back and data is flushed. No error when none is running. */
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
