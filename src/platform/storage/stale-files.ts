import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { unlessMissing } from '#platform/lib/error-codes.ts';

/** A file that is being written is younger; an older one was left behind by a killed process. */
export const LEFT_BEHIND_MS = 3_600_000;

/** Removes files of `folder` that were last written `age_ms` or longer before `now`. */
export async function removeStaleFiles(folder: string, age_ms: number, now: Date): Promise<void> {
  const names = await unlessMissing(readdir(folder), []);
  for (const name of names) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => null);
    if (found?.isFile() && found.mtimeMs <= now.getTime() - age_ms) await rm(path, { force: true });
  }
}
