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
  /** Absolute. */
  readonly file: string;
  /**
   * Opens the database for the owner of its schema, past a pooler. Called after the file and the other targets have
   * been checked.
   */
  readonly openDatabase: () => Promise<string>;
  readonly storage: Storage;
  readonly data_dir: string;
  readonly media: boolean;
  readonly migrations: string;
  readonly jobs: readonly Job[];
  readonly clock: Clock;
  /** Aborts the restore, which leaves it unfinished. */
  readonly signal?: AbortSignal;
  readonly report?: (line: string) => void;
}

export interface Restored {
  readonly manifest: Manifest;
  readonly tables: Readonly<Record<string, number>>;
  readonly jobs: number;
  /** Names of jobs that this version lacks. */
  readonly unknown_jobs: readonly string[];
  /** The number of stored photo files, or null without photos. */
  readonly media: number | null;
}

/** Rejects a backup with an unknown migration, because a newer release wrote it. */
async function requireKnown(backup: CheckedBackup, folder: string): Promise<void> {
  const { migration, version } = backup.manifest;
  if (!(await listMigrations(folder)).includes(migration))
    throw new BackupError(`This backup was made by Emberkin ${version}, which is newer.`);
}

async function requireNoMedia({ storage }: RestoreOptions): Promise<void> {
  for await (const _ of storage.list(''))
    throw new BackupError(`${storage.place} already contains photos: empty it, or omit the photos with --no-media.`);
}

const readKey = async ({ zip }: CheckedBackup, name: string) => buffer(await zip.read(keyFile(name)));

/** Never replaces this server's keys, which might still be needed. */
async function requireSameKeys(backup: CheckedBackup, dataDir: string): Promise<void> {
  for (const name of backup.keys) {
    const own = await unlessMissing(readFile(join(dataDir, name)), null);
    if (own && !own.equals(await readKey(backup, name)))
      throw new BackupError(`${join(dataDir, name)} differs from the key in the backup: move it away first.`);
  }
}

/** Returns the row counts of the restored tables, without an operator's own. */
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
 * Restores a backup into an empty database and empty storage, and migrates it (docs/rules.md#operator). Throws a
 * BackupError and changes nothing for an invalid file or a non-empty target. A later failure leaves the table
 * `restoring`, which blocks starts.
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
