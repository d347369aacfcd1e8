import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { access, chmod, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { startEmbedded } from '#platform/postgres/embedded.ts';
import { prepareSchema } from '#platform/start/prepare-schema.ts';
import { parseFile } from '#platform/start/program.ts';
import { VERSION } from '#platform/start/root.ts';
import { diskStorage } from '#platform/storage/disk.ts';
import { parseSweep } from '#server/programs/sweep-command.ts';
import { connected, contentsOf, emptyDatabase, filesOf, temporaryFolder } from '#server/testing/backups.ts';
import { fillEveryTable } from '#server/testing/every-table.ts';
import { startProgram } from '#server/testing/start-program.ts';
import { ownerUrl, testApp } from '#server/testing/test-app.ts';
import { checkBackup } from './check-backup.ts';
import { writeBackup } from './write-backup.ts';

const SLOW = 90_000;
const t = await testApp();
await fillEveryTable(t.db, t.deps.storage, 'hashed');
const owner = ownerUrl(t.database_url);
const folder = await temporaryFolder();
const whole = join(folder, 'whole.zip');
const source = { url: owner, storage: t.deps.storage, data_dir: t.dataDir, version: VERSION };
await writeBackup({ ...source, file: whole, media: true, now: t.clock.now() });

const running: ChildProcess[] = [];
afterEach(() => {
  for (const child of running.splice(0)) if (child.exitCode === null) child.kill('SIGKILL');
});

interface Ended {
  readonly code: number | null;
  readonly said: string;
}

/** Runs a program like `npm run`; kills it when it prints `kill_at`. */
async function run(
  program: 'backup' | 'restore' | 'sweep',
  args: string[],
  { kill_at, ...env }: Record<string, string> & { kill_at?: string },
): Promise<Ended> {
  const { child, said } = await startProgram(program, args, { DATABASE_URL: '', ...env });
  running.push(child);
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', () => {
      if (kill_at !== undefined && said.text.includes(kill_at)) child.kill('SIGKILL');
    });
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, said: said.text };
}

const isThere = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );

const empty = (url: string) =>
  connected(url, (client) => client.query('drop schema public cascade; create schema public'));

describe('the programs of backups', () => {
  it('accept a file with an option, and for a restore two more options', () => {
    const plain = { file: '/a/b.zip', media: true, trial: false, end_sessions: false };
    expect(parseFile('backup')(['/a/b.zip'])).toEqual(plain);
    expect(parseFile('backup')(['--no-media', '/a/b.zip'])).toEqual({ ...plain, media: false });
    expect(parseFile('restore')(['--trial', '/a/b.zip'])).toEqual({ ...plain, trial: true });
    expect(parseFile('restore')(['--end-sessions', '/a/b.zip'])).toEqual({ ...plain, end_sessions: true });
    for (const option of ['--trial', '--end-sessions']) expect(parseFile('backup')([option, '/a/b.zip'])).toBeNull();
    for (const wrong of [[], ['a', 'b'], ['--other', 'a'], ['']]) expect(parseFile('restore')(wrong)).toBeNull();
    expect([[], ['--yes'], ['--adopt']].map(parseSweep)).toEqual(['count', 'move', 'adopt']);
    for (const wrong of [['--yes', '--adopt'], ['yes'], ['']]) expect(parseSweep(wrong)).toBeNull();
  });

  it('exit with 1 and one sentence if they cannot work', { timeout: SLOW }, async () => {
    const DATA_DIR = await temporaryFolder();
    expect(await run('backup', [], { DATA_DIR })).toEqual({
      code: 1,
      said: 'Use: npm run backup -- FILE [--no-media]\n',
    });
    expect(await run('backup', [join(folder, 'x.zip')], { DATA_DIR })).toEqual({
      code: 1,
      said: `The backup failed. DATA_DIR ${DATA_DIR} has no database.\n`,
    });
    const refused = await run('restore', [whole], { DATA_DIR, DATABASE_URL: owner });
    expect(refused.code).toBe(1);
    expect(refused.said).toContain('The restore failed. The database already has tables');
    expect(await isThere(join(folder, 'x.zip'))).toBe(false);
    expect(await readdir(DATA_DIR)).toEqual([]);
  });

  it('move data to an embedded database, stopped or running, and back', {
    timeout: SLOW,
  }, async () => {
    const DATA_DIR = await temporaryFolder();
    // Under root the database runs as another account.
    await chmod(DATA_DIR, 0o755);
    const restored = await run('restore', [whole], { DATA_DIR });
    expect(restored).toMatchObject({ code: 0 });
    expect(restored.said).toMatch(/ {8}12 users\n/);
    expect(restored.said).toContain(
      'These rows, 2 jobs and 48 files of photos of 2026-11-21T12:00:00.000Z are restored',
    );
    expect(await filesOf(diskStorage(join(DATA_DIR, 'media')))).toEqual(await filesOf(t.deps.storage));

    const stopped = join(folder, 'stopped.zip');
    expect(await run('backup', [stopped], { DATA_DIR })).toMatchObject({ code: 0 });
    const server = await startEmbedded({ dataDir: DATA_DIR });
    try {
      const live = join(folder, 'live.zip');
      const written = await connected(server.owner_url, () => run('backup', [live], { DATA_DIR }));
      expect(written).toMatchObject({ code: 0 });
      expect(written.said).toContain('The database keeps running: another process uses it.');
      expect(await contentsOf(server.owner_url)).toEqual(await contentsOf(owner));
      const url = await emptyDatabase();
      const back = await run('restore', ['--no-media', live], { DATA_DIR: t.dataDir, DATABASE_URL: url });
      expect(back).toMatchObject({ code: 0 });
      expect(await contentsOf(url)).toEqual(await contentsOf(owner));
      const manifests = await Promise.all([stopped, live].map((file) => checkBackup(file)));
      for (const { zip } of manifests) zip.close();
      const [first, second] = manifests.map(({ manifest }) => ({ ...manifest, created_at: '' }));
      expect(first).toEqual(second);
    } finally {
      await server.stop();
    }
  });
});

describe('a restore that ends sessions', () => {
  it('leaves nothing that opens an account without its password, and reports the rest', {
    timeout: SLOW,
  }, async () => {
    const url = await emptyDatabase();
    const restore = async (...options: string[]) => {
      await empty(url);
      return run('restore', [...options, '--no-media', whole], { DATA_DIR: t.dataDir, DATABASE_URL: url });
    };
    const plain = await restore();
    expect(plain).toMatchObject({ code: 0 });
    expect(plain.said).toContain('that ended since the backup are valid again: --end-sessions ends all.');
    expect(plain.said).toContain('Later suspensions are lost');
    expect(await contentsOf(url)).toEqual(await contentsOf(owner));

    const ended = await restore('--end-sessions');
    expect(ended).toMatchObject({ code: 0 });
    expect(ended.said).toContain('All sessions, API tokens, check-in keys and reset links have ended.');
    expect(ended.said).not.toMatch(/ (?:sessions|api_tokens|checkin_keys|push_subscriptions|webhooks)\n/);
    const [before, after] = [await contentsOf(owner), await contentsOf(url)];
    const emptied = Object.keys(before.tables).filter(
      (name) => before.tables[name]!.length > after.tables[name]!.length,
    );
    expect(emptied.toSorted()).toEqual([
      ...['admin_sessions', 'api_tokens', 'checkin_keys', 'push_subscriptions', 'reset_tokens', 'sessions'],
      ...['webhook_deliveries', 'webhooks'],
    ]);
    for (const name of emptied) expect([name, after.tables[name]]).toEqual([name, []]);
    expect(after.tables.users).toEqual(before.tables.users);
  });
});

describe('a trial', () => {
  it("is rejected if it would reach the real server's services", { timeout: SLOW }, async () => {
    const DATA_DIR = await temporaryFolder();
    const env = { DATA_DIR, DATABASE_URL: owner, SMTP_URL: '', SMTP_HOST: 'mail.example.com', BACKUP_DIR: folder };
    expect(await run('restore', ['--trial', whole], env)).toEqual({
      code: 1,
      said:
        "The restore failed. A trial must not reach the real server's services. " +
        'Clear these settings, here and for its start: DATABASE_URL, SMTP_HOST, BACKUP_DIR.\n',
    });
    expect(await readdir(DATA_DIR)).toEqual([]);
  });
});

describe('a program that is killed', () => {
  it.each(['tables ...', 'photos ...'])(
    'leaves no backup file while copying %s, and the next backup is complete',
    { timeout: SLOW },
    async (kill_at) => {
      const file = join(folder, 'killed.zip');
      const env = { DATA_DIR: t.dataDir, DATABASE_URL: owner };
      const { code } = await run('backup', [file], { ...env, kill_at });
      // The backup might have been complete before the signal; then it is valid.
      if (await isThere(file)) (await checkBackup(file)).zip.close();
      else expect(code).toBeNull();
      expect(await run('backup', [file], env)).toMatchObject({ code: 0 });
      (await checkBackup(file)).zip.close();
      expect((await readdir(folder)).filter((name) => name.endsWith('.part'))).toEqual([]);
      await rm(file);
    },
  );

  it.each(['Checking the file ...', 'tables ...', 'up to date ...', 'files of photos ...'])(
    'at "%s" of a restore lets nothing start, and can be repeated after emptying',
    { timeout: SLOW },
    async (kill_at) => {
      const url = await emptyDatabase();
      const DATA_DIR = await temporaryFolder();
      const env = { DATA_DIR, DATABASE_URL: url };
      const { code } = await run('restore', [whole], { ...env, kill_at });
      const left = await connected(url, async (client) => {
        const marks = `select to_regclass('restoring') is not null as unfinished, to_regclass('users') is not null as filled`;
        return (await client.query<{ unfinished: boolean; filled: boolean }>(marks)).rows[0]!;
      });
      if (left.unfinished) {
        expect(code).toBeNull();
        const sentence = 'A restore into this database did not finish: empty it and restore again.';
        await expect(prepareSchema(url)).rejects.toThrow(sentence);
        expect(await run('restore', ['--no-media', whole], env)).toEqual({
          code: 1,
          said: expect.stringContaining(sentence),
        });
      } else if (left.filled) expect(await contentsOf(url)).toEqual(await contentsOf(owner));
      await empty(url);
      await rm(join(DATA_DIR, 'media'), { recursive: true, force: true });
      expect(await run('restore', [whole], env)).toMatchObject({ code: 0 });
      expect(await contentsOf(url)).toEqual(await contentsOf(owner));
      expect(await filesOf(diskStorage(join(DATA_DIR, 'media')))).toEqual(await filesOf(t.deps.storage));
    },
  );
});
