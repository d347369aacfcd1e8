import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'emberkin-sandbox-'));
});
afterAll(() => rm(folder, { recursive: true }));

const script = pathToFileURL(join(import.meta.dirname, 'payments-sandbox.ts')).href;

/** Starts a program that opens the sandbox and runs `code` at a message. Returns it with the sandbox's settings. */
async function start(code: string, env: Record<string, string> = {}) {
  const program = `import { startPaymentsSandbox } from '${script}';
    process.on('message', () => { ${code} });
    process.send(await startPaymentsSandbox());`;
  const server = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: folder,
    env: { ...process.env, NODE_ENV: 'development', DATA_DIR: folder, STRIPE_SECRET_KEY: '', ...env },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const [settings] = (await once(server, 'message')) as [Record<string, string>];
  return { server, settings };
}

/** Returns the sandbox's status for a request without its key, or 0 after it exited. */
const ask = (url: string) =>
  fetch(`${url}/v1/subscriptions`).then(
    ({ status }) => status,
    () => 0,
  );

it.each([
  ['SIGINT', "process.kill(process.pid, 'SIGINT')"],
  ['SIGTERM', "process.kill(process.pid, 'SIGTERM')"],
  ['SIGKILL', "process.kill(process.pid, 'SIGKILL')"],
  ['an exit', 'process.exit(1)'],
  ['nothing left to do', 'process.disconnect()'],
])('the payments sandbox exits with a server that exits by %s', async (_, code) => {
  const { server, settings } = await start(code);
  expect(Object.keys(settings).sort()).toEqual([
    'STRIPE_API_URL',
    'STRIPE_PRICE_PREMIUM_YEARLY',
    'STRIPE_PRICE_PRO_MONTHLY',
    'STRIPE_SECRET_KEY',
    'STRIPE_WEBHOOK_SECRET',
  ]);
  expect(await ask(settings.STRIPE_API_URL!)).toBe(401);
  const ended = once(server, 'exit');
  server.send('end');
  await ended;
  await vi.waitFor(async () => expect(await ask(settings.STRIPE_API_URL!)).toBe(0), { timeout: 5000, interval: 50 });
});

it.each([
  ['in production', { NODE_ENV: 'production' }],
  ['at a site for real users', { PUBLIC_URL: 'https://emberkin.example' }],
  ['with a wrong setting', { PORT: 'none' }],
])('no payments sandbox starts %s', async (_, env: Record<string, string>) => {
  const { server, settings } = await start('process.exit()', env);
  expect(settings).toEqual({});
  server.send('end');
  await once(server, 'exit');
});
