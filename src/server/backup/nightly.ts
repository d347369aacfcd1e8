import { join } from 'node:path';
import * as z from 'zod/mini';
import { DAY_MS, HOUR_MS, SECOND_MS } from '#domain/durations.ts';
import { backupName, newestBackup, openBackupFolder, pruneBackups } from '../adapters/backup-folder.ts';
import type { Config } from '../config/config.ts';
import { defineJob } from '../jobs/job.ts';
import { VERSION } from '../root.ts';

/** A bucket with many photos is read for hours. */
const TIMEOUT_MS = 6 * HOUR_MS;
const OLD_MS = 2 * DAY_MS;

/**
 * Once a day: writes a backup into BACKUP_DIR and removes old ones (docs/rules.md#backups). Only instances with that
 * setting take its turns.
 */
export const nightlyBackup = defineJob({
  name: 'nightly-backup',
  schema: z.object({}),
  retry: { tries: 3, timeout_s: TIMEOUT_MS / SECOND_MS },
  every_s: DAY_MS / SECOND_MS,
  handle: async (_, { config, direct_url, storage, clock, log, signal }) => {
    const { backup_dir, backup_keep, data_dir } = config;
    if (backup_dir === null) return;
    const now = clock.now();
    // What it is made with is loaded by the night's first backup, not by the start.
    const { writeBackup } = await import('./write-backup.ts');
    await openBackupFolder(backup_dir);
    const file = join(backup_dir, backupName(now));
    const source = { url: direct_url, storage, data_dir, version: VERSION, media: true, signal };
    const { manifest, bytes } = await writeBackup({ ...source, file, now });
    await pruneBackups(backup_dir, backup_keep, now);
    if (manifest.missing_media.length > 0)
      log.warn({ folders: manifest.missing_media }, 'photos are missing in the backup');
    log.info({ bytes }, 'a backup was written');
  },
});

/**
 * What the start says about nightly backups: that none can be written, that there is none yet, or that the newest is
 * old; null where all is well, or none are wanted. Makes the folder.
 */
export async function backupNote({ backup_dir }: Pick<Config, 'backup_dir'>, now: Date): Promise<string | null> {
  if (backup_dir === null) return null;
  try {
    await openBackupFolder(backup_dir);
    const newest = await newestBackup(backup_dir, now);
    if (newest === null) return `No backup in ${backup_dir} yet.`;
    if (now.getTime() - newest.getTime() <= OLD_MS) return null;
    return `The newest backup in ${backup_dir} is of ${newest.toISOString()}, more than 48 hours old.`;
  } catch (error) {
    return `No backup can be written into BACKUP_DIR ${backup_dir}: ${(error as Error).message}.`;
  }
}
