import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, get, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ROOT } from '../root.ts';
import { findPort } from '../testing/find-port.ts';
import { startProgram } from '../testing/start-program.ts';
import { ownerUrl, testDatabase } from '../testing/test-app.ts';

const SLOW = 60_000;
/** Three processes share the machine with other tests. */
const PATIENCE = { timeout: 30_000, interval: 100 };

interface Program {
  readonly child: ChildProcess;
  readonly url: string;
  readonly dataDir: string;
  /** What it has printed so far. */
  readonly said: { text: string };
  readonly ended: Promise<unknown[]>;
}

const folders: string[] = [];
const programs: Program[] = [];

/** The program with two workers, on a database of its own. */
async function start(): Promise<Program> {
  const dataDir = await mkdtemp(join(tmpdir(), 'emberkin-workers-'));
  folders.push(dataDir);
  const port = await findPort();
  const env = {
    DATABASE_URL: ownerUrl(await testDatabase()),
    DATA_DIR: dataDir,
    PORT: String(port),
    HOST: '127.0.0.1',
    WEB_CONCURRENCY: '2',
    LOG_LEVEL: 'info',
  };
  const { child, said } = await startProgram('main', [], env);
  const program = { child, dataDir, url: `http://127.0.0.1:${port}`, said, ended: once(child, 'exit') };
  programs.push(program);
  return program;
}

interface Line {
  readonly msg: string;
  readonly pid: number;
  readonly worker_pid?: number;
  readonly signal?: string | null;
}

/** The log lines with this message. */
const linesOf = ({ said }: Program, msg: string): Line[] =>
  said.text
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Line)
    .filter((line) => line.msg === msg);

const readyPids = (program: Program) => linesOf(program, 'worker ready').map(({ pid }) => pid);

const isRunning = (pid: number) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

/** A request on a connection of its own or of the agent; null when it failed. */
async function ask(url: string, agent?: Agent): Promise<{ status: number | undefined; text: string } | null> {
  try {
    const request = get(url, agent ? { agent } : { agent: false });
    const [answer] = (await once(request, 'response')) as [IncomingMessage];
    let text = '';
    for await (const chunk of answer) text += String(chunk);
    return { status: answer.statusCode, text };
  } catch {
    return null;
  }
}

afterAll(async () => {
  for (const { child, ended } of programs) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill('SIGTERM');
    await ended;
  }
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
}, SLOW);

describe('a server of two workers', () => {
  let program: Program;
  beforeAll(async () => {
    program = await start();
    await vi.waitFor(() => expect(readyPids(program).length).toBe(2), PATIENCE);
    await vi.waitFor(() => expect(program.said.text).toContain('Mails:'), PATIENCE);
  }, SLOW);

  it('The banner is printed once, the password of the operator before any worker is ready, and each of them says so.', () => {
    expect(program.said.text.indexOf('Admin:')).toBeLessThan(program.said.text.indexOf('worker ready'));
    expect(program.said.text.match(/Emberkin is ready/g)).toHaveLength(1);
    expect(program.said.text.match(/Admin:/g)).toHaveLength(1);
    expect(program.said.text.match(/First: {2}make your account at/g)).toHaveLength(1);
    const pids = readyPids(program);
    expect(new Set(pids).size).toBe(2);
    expect(pids).not.toContain(program.child.pid);
  });

  it('The pages of the payments sandbox come from the primary, whichever worker is asked.', async () => {
    for (let at = 0; at < 4; at++) {
      const style = await ask(`${program.url}/sandbox/style.css`);
      expect([style?.status, (style?.text ?? '').length > 100]).toEqual([200, true]);
    }
  });

  it('The figures are those of all workers, whichever is asked.', { timeout: SLOW }, async () => {
    const count = (text: string) =>
      Number(/^http_request_duration_seconds_count\{[^}]*route="\/api\/openapi.json"[^}]*\} (\d+)/m.exec(text)?.[1]);
    for (let at = 0; at < 8; at++) expect((await ask(`${program.url}/api/openapi.json`))?.status).toBe(200);
    for (let at = 0; at < 4; at++) {
      const answer = await ask(`${program.url}/metrics`);
      expect([answer?.status, count(answer?.text ?? '')]).toEqual([200, 8]);
      expect(answer?.text).toContain('live_streams 0');
    }
  });

  it.skipIf(process.platform !== 'linux')(
    'Workers are started from the file of the program, which a new build does not rename.',
    () => {
      for (const pid of readyPids(program))
        expect(readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')).toContain(join(ROOT, 'dist/server/main.js'));
    },
  );

  it('A worker that is killed is replaced, and the other one serves meanwhile.', { timeout: SLOW }, async () => {
    const [victim] = readyPids(program);
    process.kill(victim!, 'SIGKILL');
    await expect
      .poll(() => linesOf(program, 'worker ended'), PATIENCE)
      .toEqual([expect.objectContaining({ worker_pid: victim, signal: 'SIGKILL', pid: program.child.pid })]);
    expect((await ask(`${program.url}/ready`))?.status).toBe(200);
    await expect.poll(() => readyPids(program).length, PATIENCE).toBe(3);
  });

  it.skipIf(process.platform === 'win32')(
    'SIGUSR2 restarts one worker after the other, and no request fails.',
    { timeout: SLOW },
    async () => {
      const agent = new Agent({ keepAlive: true, maxSockets: 4 });
      const before = readyPids(program).slice(-2);
      let running = true;
      const failures: unknown[] = [];
      let answered = 0;
      const load = Array.from({ length: 4 }, async () => {
        while (running) {
          const answer = await ask(`${program.url}/api/openapi.json`, agent);
          if (answer?.status === 200) answered += 1;
          else failures.push(answer);
        }
      });
      program.child.kill('SIGUSR2');
      await expect.poll(() => linesOf(program, 'rolling restart done').length, PATIENCE).toBe(1);
      running = false;
      await Promise.all(load);
      agent.destroy();
      expect(failures).toEqual([]);
      expect(answered).toBeGreaterThan(100);
      expect(readyPids(program).slice(-2)).not.toEqual(expect.arrayContaining([before[0]]));
      await expect.poll(() => before.filter(isRunning), PATIENCE).toEqual([]);
    },
  );

  it('A signal ends all workers and the program, and the port is free.', { timeout: SLOW }, async () => {
    const pids = readyPids(program);
    program.child.kill('SIGTERM');
    expect(await program.ended).toEqual([0, null]);
    for (const pid of pids) expect(isRunning(pid)).toBe(false);
    expect(await ask(`${program.url}/health`)).toBeNull();
  });
});

it('A signal while the workers are still starting ends all of them.', { timeout: SLOW }, async () => {
  const program = await start();
  // It has begun by the time that there is a file of its own.
  await expect.poll(() => readdirSync(program.dataDir).length, PATIENCE).toBeGreaterThan(0);
  program.child.kill('SIGTERM');
  expect(await program.ended).toEqual([0, null]);
});

it('Workers stop by themselves when their primary is killed.', { timeout: SLOW }, async () => {
  const program = await start();
  await expect.poll(() => readyPids(program).length, PATIENCE).toBe(2);
  const pids = readyPids(program);
  program.child.kill('SIGKILL');
  await program.ended;
  await expect.poll(() => pids.filter(isRunning), PATIENCE).toEqual([]);
});
