import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, open, readFile, rm, stat } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import { UNTRUSTED_PROXY } from './http/forwarding.ts';
import { ROOT } from './root.ts';
import { ownerUrl, testDatabase } from './testing/test-app.ts';

const SLOW = 60_000;
const running: ChildProcess[] = [];
const folders: string[] = [];

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'emberkin-main-'));
  folders.push(folder);
  return folder;
}

async function findPort(): Promise<number> {
  const probe = createServer().listen(0);
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}

/** The program as `npm start` runs it, with a DATA_DIR that it has to make; `said` is what it has printed so far. */
async function run(env: Record<string, string>) {
  const dataDir = join(await makeFolder(), 'data');
  const child = spawn(process.execPath, ['--import', 'tsx', join(ROOT, 'src/server/main.ts')], {
    cwd: ROOT,
    env: { ...process.env, DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'silent', SMTP_URL: '', ALLOW_ROOT: '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.push(child);
  const said = { text: '' };
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      said.text += chunk.toString();
    });
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
  'The program refuses to run as root in production, before it writes anything.',
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
  'A server whose output cannot be written, as on a full disk, goes on and stops in order.',
  { timeout: SLOW },
  async () => {
    const DATABASE_URL = ownerUrl(await testDatabase());
    const port = await findPort();
    const full = await open('/dev/full', 'w');
    const child = spawn(process.execPath, ['--import', 'tsx', join(ROOT, 'src/server/main.ts')], {
      cwd: ROOT,
      env: { ...process.env, DATABASE_URL, DATA_DIR: await makeFolder(), PORT: String(port), LOG_LEVEL: 'info' },
      stdio: ['ignore', full.fd, full.fd],
    });
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

it('A start without plans says so, and which setting has no effect.', { timeout: SLOW }, async () => {
  const DATABASE_URL = ownerUrl(await testDatabase());
  const REDIS_URL = 'redis://127.0.0.1:6379';
  const { child, said } = await run({ DATABASE_URL, REDIS_URL, PLANS: 'off', PUBLIC_URL: 'http://emberkin.test' });
  while (!said.text.includes('REDIS_URL')) {
    if (child.exitCode !== null) throw new Error(`The server did not start: ${said.text}`);
    await wait(50);
  }
  expect(said.text).toContain('\nPlans:  everything is open to everybody (PLANS=off)\n');
  expect(said.text).toContain('\nREDIS_URL is not used: shared counters live in PostgreSQL.\n');
});

it('A start shuts other accounts out of its files, and warns of what a public address asks for.', {
  timeout: SLOW,
}, async () => {
  const DATABASE_URL = ownerUrl(await testDatabase());
  const { child, dataDir, said } = await run({ DATABASE_URL, PUBLIC_URL: 'https://emberkin.example' });
  while (!said.text.includes('Mails:')) {
    if (child.exitCode !== null) throw new Error(`The server did not start: ${said.text}`);
    await wait(50);
  }
  expect(said.text).toContain(`\nProxy:  ${UNTRUSTED_PROXY}\n`);
  expect(said.text).toContain('\nPlans:  upgrades are off (STRIPE_SECRET_KEY is not set)\n');
  expect(said.text.includes('Emberkin runs as root')).toBe(process.getuid?.() === 0);
  if (process.platform === 'linux')
    expect(await readFile(`/proc/${child.pid}/status`, 'utf8')).toMatch(/^Umask:\t0077$/m);
  if (process.platform === 'win32') return;
  expect((await stat(dataDir)).mode & 0o777).toBe(process.getuid!() === 0 ? 0o711 : 0o700);
  expect((await stat(join(dataDir, 'secret-key'))).mode & 0o777).toBe(0o600);
});
