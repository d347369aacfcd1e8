import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import { adminStats } from '#contract/admin.ts';
import { findInstanceId } from '#platform/db/server-facts.ts';
import { makeLogger } from '#platform/http/log.ts';
import { OWNER_FILE } from '#platform/storage/storage.ts';
import { findPlaceState } from '../services/media/place/commands.ts';
import { emptyDatabase, temporaryFolder } from '../testing/backups.ts';
import { buildAdminSession } from '../testing/factories/admin.ts';
import { filesIn } from '../testing/factories/photos.ts';
import { fakeClock } from '../testing/fake-clock.ts';
import { startProgram } from '../testing/start-program.ts';
import { asOwner, ownerUrl, type TestApp, testApp, testDatabase } from '../testing/test-app.ts';

const SLOW = 90_000;
const DAY = 86_400_000;
/** Old enough for the program, which uses the real clock, to sweep. */
const START = new Date(Date.now() - 4 * DAY);

const running: ChildProcess[] = [];
afterEach(async () => {
  for (const child of running.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
  }
});

async function start(...program: Parameters<typeof startProgram>) {
  const started = await startProgram(...program);
  running.push(started.child);
  return started;
}

/** Returns the exit code and output of `npm run sweep` on a server's database and DATA_DIR. */
async function runSweep({ database_url, dataDir }: Pick<TestApp, 'database_url' | 'dataDir'>, ...args: string[]) {
  const env = { DATABASE_URL: ownerUrl(database_url), DATA_DIR: dataDir };
  const { child, said } = await start('sweep', args, env);
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, said: said.text };
}

/** Stores pictures of one file each, without rows, that are two days old at `START`. */
async function storeOrphans(dataDir: string, count: number): Promise<void> {
  const old = new Date(START.getTime() - 2 * DAY);
  for (let i = 1; i <= count; i++) {
    const folder = join(dataDir, 'media/checkins', `00000000-0000-4000-8000-${String(i).padStart(12, '0')}`);
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, '400.webp'), 'orphan');
    await utimes(join(folder, '400.webp'), old, old);
  }
}

interface Line {
  readonly level: number;
  readonly msg: string;
}

async function serverWithOrphans(count: number) {
  const lines: Line[] = [];
  const log = makeLogger('warn', { write: (line: string) => void lines.push(JSON.parse(line)) });
  const t = await testApp({ clock: fakeClock(START), log });
  await storeOrphans(t.dataDir, count);
  const sweep = async (clock: number) => {
    t.clock.set(new Date(START.getTime() + clock));
    await t.queue.tick();
    await t.queue.drain();
    return (await filesIn(t, 'media')).filter((key) => key.startsWith('trash/')).length;
  };
  return { ...t, lines, sweep };
}

const figuresOf = async ({ app }: Pick<TestApp, 'app'>) =>
  (await app.inject('/metrics')).body.split('\n').filter((line) => /^(emberkin_media|media_files)/.test(line));

it('no sweep runs in the first 24 hours of a database or after a restore', async () => {
  const t = await serverWithOrphans(3);
  expect([await t.sweep(0), await t.sweep(DAY - 1)]).toEqual([0, 0]);
  await t.db.rows("insert into server_facts (name, value) values ('restored_at', $1)", [
    new Date(START.getTime() + DAY).toISOString(),
  ]);
  expect([await t.sweep(DAY), await t.sweep(2 * DAY - 1)]).toEqual([0, 0]);
  expect(await t.sweep(3 * DAY)).toBe(3);
});

it('a sweep of 100 pictures runs even if there are no others', async () => {
  const t = await serverWithOrphans(100);
  expect(await t.sweep(2 * DAY)).toBe(100);
  expect(await figuresOf(t)).toContain('emberkin_media_sweep_held 0');
});

it('a sweep of over 100 pictures and a tenth of all waits until the operator runs it', {
  timeout: SLOW,
}, async () => {
  const t = await serverWithOrphans(101);
  expect([await t.sweep(2 * DAY), await t.sweep(3 * DAY)]).toEqual([0, 0]);
  const held = { orphans: 101, pictures: 101 };
  const line = 'the sweep of photos waits: it would move too many (docs/operations.md#photos)';
  expect(t.lines.filter(({ level }) => level === 50)).toEqual([
    expect.objectContaining({ ...held, msg: line }),
    expect.objectContaining({ ...held, msg: line }),
  ]);
  expect(await figuresOf(t)).toEqual(
    expect.arrayContaining([
      'emberkin_media_sweep_held 1',
      'emberkin_media_foreign 0',
      'media_files{state="orphan"} 101',
    ]),
  );
  const photos = async () => (await t.call(adminStats, { token: await buildAdminSession(t) })).json().photos;
  expect(await photos()).toEqual({ place: 'own', held });

  const place = join(t.dataDir, 'media');
  expect(await runSweep(t)).toEqual({
    code: 0,
    said: [
      `Photos: ${place} belongs to this database.`,
      'Pictures: 101. Older than a day and without a row: 101.',
      'Rows whose picture is missing: 0. Nothing was moved.\n',
    ].join('\n'),
  });
  expect((await filesIn(t, 'media')).filter((key) => key.startsWith('trash/'))).toEqual([]);
  expect(await runSweep(t, '--no')).toEqual({ code: 1, said: 'Use: npm run sweep [-- --yes | -- --adopt]\n' });

  const { code, said } = await runSweep(t, '--yes');
  expect(said).toContain('Moved to the trash, where they stay for 30 days: 101. Rows whose picture is missing: 0.');
  expect(code).toBe(0);
  expect((await filesIn(t, 'media')).filter((key) => key.startsWith('trash/'))).toHaveLength(101);
  expect(await photos()).toEqual({ place: 'own', held: null });
  expect(await figuresOf(t)).toContain('emberkin_media_sweep_held 0');
});

it('nothing is deleted from the trash while a sweep is held', {
  timeout: SLOW,
}, async () => {
  const t = await serverWithOrphans(2);
  expect(await t.sweep(2 * DAY)).toBe(2);
  await storeOrphans(t.dataDir, 103);
  const expired = 40 * DAY;
  expect(await t.sweep(expired)).toBe(2);
  expect((await runSweep(t, '--yes')).code).toBe(0);
  expect(await t.sweep(expired + DAY)).toBe(0);
});

it('photos of another database stay until the operator adopts them', {
  timeout: SLOW,
}, async () => {
  const t = await serverWithOrphans(2);
  await t.deps.storage.remove(OWNER_FILE);
  const place = join(t.dataDir, 'media');
  const undecided = await runSweep(t, '--yes');
  expect([undecided.code, undecided.said]).toEqual([
    1,
    expect.stringMatching(/^Photos: The owner of .+ is unknown.+\nThe sweep failed\. Start the server once first/),
  ]);
  await (await t.startInstance()).stop();
  const note = `Photos: ${place} belongs to another database. Nothing is removed there (docs/operations.md#photos).\n`;
  const refused = await runSweep(t, '--yes');
  expect(refused).toEqual({
    code: 1,
    said: `${note}The sweep failed. Assign the photo storage to this database first, with -- --adopt.\n`,
  });
  const counted = await runSweep(t);
  expect([counted.code, counted.said]).toEqual([
    0,
    expect.stringContaining(`${note}Pictures: 2. Older than a day and without a row: 2.`),
  ]);
  expect((await t.call(adminStats, { token: await buildAdminSession(t) })).json().photos.place).toBe('foreign');

  expect(await runSweep(t, '--adopt')).toEqual({
    code: 0,
    said: `Photos: ${place} belongs to this database from now on.\n`,
  });
  expect(await findPlaceState(t.deps)).toBe('own');
  const file = await t.deps.storage.get(OWNER_FILE);
  expect(JSON.parse(await text(file!.stream))).toEqual(await findInstanceId(t.db));
  expect(await t.sweep(3 * DAY)).toBe(2);
});

it('a manual sweep is refused in a new or half-restored database', {
  timeout: SLOW,
}, async () => {
  const young = await testApp({ clock: fakeClock(new Date()) });
  const early = await runSweep(young, '--yes');
  expect([early.code, early.said]).toEqual([
    1,
    expect.stringContaining('The first sweep after a first start or a restore'),
  ]);
  await asOwner(young, 'create table restoring (began_at timestamptz)');
  const half = await runSweep(young);
  expect([half.code, half.said]).toEqual([1, expect.stringContaining('A restore into this database did not finish')]);
});

it.each([
  ['empty', () => emptyDatabase()],
  [
    'without the newest tables',
    async () => {
      const database_url = await testDatabase();
      await asOwner({ database_url }, 'delete from migrations');
      return ownerUrl(database_url);
    },
  ],
])('a sweep of a database that is %s asks the operator to start the server', { timeout: SLOW }, async (_, make) => {
  const database_url = await make();
  const dataDir = await temporaryFolder();
  await storeOrphans(dataDir, 1);
  for (const args of [[], ['--yes'], ['--adopt']]) {
    const { child, said } = await start('sweep', args, { DATABASE_URL: database_url, DATA_DIR: dataDir });
    const [code] = await once(child, 'close');
    const sentence = 'The database lacks tables of this release: start the server once first.';
    expect([code, said.text]).toEqual([1, `The sweep failed. ${sentence}\n`]);
  }
});

it('a start reports photos of another database', {
  timeout: SLOW,
}, async () => {
  const DATA_DIR = await temporaryFolder();
  await storeOrphans(DATA_DIR, 9);
  const DATABASE_URL = ownerUrl(await testDatabase());
  const { child, said } = await start('main', [], { DATA_DIR, DATABASE_URL, NODE_ENV: 'test' });
  while (!said.text.includes('Mails:')) {
    if (child.exitCode !== null) throw new Error(`The server did not start: ${said.text}`);
    await wait(50);
  }
  const place = join(DATA_DIR, 'media');
  expect(said.text).toContain(
    `\nPhotos: ${place} belongs to another database. Nothing is removed there (docs/operations.md#photos).\n`,
  );
});
