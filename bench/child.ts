import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

const START_MS = 60_000;
const STOP_MS = 20_000;
/** The longest wait for a response to one message. */
const ANSWER_MS = 300_000;

/** Waits until a condition is true. Throws with `what` after the time. */
export async function waitUntil(holds: () => boolean | Promise<boolean>, ms: number, what: string): Promise<void> {
  const deadline = performance.now() + ms;
  while (!(await holds())) {
    if (performance.now() > deadline) throw new Error(`${what} did not happen within ${ms / 1000} s.`);
    await wait(10);
  }
}

/** Starts a program that exits with the bench at the latest, even if the bench is killed. */
export function startProgram(
  program: string,
  options: { env?: Record<string, string>; output?: 'ignore' | 'inherit'; preload?: string } = {},
): ChildProcess {
  const { preload } = options;
  const child = spawn(process.execPath, [...(preload ? ['--import', preload] : []), program], {
    env: { ...process.env, ...options.env },
    stdio: ['ignore', options.output ?? 'inherit', 'inherit', 'ipc'],
  });
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  child.once('exit', () => process.off('exit', kill));
  return child;
}

/** Sends a message to a child and returns its response. Throws if the child exits first. */
export async function ask<Answer>(child: ChildProcess, message: object): Promise<Answer> {
  const over = new AbortController();
  const signal = AbortSignal.any([over.signal, AbortSignal.timeout(ANSWER_MS)]);
  try {
    const answer = once(child, 'message', { signal });
    const end = once(child, 'exit', { signal });
    child.send(message);
    const first = await Promise.race([
      answer.then(([value]) => ({ value: value as Answer })),
      end.then(([code]) => ({ code: code as number | null })),
    ]);
    if ('value' in first) return first.value;
    throw new Error(`A process of the bench ended with code ${first.code}.`);
  } finally {
    over.abort();
  }
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

export interface ServerProcess {
  readonly url: string;
  readonly child: ChildProcess;
  readonly pid: number;
  /** Milliseconds from the start of the process to its first successful response. */
  readonly ready_ms: number;
  stop(): Promise<void>;
}

/** Starts a built server on a free port and waits until `path` returns 200. */
export async function startServerProcess(
  program: string,
  env: Record<string, string>,
  path = '/health',
  options: { preload?: string } = {},
): Promise<ServerProcess> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const begun = performance.now();
  const child = startProgram(program, { env: { PORT: String(port), ...env }, output: 'ignore', ...options });
  const exited = once(child, 'exit');
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGTERM');
    const patience = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
    await exited;
    clearTimeout(patience);
  };
  const isReady = async () => {
    if (child.exitCode !== null) throw new Error(`${program} did not start (code ${child.exitCode}).`);
    return fetch(url + path).then(
      (answer) => answer.ok,
      () => false,
    );
  };
  try {
    await waitUntil(isReady, START_MS, `The start of ${program}`);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, child, pid: child.pid!, ready_ms: performance.now() - begun, stop };
}
