import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { dirname } from 'node:path/posix';
import { Readable } from 'node:stream';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { UNFINISHED_RESTORE } from '#platform/db/migrate.ts';
import { unlessMissing } from '#platform/lib/error-codes.ts';
import { MIGRATIONS } from '#platform/start/root.ts';
import { PICTURE_KINDS, type Storage } from '#platform/storage/storage.ts';
import { getPicture } from '#platform/storage/whole-picture.ts';
import { withConnection } from './connection.ts';
import {
  BackupError,
  FORMAT,
  JOBS_FILE,
  KEY_FILES,
  keyFile,
  MANIFEST,
  type Manifest,
  MEDIA_FOLDER,
  tableFile,
} from './format.ts';
import { copyTarget, listKnown, listTables, readSequences } from './tables.ts';
import { createZip, type ZipWriter } from './zip-writer.ts';

export interface BackupOptions {
  /** Past a pooler, for a role that can read everything. */
  readonly url: string;
  readonly storage: Storage;
  readonly data_dir: string;
  /** Absolute, in an existing folder. An existing file is replaced at the end. */
  readonly file: string;
  readonly media: boolean;
  readonly now: Date;
  readonly version: string;
  readonly signal?: AbortSignal;
  readonly report?: (line: string) => void;
}

export interface WrittenBackup {
  readonly manifest: Manifest;
  readonly bytes: number;
}

const PICTURES = `select photo_key as folder from checkins where photo_key is not null
  union all select left(avatar_key, 44) from users where avatar_key is not null`;

/**
 * Waiting and running jobs, because running one twice is harmless. Excludes failed jobs, and the backup's own, which is
 * running.
 */
const WAITING_JOBS = `select id, name, data, case state when 'waiting' then run_at else now() end as start_after from jobs
  where state in ('waiting', 'running') and name <> 'nightly-backup' order by run_at, id`;

type Snapshot = Pick<Manifest, 'migration' | 'tables' | 'sequences' | 'jobs'> & {
  readonly folders: ReadonlySet<string>;
};

const one = async <Row extends pg.QueryResultRow>(client: pg.Client, sql: string) =>
  (await client.query<Row>(sql)).rows[0]!;

async function requireDatabase(client: pg.Client): Promise<string> {
  const there = await one<{ migrations: boolean; restoring: boolean }>(
    client,
    `select to_regclass('public.migrations') is not null as migrations,
       to_regclass('public.restoring') is not null as restoring`,
  );
  if (there.restoring) throw new BackupError(UNFINISHED_RESTORE);
  const found = there.migrations
    ? await one<{ name: string | null }>(client, 'select max(name) as name from migrations')
    : null;
  if (!found?.name) throw new BackupError('There is nothing to back up: the database has no tables of Emberkin.');
  return found.name;
}

/** Copies a table or query after a line with its columns; returns the number of rows. */
const copy = async (zip: ZipWriter, client: pg.Client, name: string, source: string) =>
  (await zip.add(name, () => client.query(copyTo(`copy ${source} to stdout with (header)`)), { compress: true })) - 1;

/** Writes all rows from one snapshot while others continue to write. */
const writeRows = (zip: ZipWriter, { url, report }: BackupOptions): Promise<Snapshot> =>
  withConnection(url, async (client) => {
    await client.query('begin isolation level repeatable read read only');
    const migration = await requireDatabase(client);
    const tables: Record<string, number> = {};
    const known = await listKnown(MIGRATIONS, migration);
    const listed = await listTables(client, known);
    report?.(`Copying ${listed.length} tables ...`);
    for (const table of listed)
      tables[table.name] = await copy(zip, client, tableFile(table.name), copyTarget(client, table));
    const jobs = await copy(zip, client, JOBS_FILE, `(${WAITING_JOBS})`);
    const { rows } = await client.query<{ folder: string }>(PICTURES);
    // Sequences are not part of the snapshot. A sequence can only be ahead of the rows, so no value is reused.
    const sequences = await readSequences(client, known);
    await client.query('commit');
    return { migration, tables, sequences, jobs, folders: new Set(rows.map(({ folder }) => folder)) };
  });

/** Adds a picture. Returns false if it was deleted since the listing or is truncated. */
async function addPicture(zip: ZipWriter, storage: Storage, key: string): Promise<boolean> {
  const file = await getPicture(storage, key);
  if (!file) return false;
  await zip.add(`${MEDIA_FOLDER}${key}`, () => file.stream, { compress: false });
  return true;
}

async function writeMedia(
  zip: ZipWriter,
  { storage, signal, report }: BackupOptions,
  folders: ReadonlySet<string>,
): Promise<{ media: number; missing_media: string[] }> {
  report?.(`Copying ${folders.size} photos ...`);
  const missing = new Set(folders);
  const removed: string[] = [];
  let media = 0;
  for (const kind of PICTURE_KINDS)
    for await (const { key } of storage.list(kind)) {
      signal?.throwIfAborted();
      const folder = dirname(key);
      if (!folders.has(folder)) continue;
      missing.delete(folder);
      if (await addPicture(zip, storage, key)) media++;
      else removed.push(key);
    }
  return { media, missing_media: [...missing, ...removed].sort() };
}

async function writeKeys(zip: ZipWriter, data_dir: string): Promise<void> {
  for (const name of KEY_FILES) {
    const text = await unlessMissing(readFile(join(data_dir, name)), null);
    if (text) await zip.add(keyFile(name), () => Readable.from([text]), { compress: false });
  }
}

/**
 * Writes a backup while the server works (docs/rules.md#operator). It contains a snapshot of all tables, waiting jobs,
 * the pictures of rows and DATA_DIR's keys. Throws a BackupError if the database is not Emberkin's or an unfinished
 * restore. A failure leaves no file, and an older one unchanged.
 */
export async function writeBackup(options: BackupOptions): Promise<WrittenBackup> {
  const { file, data_dir, now, version, signal } = options;
  const zip = await createZip(file, now, signal);
  try {
    const { folders, ...rows } = await writeRows(zip, options);
    const pictures = options.media ? await writeMedia(zip, options, folders) : { media: null, missing_media: [] };
    await writeKeys(zip, data_dir);
    const manifest: Manifest = { format: FORMAT, version, created_at: now.toISOString(), ...rows, ...pictures };
    const text = Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`);
    await zip.add(MANIFEST, () => Readable.from([text]), { compress: true });
    return { manifest, bytes: await zip.finish() };
  } finally {
    await zip.discard();
  }
}
