import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/** Sends a message to a child and gives its next answer; an end of the child meanwhile is an error. */
export async function ask<Answer>(child: ChildProcess, message: object): Promise<Answer> {
  const over = new AbortController();
  try {
    const answer = once(child, 'message', { signal: over.signal });
    const end = once(child, 'exit', { signal: over.signal });
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
  /** Milliseconds from the start of the process to its first good answer. */
  readonly ready_ms: number;
  /** Microseconds of processor time used so far; only with report-cpu as `preload`. */
  cpu(): Promise<number>;
  stop(): Promise<void>;
}

/** Starts a built server with the environment, on a free port, and waits until `path` answers 200. */
export async function startServerProcess(
  files: { program: string; preload?: string },
  env: Record<string, string>,
  path = '/health',
): Promise<ServerProcess> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const begun = performance.now();
  const child = spawn(process.execPath, [...(files.preload ? ['--import', files.preload] : []), files.program], {
    env: { ...process.env, PORT: String(port), ...env },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const exited = once(child, 'exit');
  for (;;) {
    if (child.exitCode !== null) throw new Error(`${files.program} did not start (code ${child.exitCode}).`);
    if (performance.now() - begun > 60_000) {
      child.kill('SIGKILL');
      throw new Error(`${files.program} was not ready within a minute.`);
    }
    const ok = await fetch(url + path).then(
      (answer) => answer.ok,
      () => false,
    );
    if (ok) break;
    await wait(10);
  }
  return {
    url,
    child,
    ready_ms: performance.now() - begun,
    cpu: () => ask<number>(child, {}),
    stop: async () => {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
      await exited;
    },
  };
}
