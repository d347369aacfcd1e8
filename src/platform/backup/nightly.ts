import { join } from 'node:path';
import type { PlatformConfig } from '#platform/config/config.ts';
import type { Db } from '#platform/db/open.ts';
import {
  type BackupFailure,
  clearBackupFailure,
  noteBackupFailure,
  readBackupFailure,
} from '#platform/db/server-facts.ts';
import { defineRecurring, type Job, type JobContext, type JobRun, ServerStopped } from '#platform/jobs/job.ts';
import { forgetTurn } from '#platform/jobs/recurring.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#platform/lib/durations.ts';
import { VERSION } from '#platform/start/root.ts';
import { backupName, newestBackup, openBackupFolder, pruneBackups } from '#platform/storage/backup-folder.ts';
import { withConnection } from './connection.ts';

/** A bucket with many photos takes hours. */
const TIMEOUT_MS = 6 * HOUR_MS;
/** A newest backup older than this is reported. */
export const OLD_MS = 2 * DAY_MS;
/** How often the job checks for a due backup, and the back-off after the first failure and after more failures. */
const LOOK_MS = 10 * MINUTE_MS;
const FIRST_RETRY_MS = 15 * MINUTE_MS;
const RETRY_MS = HOUR_MS;
/** An arbitrary number for the advisory lock of nightly backups. */
const LOCK = 4_117_233;

const retryAt = ({ tries, at }: BackupFailure): Date =>
  new Date(Date.parse(at) + (tries === 1 ? FIRST_RETRY_MS : RETRY_MS));

/**
 * Runs `work` unless another process runs it or a restore is unfinished. The lock belongs to the connection, which ends
 * with the process.
 */
const alone = (url: string, work: () => Promise<void>): Promise<void> =>
  withConnection(url, async (client) => {
    const { rows } = await client.query<{ is_mine: boolean }>(
      `select to_regclass('public.restoring') is null and pg_try_advisory_lock($1) as is_mine`,
      [LOCK],
    );
    if (rows[0]!.is_mine) await work();
  });

async function isDue(folder: string, failure: BackupFailure | null, now: Date): Promise<boolean> {
  if (failure !== null && now < retryAt(failure)) return false;
  // An unreadable folder makes the backup fail with the reason.
  const newest = await newestBackup(folder, now).catch(() => null);
  return newest === null || now.getTime() - newest.getTime() >= DAY_MS;
}

async function write(folder: string, { config, direct_url, storage, log, signal }: Context, now: Date): Promise<void> {
  const { data_dir } = config;
  // Imported for the first backup, not at startup.
  const { writeBackup } = await import('./write-backup.ts');
  await openBackupFolder(folder);
  const file = join(folder, backupName(now));
  const source = { url: direct_url, storage, data_dir, version: VERSION, media: true, signal };
  const { manifest, bytes } = await writeBackup({ ...source, file, now });
  if (manifest.missing_media.length > 0)
    log.warn({ folders: manifest.missing_media }, 'photos are missing in the backup');
  log.info({ bytes }, 'a backup was written');
}
type Context = JobContext & JobRun;

/**
 * Checks every 10 minutes for a due backup into BACKUP_DIR and writes it (docs/rules.md#operator). Only instances with
 * that setting take turns.
 */
export const nightlyBackup: Job = defineRecurring({
  name: 'nightly-backup',
  retry: { tries: 1, timeout_s: TIMEOUT_MS / SECOND_MS },
  every_s: LOOK_MS / SECOND_MS,
  handle: async (context) => {
    const { config, db, direct_url, clock, log, signal } = context;
    const { backup_dir, backup_keep } = config;
    if (backup_dir === null) return;
    await alone(direct_url, async () => {
      const now = clock.now();
      const failure = await readBackupFailure(db);
      if (!(await isDue(backup_dir, failure, now))) return;
      try {
        await write(backup_dir, context, now);
      } catch (error) {
        // The next instance checks at its start.
        if (signal.reason instanceof ServerStopped) throw error;
        const failed = { tries: (failure?.tries ?? 0) + 1, at: clock.now().toISOString() };
        await noteBackupFailure(db, failed);
        await db.transact((tx) => tx.enqueue(nightlyBackup, {}, { run_at: retryAt(failed) }));
        throw error;
      }
      if (failure !== null) await clearBackupFailure(db);
      await pruneBackups(backup_dir, backup_keep, now).catch((err: unknown) =>
        log.warn({ err }, 'old backups could not be removed'),
      );
    });
  },
});

/**
 * Makes the next check immediate and forgets failures, because the operator might have fixed the disk. Every starting
 * instance calls it once.
 */
export async function lookForBackupAtStart(db: Db): Promise<void> {
  await clearBackupFailure(db);
  await forgetTurn(db, nightlyBackup);
}

/**
 * Returns a warning if no backup can be written, none exists or the newest is old, otherwise null. Creates the folder.
 */
export async function backupNote(
  { backup_dir }: Pick<PlatformConfig, 'backup_dir'>,
  now: Date,
): Promise<string | null> {
  if (backup_dir === null) return null;
  try {
    await openBackupFolder(backup_dir);
    const newest = await newestBackup(backup_dir, now);
    if (newest === null) return `No backup in ${backup_dir} yet.`;
    if (now.getTime() - newest.getTime() <= OLD_MS) return null;
    return `The newest backup in ${backup_dir} is from ${newest.toISOString()}, more than 48 hours old.`;
  } catch (error) {
    return `Cannot write a backup to BACKUP_DIR ${backup_dir}: ${(error as Error).message}.`;
  }
}
