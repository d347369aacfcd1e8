import { readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { basename, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type CommandRunner, runBinary } from './binaries.ts';
import { isProcess, lastLines, prepareLog } from './cluster.ts';
import { EmbeddedError } from './error.ts';

/** A server that runs: its process and its port on 127.0.0.1. */
export interface Running {
  pid: number;
  port: number;
}

/**
 * The server that runs on the cluster, or undefined. A server that is still recovering counts as running. A
 * `postmaster.pid` that names a zombie or, by now, another program is removed, because PostgreSQL itself would take
 * that process for a living server; its check of the shared memory stays as the last guard.
 */
export async function findRunning(cluster: string): Promise<(Running & { ready: boolean }) | undefined> {
  const file = join(cluster, 'postmaster.pid');
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  const lines = text.split('\n');
  const [pid, port] = [Number(lines[0]), Number(lines[3])];
  if (await isPostmaster(pid, port)) return { pid, port, ready: lines[7]?.trim() === 'ready' };
  if (isProcess(pid)) {
    // The file is written in steps while a server starts: only an unchanged one is stale.
    await wait(50);
    if ((await readFile(file, 'utf8').catch(() => undefined)) === text) await rm(file, { force: true });
  }
  return undefined;
}

/** On Linux by its command line, which a zombie does not have and which names the port; elsewhere by its number. */
export async function isPostmaster(pid: number, port: number): Promise<boolean> {
  if (process.platform !== 'linux') return isProcess(pid);
  const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  const [program = '', ...args] = line.split('\0');
  return basename(program) === 'postgres' && (!port || args.includes(String(port)));
}

/**
 * Starts the server on the cluster, on `port` or a free one, or finds the one that another process has started.
 * Throws with the last lines of the log when it does not come up.
 */
export async function launch(
  run: CommandRunner,
  cluster: string,
  port?: number,
): Promise<Running & { found: boolean }> {
  const log = `${cluster}.log`;
  const deadline = Date.now() + 60_000;
  let failure = '';
  for (let tries = 0; tries < 5; ) {
    const running = await findRunning(cluster);
    if (running?.ready) return { pid: running.pid, port: running.port, found: true };
    if (running) {
      if (Date.now() > deadline) throw new EmbeddedError(`The database in ${cluster} did not get ready: see ${log}.`);
      await wait(50);
      continue;
    }
    await prepareLog(run, log);
    const options = `-p ${port ?? (await freePort())}`;
    const { code, text } = await runBinary(run, 'pg_ctl', [
      ...['start', '-w', '-t', '60', '-D', basename(cluster), '-l', basename(log), '-o', options],
    ]);
    const started = code === 0 ? await findRunning(cluster) : undefined;
    if (started) return { pid: started.pid, port: started.port, found: false };
    failure = lastLines(text);
    tries += 1;
  }
  const said = lastLines(await readFile(log, 'utf8').catch(() => ''));
  throw new EmbeddedError(`PostgreSQL did not start on ${cluster}: ${failure} | ${said} (see ${log}).`);
}

/** Stops the server: open transactions are rolled back, the data is brought to the disk. None running is fine. */
export async function shutDown(run: CommandRunner, cluster: string): Promise<void> {
  if (!(await findRunning(cluster))) return;
  const { code, text } = await runBinary(run, 'pg_ctl', [
    'stop',
    '-w',
    '-t',
    '60',
    '-m',
    'fast',
    '-D',
    basename(cluster),
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
