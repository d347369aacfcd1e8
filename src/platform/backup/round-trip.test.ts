import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { VERSION } from '#platform/start/root.ts';
import { s3Storage } from '#platform/storage/s3.ts';
import type { Storage } from '#platform/storage/storage.ts';
import {
  connected,
  contentsOf,
  emptyDatabase,
  filesOf,
  restoreInto,
  temporaryFolder,
} from '#server/testing/backups.ts';
import { DOZEN, FEWER_ROWS, fillEveryTable } from '#server/testing/every-table.ts';
import { startFakeS3 } from '#server/testing/s3-server.ts';
import { ownerUrl, testApp } from '#server/testing/test-app.ts';
import { type BackupOptions, writeBackup } from './write-backup.ts';

const fake = await startFakeS3();
afterAll(() => fake.close());
const t = await testApp();
await fillEveryTable(t.db, t.deps.storage, 'hashed');
await t.db.rows(`insert into rate_limits (key, points, expire) values ('somebody', 3, 1)`);
// Tests send no push messages, so they have no keys.
await writeFile(join(t.dataDir, 'vapid.json'), '{"public_key":"B","private_key":"C"}');
const folder = await temporaryFolder();

const backUp = (name: string, options: Partial<BackupOptions> = {}) => {
  const source = { url: t.deps.direct_url, storage: t.deps.storage, data_dir: t.dataDir, version: VERSION };
  const how = { file: join(folder, name), media: true, now: t.clock.now() };
  return writeBackup({ ...source, ...how, ...options });
};
const whole = await backUp('whole.zip');
const wholeFile = join(folder, 'whole.zip');
const owner = ownerUrl(t.database_url);
/** A restore adds a row with its end. */
const ofRestored = {
  ...whole.manifest,
  tables: { ...whole.manifest.tables, server_facts: whole.manifest.tables.server_facts! + 1 },
};

describe('a backup', () => {
  it('is one private file with 12 rows of each table and their photos', async () => {
    const { tables, jobs, media, missing_media, version, created_at } = whole.manifest;
    const few = Object.entries(tables).filter(([name, rows]) => !FEWER_ROWS.includes(name) && rows < DOZEN);
    expect(few, 'testing/every-table.ts fills each table').toEqual([]);
    expect(tables).not.toHaveProperty('rate_limits');
    expect(tables).toMatchObject({ admin_account: 1, users: DOZEN });
    expect({ jobs, media, missing_media, version, created_at }).toEqual({
      ...{ jobs: 2, media: 4 * DOZEN, missing_media: [], version: VERSION },
      created_at: t.clock.now().toISOString(),
    });
    expect(await readdir(folder)).toContain('whole.zip');
    expect((await readdir(folder)).filter((name) => name.endsWith('.part'))).toEqual([]);
    const info = await stat(wholeFile);
    expect([info.size, info.mode & 0o777]).toEqual([whole.bytes, 0o600]);
  });

  it('restores all tables, files and keys unchanged, and the result can be backed up', async () => {
    const lines: string[] = [];
    const target = await restoreInto(wholeFile, { report: (line) => lines.push(line) });
    expect(await contentsOf(target.url)).toEqual(await contentsOf(owner));
    expect(await filesOf(target.storage)).toEqual(await filesOf(t.deps.storage));
    for (const name of ['secret-key', 'vapid.json']) {
      expect(await readFile(join(target.data_dir, name))).toEqual(await readFile(join(t.dataDir, name)));
      expect((await stat(join(target.data_dir, name))).mode & 0o777).toBe(0o600);
    }
    expect(target).toMatchObject({ jobs: 2, unknown_jobs: [], media: 4 * DOZEN });
    expect(lines).toHaveLength(4);
    const left = `select to_regclass('restoring') as mark, (select count(*)::int from rate_limits) as counters`;
    expect((await connected(target.url, (client) => client.query(left))).rows).toEqual([{ mark: null, counters: 0 }]);

    const { url, storage, data_dir } = target;
    const again = await backUp('again.zip', { url, storage, data_dir });
    expect(again.manifest).toEqual(ofRestored);
  });

  it('restores as a trial without jobs, push subscriptions and their keys', async () => {
    const target = await restoreInto(wholeFile, { trial: true });
    const [trial, all] = [await contentsOf(target.url), await contentsOf(owner)];
    expect(all.tables.push_subscriptions).toHaveLength(DOZEN);
    const { webhooks } = trial.tables;
    expect(webhooks).toHaveLength(DOZEN);
    expect(trial).toEqual({ ...all, tables: { ...all.tables, push_subscriptions: [], webhooks }, jobs: [] });
    expect(target).toMatchObject({ jobs: 0, unknown_jobs: [], media: 4 * DOZEN });
    expect(target.tables).toEqual({ ...whole.manifest.tables, push_subscriptions: 0 });
    expect(await readdir(target.data_dir)).toContain('secret-key');
    expect(await readdir(target.data_dir)).not.toContain('vapid.json');
  });

  it("excludes an operator's own tables", async () => {
    const own = await restoreInto(wholeFile);
    await connected(own.url, (client) =>
      client.query(`create table notes (id serial, "user" uuid references users (id)); create sequence "My numbers";
        create table "Other notes" (text text); insert into notes default values`),
    );
    const { url, storage, data_dir } = own;
    const { manifest } = await backUp('with-notes.zip', { url, storage, data_dir });
    expect(manifest).toEqual(ofRestored);
    expect(Object.keys(manifest.sequences)).toContain('payment_tickets');
    const target = await restoreInto(join(folder, 'with-notes.zip'));
    expect(await contentsOf(target.url)).toEqual(await contentsOf(owner));
  });

  it('includes all tables of an unknown newer release', async () => {
    const newer = await restoreInto(wholeFile);
    await connected(newer.url, (client) =>
      client.query(`create table wings (id int); insert into migrations (name) values ('9999_flying.sql')`),
    );
    const { manifest } = await backUp('newer.zip', { url: newer.url });
    expect(manifest.tables).toMatchObject({ wings: 0 });
  });

  it('moves photos from a folder into a bucket and back', async () => {
    const bucket = s3Storage(fake.options);
    const target = await restoreInto(wholeFile, { storage: bucket });
    expect(await filesOf(bucket)).toEqual(await filesOf(t.deps.storage));
    await backUp('of-the-bucket.zip', { url: target.url, storage: bucket, data_dir: target.data_dir });
    const back = await restoreInto(join(folder, 'of-the-bucket.zip'));
    expect(await filesOf(back.storage)).toEqual(await filesOf(t.deps.storage));
    expect(await contentsOf(back.url)).toEqual(await contentsOf(owner));
  });

  it('can exclude photos, and then restores next to existing photos', async () => {
    const { manifest } = await backUp('rows.zip', { media: false });
    expect(manifest).toMatchObject({ media: null, missing_media: [] });
    const target = await restoreInto(join(folder, 'rows.zip'), { storage: t.deps.storage });
    expect(target.media).toBeNull();
    const left = await restoreInto(wholeFile, { media: false });
    expect([left.media, (await filesOf(left.storage)).size]).toEqual([null, 0]);
  });

  it('lists a photo that was deleted before its turn, and continues', async () => {
    const { storage } = t.deps;
    const keys = [...(await filesOf(storage)).keys()];
    const [vanished, removed] = [keys[0]!, keys.at(-1)!];
    const sieve: Storage = {
      ...storage,
      get: async (key) => (key === vanished ? null : storage.get(key)),
      async *list(prefix) {
        for await (const entry of storage.list(prefix)) if (dirname(entry.key) !== dirname(removed)) yield entry;
      },
    };
    const { manifest } = await backUp('sieved.zip', { storage: sieve });
    expect(manifest.missing_media).toEqual([vanished, dirname(removed)].sort());
    expect(manifest.media).toBe(4 * DOZEN - 3);
    expect((await restoreInto(join(folder, 'sieved.zip'))).media).toBe(4 * DOZEN - 3);
  });

  it('reports unknown jobs by name and restores jobs in progress', async () => {
    const jobs = `update jobs set state = 'running', attempts = 1 where run_at < now();
      insert into jobs (name, state, ended_at) values ('remove-pictures', 'done', now()), ('remove-pictures', 'failed', now())`;
    await connected(owner, (client) => client.query(jobs));
    await backUp('jobs.zip');
    const target = await restoreInto(join(folder, 'jobs.zip'), { jobs: [] });
    expect(target).toMatchObject({ jobs: 0, unknown_jobs: ['remove-pictures'] });
    expect((await restoreInto(join(folder, 'jobs.zip'))).jobs).toBe(2);
  });
});

describe('a failing backup', () => {
  it('leaves no file, and an older one unchanged', async () => {
    const file = join(folder, 'older.zip');
    await writeFile(file, 'older');
    const broken: Storage = {
      ...t.deps.storage,
      get: async () => {
        throw new Error('The bucket is away.');
      },
    };
    await expect(backUp('older.zip', { storage: broken })).rejects.toThrow('The bucket is away.');
    await expect(backUp('older.zip', { signal: AbortSignal.abort(new Error('Stopped.')) })).rejects.toThrow('Stopped.');
    const stopping = new AbortController();
    const stopped = backUp('older.zip', {
      signal: stopping.signal,
      report: () => stopping.abort(new Error('Stopped in between.')),
    });
    await expect(stopped).rejects.toThrow('Stopped in between.');
    expect(await readFile(file, 'utf8')).toBe('older');
    expect((await readdir(folder)).filter((name) => name.endsWith('.part'))).toEqual([]);
  });

  it('does not block the next one with its leftovers', async () => {
    await writeFile(join(folder, 'next.zip.part'), 'half');
    await backUp('next.zip');
    expect((await restoreInto(join(folder, 'next.zip'))).media).toBe(4 * DOZEN);
    await rm(join(folder, 'next.zip'));
  });

  it('lets at most one of two concurrent writers to a file fail, with a reason', async () => {
    const ends = await Promise.allSettled([backUp('shared.zip'), backUp('shared.zip')]);
    const failures = ends.filter((end) => end.status === 'rejected').map((end) => String(end.reason));
    for (const failure of failures) expect(failure).toContain('at the same time');
    expect(failures.length).toBeLessThan(2);
    expect((await restoreInto(join(folder, 'shared.zip'))).media).toBe(4 * DOZEN);
  });

  it("rejects a database without Emberkin's tables", async () => {
    const refused = backUp('nothing.zip', { url: await emptyDatabase() });
    await expect(refused).rejects.toThrow('There is nothing to back up: the database has no tables of Emberkin.');
    expect(await readdir(folder)).not.toContain('nothing.zip.part');
  });
});
