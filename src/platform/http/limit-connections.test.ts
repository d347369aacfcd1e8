import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { findPort } from '#server/testing/find-port.ts';
import { startProgram } from '#server/testing/start-program.ts';

const SLOW = 90_000;
const FILE_LIMIT = 256;
const CONNECTIONS = 400;
/** As in limit-connections.ts. */
const RESERVED = 200;

const folder = await mkdtemp(join(tmpdir(), 'emberkin-files-'));
// Under root the database runs as another account.
await chmod(folder, 0o755);
const children: ChildProcess[] = [];
async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}
afterAll(async () => {
  for (const child of children) await stop(child);
  await rm(folder, { recursive: true, force: true });
});

async function openUnfinished(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  await once(socket, 'connect').catch(() => undefined);
  socket.write('GET /health HTTP/1.1\r\nHost: x\r\n');
  return socket;
}

const statusOf = (origin: string, path: string) =>
  fetch(`${origin}${path}`).then(
    ({ status }) => status,
    () => null,
  );

describe.runIf(process.platform === 'linux')('a server with few open files', () => {
  it('survives more silent connections than files, and responds 2 s after they close', { timeout: SLOW }, async ({
    annotate,
  }) => {
    const port = await findPort();
    const env = { DATA_DIR: join(folder, 'data'), PORT: String(port), NODE_ENV: 'production', ALLOW_ROOT: '1' };
    const settings = { ...env, LOG_LEVEL: 'warn', DATABASE_URL: '' };
    const { child, said } = await startProgram('main', [], settings, { file_limit: FILE_LIMIT });
    children.push(child);
    await vi.waitFor(() => expect(said.text).toContain('Mails:'), { timeout: SLOW, interval: 50 });

    const sockets: Socket[] = [];
    for (let n = 0; n < CONNECTIONS; n++) sockets.push(await openUnfinished(port));
    // Several database checks and other timers run in this time.
    await wait(5000);
    const open = sockets.filter(({ destroyed, readableEnded }) => !destroyed && !readableEnded).length;
    expect(open).toBeGreaterThan(0);
    expect(open).toBeLessThanOrEqual(FILE_LIMIT - RESERVED);
    for (const socket of sockets) socket.destroy();

    await wait(2000);
    const origin = `http://127.0.0.1:${port}`;
    const began = performance.now();
    expect(await statusOf(origin, '/health')).toBe(200);
    const health_ms = performance.now() - began;
    expect(await statusOf(origin, '/ready')).toBe(200);
    const ready_ms = performance.now() - began - health_ms;
    await annotate(`${open} connections open, /health ${health_ms.toFixed(1)} ms, /ready ${ready_ms.toFixed(1)} ms`);
    expect(child.exitCode).toBeNull();
    expect(said.text).not.toMatch(/EMFILE|ended unexpectedly/);
    expect(said.text.match(/too many connections/g)).toHaveLength(1);
  });
});
