import { constants } from 'node:fs';
import { access, mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DAY_MS, HOUR_MS } from '#platform/lib/durations.ts';
import { unlessMissing } from '../lib/error-codes.ts';
import { FOLDER_MODE } from './data-dir.ts';

/** Names of nightly backups, with the instant at which each was begun. Other files of the folder are somebody else's. */
const NAME = /^emberkin-(\d{4}-\d{2}-\d{2})T(\d{2})-(\d{2})-(\d{2})Z\.zip$/;
const PART = '.part';

/** The name of a backup that begins now: `emberkin-2026-11-22T03-00-00Z.zip`. */
export const backupName = (now: Date): string => `emberkin-${now.toISOString().slice(0, 19).replaceAll(':', '-')}Z.zip`;

function instantOf(name: string): Date | null {
  const [, day, hours, minutes, seconds] = NAME.exec(name) ?? [];
  return day === undefined ? null : new Date(`${day}T${hours}:${minutes}:${seconds}Z`);
}

/**
 * Names of the nightly backups in the folder, the newest first; none where there is no such folder. Those of a clock
 * that was wrong, more than an hour later than now, do not count: each would be the newest for ever.
 */
async function listBackups(folder: string, now: Date): Promise<string[]> {
  const names = await unlessMissing(readdir(folder), []);
  return names
    .filter((name) => (instantOf(name)?.getTime() ?? Infinity) <= now.getTime() + HOUR_MS)
    .sort()
    .reverse();
}

/** When the newest nightly backup was begun, at the latest an hour from now; null where there is none. */
export async function newestBackup(folder: string, now: Date): Promise<Date | null> {
  const [newest] = await listBackups(folder, now);
  return newest === undefined ? null : instantOf(newest);
}

/** Makes the folder where there is none; rejects where no file can be made in it. */
export async function openBackupFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: FOLDER_MODE });
  await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
}

/** Removes nightly backups but the newest `limit`, and what a killed process left of one a day ago or earlier. */
export async function pruneBackups(folder: string, limit: number, now: Date): Promise<void> {
  for (const name of (await listBackups(folder, now)).slice(limit)) await rm(join(folder, name), { force: true });
  for (const name of await readdir(folder)) {
    if (!name.endsWith(PART) || !NAME.test(name.slice(0, -PART.length))) continue;
    const found = await stat(join(folder, name)).catch(() => null);
    if (found && found.mtimeMs < now.getTime() - DAY_MS) await rm(join(folder, name), { force: true });
  }
}
