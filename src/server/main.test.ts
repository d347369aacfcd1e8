import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
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

/** The program as `npm start` runs it, with a DATA_DIR that it has to make; `said` is what it has printed so far. */
async function run(env: Record<string, string>) {
  const folder = await mkdtemp(join(tmpdir(), 'emberkin-main-'));
  folders.push(folder);
  const dataDir = join(folder, 'data');
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
