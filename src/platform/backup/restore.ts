import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { listMigrations } from '#platform/db/migrate.ts';
import type { Queryable } from '#platform/db/open.ts';
import { noteRestore, replaceInstanceId } from '#platform/db/server-facts.ts';
import type { Job } from '#platform/jobs/job.ts';
import { createOnce } from '#platform/keys/create-once.ts';
import type { Clock } from '#platform/lib/clock.ts';
import { unlessMissing } from '#platform/lib/error-codes.ts';
import { type Storage, storeInstanceId } from '#platform/storage/storage.ts';
import { type CheckedBackup, checkBackup } from './check-backup.ts';
import { BackupError, keyFile, type Manifest, MEDIA_FOLDER, PUSH_KEYS } from './format.ts';
import type { Removals } from './remove-rows.ts';
import { restoreRows } from './restore-rows.ts';
import { listKnown } from './tables.ts';

export interface RestoreOptions extends Removals {
  /** The backup, absolute. */
  readonly file: string;
  /**
   * Opens the database for the owner of its schema, past a pooler; called once the file is known to be whole and the
   * other places to be empty.
   */
  readonly openDatabase: () => Promise<string>;
  readonly storage: Storage;
  /** Where keys go; it exists. */
  readonly data_dir: string;
  /** Whether photos are restored, if the backup has any. */
  readonly media: boolean;
  /** The folder of the migrations. */
  readonly migrations: string;
  readonly jobs: readonly Job[];
  readonly clock: Clock;
  /** Ends the restore with its reason, which leaves it unfinished. */
  readonly signal?: AbortSignal;
  /** Receives a line for each part that begins. */
  readonly report?: (line: string) => void;
}

export interface Restored {
  readonly manifest: Manifest;
  /** How many rows each table has that was restored. */
  readonly tables: Readonly<Record<string, number>>;
  /** How many jobs wait again. */
  readonly jobs: number;
  /** Jobs that this version does not know any more, by name. */
  readonly unknown_jobs: readonly string[];
  /** How many files of photos were stored; null when they were left out. */
  readonly media: number | null;
}

/** This program has to know every migration of the backup: it cannot know what a newer one changed. */
async function requireKnown(backup: CheckedBackup, folder: string): Promise<void> {
  const { migration, version } = backup.manifest;
  if (!(await listMigrations(folder)).includes(migration))
    throw new BackupError(`This backup was made by Emberkin ${version}, which is newer.`);
}

async function requireNoMedia({ storage }: RestoreOptions): Promise<void> {
  for await (const _ of storage.list(''))
    throw new BackupError(
      `There are photos in ${storage.place} already: empty it, or leave the photos out with --no-media.`,
    );
}

const readKey = async ({ zip }: CheckedBackup, name: string) => buffer(await zip.read(keyFile(name)));

/** A key of this server is never replaced: whoever has it there may still need it. */
async function requireSameKeys(backup: CheckedBackup, dataDir: string): Promise<void> {
  for (const name of backup.keys) {
    const own = await unlessMissing(readFile(join(dataDir, name)), null);
    if (own && !own.equals(await readKey(backup, name)))
      throw new BackupError(`${join(dataDir, name)} is another key than the one in the backup: move it away first.`);
  }
}

/** Returns the rows of each table of a backup that is restored: an operator's own tables are not. */
async function listCopied({ migration, tables }: Manifest, { migrations }: RestoreOptions) {
  const known = await listKnown(migrations, migration);
  return Object.fromEntries(Object.entries(tables).filter(([name]) => !known || known.includes(name)));
}

async function restoreMedia({ zip, media }: CheckedBackup, options: RestoreOptions): Promise<number> {
  const { storage, signal, report } = options;
  report?.(`Storing ${media.length} files of photos ...`);
  for (const key of media) {
    signal?.throwIfAborted();
    await storage.put(key, await zip.read(`${MEDIA_FOLDER}${key}`));
  }
  return media.length;
}

async function restoreKeys(backup: CheckedBackup, { data_dir, trial }: RestoreOptions): Promise<void> {
  for (const name of backup.keys) {
    if (trial && name === PUSH_KEYS) continue;
    const text = (await readKey(backup, name)).toString();
    await createOnce(data_dir, name, () => text);
  }
}

/**
 * Puts a backup into an empty database and an empty place for photos, and brings it up to date (docs/rules.md#operator).
 * Throws a BackupError and changes nothing when the file is not whole or not known, or when something is there already.
 * A failure after that leaves the table `restoring`, with which nothing starts.
 */
export async function restoreBackup(options: RestoreOptions): Promise<Restored> {
  const { file, data_dir, migrations, report } = options;
  report?.('Checking the file ...');
  const backup = await checkBackup(file);
  try {
    const { manifest, zip } = backup;
    await requireKnown(backup, migrations);
    const withMedia = options.media && manifest.media !== null;
    if (withMedia) await requireNoMedia(options);
    await requireSameKeys(backup, data_dir);
    options.signal?.throwIfAborted();
    const url = await options.openDatabase();
    let media: number | null = null;
    const rest = async () => {
      if (withMedia) media = await restoreMedia(backup, options);
      await restoreKeys(backup, options);
    };
    const finish = async (db: Queryable) => {
      const now = options.clock.now();
      if (withMedia) await storeInstanceId(options.storage, await replaceInstanceId(db, now));
      await noteRestore(db, now);
    };
    const { left, ...stored } = await restoreRows({ ...options, url, manifest, zip }, rest, finish);
    return { manifest, tables: { ...(await listCopied(manifest, options)), ...left }, media, ...stored };
  } finally {
    backup.zip.close();
  }
}
