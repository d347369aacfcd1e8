import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { unlessMissing } from '#platform/lib/error-codes.ts';

/** A killed process left an older file behind; one being written is younger. */
export const LEFT_BEHIND_MS = 3_600_000;

/** Deletes files in `folder` that were last written at least `age_ms` before `now`. */
export async function removeStaleFiles(folder: string, age_ms: number, now: Date): Promise<void> {
  const names = await unlessMissing(readdir(folder), []);
  for (const name of names) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => null);
    if (found?.isFile() && found.mtimeMs <= now.getTime() - age_ms) await rm(path, { force: true });
  }
}
