import { constants } from 'node:fs';
import { access, mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DAY_MS, HOUR_MS } from '#platform/lib/durations.ts';
import { unlessMissing } from '../lib/error-codes.ts';
import { FOLDER_MODE } from './data-dir.ts';

/** Names of nightly backups, with the start time. Other files in the folder are not ours. */
const NAME = /^emberkin-(\d{4}-\d{2}-\d{2})T(\d{2})-(\d{2})-(\d{2})Z\.zip$/;
const PART = '.part';

/** Returns the name of a backup that starts now: `emberkin-2026-11-22T03-00-00Z.zip`. */
export const backupName = (now: Date): string => `emberkin-${now.toISOString().slice(0, 19).replaceAll(':', '-')}Z.zip`;

function instantOf(name: string): Date | null {
  const [, day, hours, minutes, seconds] = NAME.exec(name) ?? [];
  return day === undefined ? null : new Date(`${day}T${hours}:${minutes}:${seconds}Z`);
}

/**
 * Lists nightly backups, newest first. Skips backups dated more than an hour ahead by a wrong clock, because each would
 * stay the newest forever.
 */
async function listBackups(folder: string, now: Date): Promise<string[]> {
  const names = await unlessMissing(readdir(folder), []);
  return names
    .filter((name) => (instantOf(name)?.getTime() ?? Infinity) <= now.getTime() + HOUR_MS)
    .sort()
    .reverse();
}

/** Returns when the newest nightly backup started, or null. Ignores backups dated more than an hour ahead. */
export async function newestBackup(folder: string, now: Date): Promise<Date | null> {
  const [newest] = await listBackups(folder, now);
  return newest === undefined ? null : instantOf(newest);
}

/** Creates the folder if missing; rejects if it is not writable. */
export async function openBackupFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: FOLDER_MODE });
  await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
}

/** Deletes all but the newest `limit` backups, and unfinished files older than a day. */
export async function pruneBackups(folder: string, limit: number, now: Date): Promise<void> {
  for (const name of (await listBackups(folder, now)).slice(limit)) await rm(join(folder, name), { force: true });
  for (const name of await readdir(folder)) {
    if (!name.endsWith(PART) || !NAME.test(name.slice(0, -PART.length))) continue;
    const found = await stat(join(folder, name)).catch(() => null);
    if (found && found.mtimeMs < now.getTime() - DAY_MS) await rm(join(folder, name), { force: true });
  }
}
