import type { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, open, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { Bytes } from '#platform/db/columns.ts';
import { openDb } from '#platform/db/open.ts';
import { makeEncryption } from '#platform/keys/encryption.ts';
import { findPort } from '../testing/find-port.ts';
import { startProgram } from '../testing/start-program.ts';
import { ownerUrl, testDatabase } from '../testing/test-app.ts';

const SLOW = 60_000;
const running: ChildProcess[] = [];
const folders: string[] = [];

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'emberkin-main-'));
  folders.push(folder);
  return folder;
}

/** Runs the program as `npm start` does. It must create its DATA_DIR. `said` is its output so far. */
async function run(env: Record<string, string>) {
  const dataDir = join(await makeFolder(), 'data');
  const { child, said } = await startProgram('main', [], { DATA_DIR: dataDir, ...env });
  running.push(child);
  return { child, dataDir, said, ended: once(child, 'exit') };
}

afterEach(async () => {
  for (const child of running.splice(0)) {
    if (child.exitCode !== null) continue;
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
  }
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});

it.runIf(process.getuid?.() === 0)(
  'the program refuses to run as root in production before it writes anything',
  { timeout: SLOW },
  async () => {
    const { dataDir, said, ended } = await run({ NODE_ENV: 'production' });
    const [code] = (await ended) as [number];
    expect([code, said.text.trim()]).toEqual([
      1,
      'Emberkin could not start. Emberkin does not run as root in production: start it as another user (docs/hosting.md), or set ALLOW_ROOT=1.',
    ]);
    await expect(stat(dataDir)).rejects.toThrow('ENOENT');
  },
);

it.runIf(process.platform === 'linux')(
  'a server that cannot write its output keeps running and shuts down gracefully',
  { timeout: SLOW },
  async () => {
    const DATABASE_URL = ownerUrl(await testDatabase());
    const port = await findPort();
    const full = await open('/dev/full', 'w');
    const env = { DATABASE_URL, DATA_DIR: await makeFolder(), PORT: String(port), LOG_LEVEL: 'info' };
    const { child } = await startProgram('main', [], env, { stdio: ['ignore', full.fd, full.fd] });
    running.push(child);
    const ended = once(child, 'exit');
    const ready = () =>
      fetch(`http://127.0.0.1:${port}/ready`).then(
        ({ status }) => status,
        () => 0,
      );
    while (child.exitCode === null && (await ready()) !== 200) await wait(100);
    for (let i = 0; i < 20; i++) expect(await ready()).toBe(200);
    child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
    await full.close();
  },
);

it('a start that fails first lists unknown names from the environment', {
  timeout: SLOW,
}, async () => {
  const { said, ended } = await run({ OIDC_ISSUER: 'https://sso.example', OIDC_CLIENT: 'id', SIGNUP: 'invited' });
  const [code] = (await ended) as [number];
  expect(code).toBe(1);
  expect(said.text.split('\n').slice(0, 2)).toEqual([
    'SIGNUP is not a setting. Did you mean SIGN_UP?',
    expect.stringContaining('Emberkin could not start. OIDC_CLIENT_ID is missing'),
  ]);
});

it('a start without plans says so and lists the settings without effect', { timeout: SLOW }, async () => {
  const DATABASE_URL = ownerUrl(await testDatabase());
  const unused = { REDIS_URL: 'redis://127.0.0.1:6379', WEB_CONCURRENCY: 'a lot' };
  const { child, said } = await run({ DATABASE_URL, ...unused, PLANS: 'off', PUBLIC_URL: 'http://emberkin.test' });
  while (!said.text.includes('Mails:')) {
    if (child.exitCode !== null) throw new Error(`The server did not start: ${said.text}`);
    await wait(50);
  }
  expect(said.text).toContain('\nPlans:  everything is open to everyone (PLANS=off)\n');
  expect(said.text).toContain('\nFirst:  create your account at http://emberkin.test/register\n');
  expect(said.text).toContain('REDIS_URL is not used: shared counters are in PostgreSQL.\n');
  expect(said.text).toContain('WEB_CONCURRENCY is no longer used: ');
});

it('a start hides its files from other accounts and does not yet warn about a proxy', {
  timeout: SLOW,
}, async () => {
  const DATABASE_URL = ownerUrl(await testDatabase());
  const { child, dataDir, said } = await run({ DATABASE_URL, PUBLIC_URL: 'https://emberkin.example' });
  while (!said.text.includes('Mails:')) {
    if (child.exitCode !== null) throw new Error(`The server did not start: ${said.text}`);
    await wait(50);
  }
  expect(said.text).not.toContain('TRUST_PROXY');
  expect(said.text).toContain('\nPlans:  upgrades are off (STRIPE_SECRET_KEY is not set)\n');
  expect(said.text.includes('Emberkin runs as root')).toBe(process.getuid?.() === 0);
  if (process.platform === 'linux')
    expect(await readFile(`/proc/${child.pid}/status`, 'utf8')).toMatch(/^Umask:\t0077$/m);
  if (process.platform === 'win32') return;
  expect((await stat(dataDir)).mode & 0o777).toBe(process.getuid!() === 0 ? 0o711 : 0o700);
  expect((await stat(join(dataDir, 'secret-key'))).mode & 0o777).toBe(0o600);
});

it('a start with a new first key re-encrypts the webhook secrets', { timeout: SLOW }, async () => {
  const [first, second] = ['a key that has to go', 'a key that comes new'];
  const [SECRET_PURPOSE, id] = ['secret of a webhook', randomUUID()];
  const DATABASE_URL = ownerUrl(await testDatabase());
  const db = openDb(DATABASE_URL);
  const plain = Buffer.from('whoever has this signs');
  await db.rows(
    `with owner as (insert into users (id, name, email, timezone, created_at)
       values ($1, 'Ana', 'ana@example.com', 'UTC', now()) returning id)
     insert into webhooks (id, user_id, url, description, events, secret, created_at)
     select $1, id, 'https://example.com', '', '{checkin.created}', $2, now() from owner`,
    [id, makeEncryption(first).encrypt(SECRET_PURPOSE, id, plain)],
  );
  const { child, said } = await run({ DATABASE_URL, SECRET_KEY: `${second},${first}` });
  for (;;) {
    if (child.exitCode !== null) throw new Error(`The server did not start: ${said.text}`);
    const [row] = await db.rows(z.object({ secret: Bytes }), 'select secret from webhooks');
    if (makeEncryption(second).decrypt(SECRET_PURPOSE, id, row!.secret)?.equals(plain)) break;
    await wait(100);
  }
  await db.close();
});

it('a repeated signal within three seconds is ignored, and a later one kills the program', {
  timeout: SLOW,
}, async () => {
  const DATABASE_URL = ownerUrl(await testDatabase());
  const port = await findPort();
  const { child, said, ended } = await run({ DATABASE_URL, PORT: String(port), DRAIN_SECONDS: '300' });
  while (!said.text.includes('Mails:')) {
    if (child.exitCode !== null) throw new Error(`The server did not start: ${said.text}`);
    await wait(50);
  }
  const first_at = performance.now();
  child.kill('SIGINT');
  child.kill('SIGTERM');
  const status = (path: string) => fetch(`http://127.0.0.1:${port}${path}`).then((answer) => answer.status);
  while ((await status('/ready')) !== 503) await wait(20);
  expect(await status('/health')).toBe(200);
  // For three seconds after the first signal, this is the same stop.
  while (child.exitCode === null) {
    child.kill('SIGTERM');
    await wait(200);
  }
  expect(performance.now() - first_at).toBeGreaterThanOrEqual(3000);
  expect(await ended).toEqual([1, null]);
});
