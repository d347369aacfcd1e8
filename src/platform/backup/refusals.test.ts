import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { migrate } from '#platform/db/migrate.ts';
import { prepareSchema } from '#platform/start/prepare-schema.ts';
import { MIGRATIONS, VERSION } from '#platform/start/root.ts';
import {
  connected,
  contentsOf,
  emptyDatabase,
  filesOf,
  restoreInto,
  temporaryFolder,
} from '#server/testing/backups.ts';
import { fillEveryTable } from '#server/testing/every-table.ts';
import { testApp } from '#server/testing/test-app.ts';
import { unzip } from '#server/testing/unzip.ts';
import { checkBackup } from './check-backup.ts';
import { BackupError, MANIFEST } from './format.ts';
import { writeBackup } from './write-backup.ts';
import { createZip } from './zip-writer.ts';

const t = await testApp();
await fillEveryTable(t.db, t.deps.storage, 'hashed');
const folder = await temporaryFolder();
const file = join(folder, 'whole.zip');
const source = { url: t.deps.direct_url, storage: t.deps.storage, data_dir: t.dataDir, version: VERSION };
await writeBackup({ ...source, file, media: true, now: t.clock.now() });
const bytes = await readFile(file);
const contents = unzip(bytes);
const manifest = JSON.parse(contents.get(MANIFEST)!.toString());

async function writeWith(name: string, changes: Record<string, string | null>): Promise<string> {
  const changed = join(folder, name);
  const files = new Map<string, string | Buffer | null>([...contents, ...Object.entries(changes)]);
  const zip = await createZip(changed, t.clock.now());
  for (const [entry, content] of files)
    if (content !== null)
      await zip.add(entry, () => Readable.from([typeof content === 'string' ? Buffer.from(content) : content]), {
        compress: true,
      });
  await zip.finish();
  return changed;
}

const withManifest = (name: string, changes: object) =>
  writeWith(name, { [MANIFEST]: JSON.stringify({ ...manifest, ...changes }) });

async function lacking() {
  const { users: _, ...tables } = manifest.tables;
  const wrong = await writeWith('tables.zip', {
    'tables/users.copy': null,
    [MANIFEST]: JSON.stringify({ ...manifest, tables }),
  });
  return { wrong, sequence: await withManifest('sequences.zip', { sequences: {} }) };
}

async function expectRefusal(path: string, sentence: string): Promise<void> {
  const url = await emptyDatabase();
  const refused = restoreInto(path, { url });
  await expect(refused).rejects.toThrow(BackupError);
  await expect(refused).rejects.toThrow(sentence);
  const tables = `select count(*)::int as tables from pg_class where relnamespace = 'public'::regnamespace`;
  expect((await connected(url, (client) => client.query(tables))).rows).toEqual([{ tables: 0 }]);
}

describe('a restore', () => {
  it('rejects a database with tables and leaves it unchanged', async () => {
    const target = await restoreInto(file);
    const before = await contentsOf(target.url);
    await expect(restoreInto(file, { url: target.url })).rejects.toThrow(
      'The database already has tables: restore a backup into an empty database.',
    );
    expect(await contentsOf(target.url)).toEqual(before);
    const foreign = await emptyDatabase();
    await connected(foreign, (client) => client.query('create table notes (text text)'));
    await expect(restoreInto(file, { url: foreign })).rejects.toThrow('The database already has tables');
  });

  it('rejects storage with photos before it touches the database', async () => {
    const url = await emptyDatabase();
    const target = { url, storage: t.deps.storage };
    await expect(restoreInto(file, target)).rejects.toThrow(
      `${join(t.dataDir, 'media')} already contains photos: empty it, or omit the photos with --no-media.`,
    );
    expect((await restoreInto(file, { url })).media).toBe((await filesOf(t.deps.storage)).size);
  });

  it('rejects a different existing key, and accepts the same one', async () => {
    const data_dir = await temporaryFolder();
    await writeFile(join(data_dir, 'secret-key'), 'another');
    await expect(restoreInto(file, { data_dir })).rejects.toThrow(
      `${join(data_dir, 'secret-key')} differs from the key in the backup: move it away first.`,
    );
    expect(await readFile(join(data_dir, 'secret-key'), 'utf8')).toBe('another');
    await writeFile(join(data_dir, 'secret-key'), contents.get('keys/secret-key')!);
    await restoreInto(file, { data_dir });
  });

  it('rejects an unknown format and a newer release, each in one sentence', async () => {
    await expectRefusal(
      await withManifest('format.zip', { format: 2 }),
      'has the format 2, which this version of Emberkin cannot read.',
    );
    await expectRefusal(
      await withManifest('newer.zip', { migration: '9999_flying.sql', version: '7.0.0' }),
      'This backup was made by Emberkin 7.0.0, which is newer.',
    );
  });

  it('rejects files that are no backups', async () => {
    await expectRefusal(join(folder, 'nowhere.zip'), 'does not exist');
    await writeFile(join(folder, 'text.zip'), 'This is not a ZIP at all, whatever its name says.');
    await expectRefusal(join(folder, 'text.zip'), 'is damaged: ');
    await expectRefusal(await writeWith('foreign.zip', { [MANIFEST]: null }), 'is not a backup of Emberkin');
  });
});

describe('a damaged backup', () => {
  it('is rejected with less or more in it than it states', async () => {
    const users = contents.get('tables/users.copy')!.toString();
    const fewer = users.slice(0, users.lastIndexOf('\n', users.length - 2) + 1);
    await expectRefusal(await writeWith('fewer.zip', { 'tables/users.copy': fewer }), 'has 11 rows instead of 12');
    await expectRefusal(await writeWith('without.zip', { 'tables/users.copy': null }), 'users.copy is missing');
    await expectRefusal(
      await writeWith('more.zip', { 'other.txt': 'x' }),
      'it contains other.txt, which no backup has',
    );
    const photo = [...contents.keys()].find((name) => name.startsWith('media/'))!;
    await expectRefusal(await writeWith('photo.zip', { [photo]: null }), 'it contains 47 photos instead of 48');
    await expectRefusal(await writeWith('odd.zip', { [photo]: null, 'media/A.exe': 'x' }), 'which no backup has');
    for (const name of ['media/emberkin.json', `media/trash/2026-11-20/${photo.slice('media/'.length)}`])
      await expectRefusal(
        await writeWith('stray.zip', { [photo]: null, [name]: 'x' }),
        `it contains ${name}, which no backup`,
      );
    await expectRefusal(await withManifest('fields.zip', { tables: 'many' }), 'has invalid fields');
    await expectRefusal(await writeWith('json.zip', { [MANIFEST]: '{"format"' }), 'is not JSON');
  });

  it('is rejected if a manifest, picture or key states an excessive size', async () => {
    const zeros = (bytes: number) => '0'.repeat(bytes);
    const [picture] = [...contents.keys()].filter((name) => name.startsWith('media/'));
    const whole = 64 * 1024 * 1024;
    for (const [name, content] of [
      [MANIFEST, `${JSON.stringify(manifest)}${' '.repeat(whole)}`],
      [picture!, zeros(whole + 1)],
      ['media/another.webp', zeros(whole + 1)],
      ['keys/secret-key', zeros(4097)],
    ] as const)
      await expect(checkBackup(await writeWith('large.zip', { [name]: content }))).rejects.toThrow(
        `${join(folder, 'large.zip')} is damaged: ${name} is larger than in any backup.`,
      );
    // A key of exactly the largest size is accepted.
    const largest = await writeWith('largest.zip', { 'keys/secret-key': zeros(4096) });
    (await checkBackup(largest)).zip.close();
  });

  it('is rejected if it is truncated anywhere', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: bytes.length - 1 }), async (length) => {
        const cut = join(folder, 'cut.zip');
        await writeFile(cut, bytes.subarray(0, length));
        await expect(checkBackup(cut)).rejects.toThrow(BackupError);
      }),
      { numRuns: 60 },
    );
  });

  it('is rejected with a wrong byte anywhere, unless all restored data is the same', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: bytes.length - 1 }),
        fc.integer({ min: 1, max: 255 }),
        async (at, change) => {
          const wrong = Buffer.from(bytes);
          wrong[at]! ^= change;
          const damaged = join(folder, 'wrong.zip');
          await writeFile(damaged, wrong);
          const found = await checkBackup(damaged).catch((error: unknown) => error);
          if (found instanceof BackupError) return;
          const { zip, manifest: read } = found as Awaited<ReturnType<typeof checkBackup>>;
          expect(read).toEqual(manifest);
          expect([...zip.names].sort()).toEqual([...contents.keys()].sort());
          zip.close();
        },
      ),
      { numRuns: 150 },
    );
  });
});

describe('an unfinished restore', () => {
  const SENTENCE = 'A restore into this database did not finish: empty it and restore again.';

  it('leaves a mark that blocks starts, restores and backups', async () => {
    const url = await emptyDatabase();
    const wrong = await writeWith('rows.zip', {
      'tables/users.copy': contents
        .get('tables/users.copy')!
        .toString()
        .replace('person2@example.com', 'Person2@Example.com'),
    });
    await expect(restoreInto(wrong, { url })).rejects.toThrow('users_email_lower');
    await expect(prepareSchema(url)).rejects.toThrow(SENTENCE);
    await expect(migrate(url, MIGRATIONS)).rejects.toThrow(SENTENCE);
    await expect(restoreInto(file, { url })).rejects.toThrow(SENTENCE);
    const again = writeBackup({ ...source, url, file: join(folder, 'half.zip'), media: true, now: t.clock.now() });
    await expect(again).rejects.toThrow(SENTENCE);
    await connected(url, (client) => client.query('drop schema public cascade; create schema public'));
    await restoreInto(file, { url });
    await prepareSchema(url);
  });

  it('leaves the mark if the backup lacks a table or sequence of its migration', async () => {
    const { wrong, sequence } = await lacking();
    for (const [path, sentence] of [
      [wrong, 'The tables of the backup are not those of'],
      [sequence, 'The sequences of the backup are not those of'],
    ] as const) {
      const url = await emptyDatabase();
      await expect(restoreInto(path, { url })).rejects.toThrow(sentence);
      await expect(prepareSchema(url)).rejects.toThrow(SENTENCE);
    }
  });

  it("is not caused by an operator's own table and sequence, which are skipped", async () => {
    const value = { value: '7', is_called: true };
    const with_notes = await writeWith('notes.zip', {
      'tables/notes.copy': 'id\n7\n',
      [MANIFEST]: JSON.stringify({
        ...manifest,
        tables: { ...manifest.tables, notes: 1 },
        sequences: { ...manifest.sequences, notes_id_seq: value },
      }),
    });
    const target = await restoreInto(with_notes);
    expect(target.tables).toEqual(manifest.tables);
    expect(await contentsOf(target.url)).toEqual(await contentsOf((await restoreInto(file)).url));
  });

  it('is not caused by a backup of an older migration, which is brought up to date', async () => {
    const migrations = await temporaryFolder();
    await cp(MIGRATIONS, migrations, { recursive: true });
    const newer = '9998_notes.sql';
    await writeFile(join(migrations, newer), 'create table notes (text text primary key)');
    const target = await restoreInto(file, { migrations });
    expect(target.tables).toEqual(manifest.tables);
    const { tables } = await contentsOf(target.url);
    expect([tables.users!.length, tables.notes]).toEqual([12, []]);
    expect(await migrate(target.url, migrations)).toEqual([]);
    // This release accepts newer tables.
    expect(await migrate(target.url, MIGRATIONS)).toEqual([]);
  });
});
