import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { findPort } from '#server/testing/find-port.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** A built server with its own data and a movable clock, because missions end only with time. */
export interface TimeServer {
  url: string;
  dir: string;
  /** Moves the server's clock forward; the browser's clock stays. */
  passDays: (days: number) => Promise<void>;
  /** Sets the server's clock, which then continues. */
  setNow: (now: Date) => Promise<void>;
  /** Stops the server as a new release would, and starts it again on the same data. */
  restart: () => Promise<void>;
  /** Returns the passed days. A mission that starts on the server's today starts this many days after the browser's. */
  daysPassed: () => number;
  stop: () => Promise<void>;
}

/**
 * Starts a program with a movable clock. Its errors are shown, because a program that exits early explains itself only
 * in its log.
 */
export const forkShifted = (file: string, env: Record<string, string>): ChildProcess =>
  fork(file, {
    execArgv: ['--import', pathToFileURL('e2e/shifted-clock.mjs').href],
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });

async function untilReady(url: string, server: ChildProcess): Promise<void> {
  const deadline = Date.now() + 60_000;
  while (server.exitCode === null && Date.now() < deadline) {
    const answer = await fetch(`${url}/ready`).catch(() => null);
    if (answer?.ok && server.exitCode === null) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`The server at ${url} did not get ready.`);
}

export function makeDataDir(): string {
  const dir = mkdtempSync(join(tmpdir(), 'emberkin-e2e-time-'));
  chmodSync(dir, 0o755);
  return dir;
}

async function startSandbox(env: Record<string, string>): Promise<[ChildProcess, Record<string, string>]> {
  const sandbox = forkShifted('tools/payments-sandbox/main.ts', env);
  const [stripe] = (await once(sandbox, 'message')) as [Record<string, string>];
  return [sandbox, stripe];
}

/**
 * Starts such a server with additional environment variables. With `payments`, the payments sandbox runs on the same
 * clock.
 */
export async function startTimeServer(
  settings: Record<string, string> = {},
  { payments = false } = {},
): Promise<TimeServer> {
  const port = await findPort();
  const dir = makeDataDir();
  const url = `http://localhost:${port}`;
  const env = { PORT: String(port), DATA_DIR: dir, RATE_LIMITS: 'off', LOG_LEVEL: 'error', ...settings };
  const [sandbox, stripe] = payments ? await startSandbox(env) : [];
  const start = async () => {
    const child = forkShifted('dist/server/main.js', { ...env, ...stripe });
    await untilReady(url, child);
    return child;
  };
  const end = async () => {
    if (server.exitCode !== null) return;
    const ended = once(server, 'exit');
    server.kill('SIGTERM');
    await ended;
  };
  let server = await start();
  let ahead_ms = 0;
  const setClock = async () => {
    for (const program of sandbox ? [sandbox, server] : [server]) {
      const confirmed = once(program, 'message');
      program.send({ ahead_ms });
      await confirmed;
    }
  };
  return {
    url,
    dir,
    passDays: (days) => {
      ahead_ms += days * DAY_MS;
      return setClock();
    },
    setNow: (now) => {
      ahead_ms = now.getTime() - Date.now();
      return setClock();
    },
    restart: async () => {
      await end();
      server = await start();
      await setClock();
    },
    daysPassed: () => ahead_ms / DAY_MS,
    stop: async () => {
      await end();
      sandbox?.disconnect();
      await rm(dir, { recursive: true, force: true });
    },
  };
}
