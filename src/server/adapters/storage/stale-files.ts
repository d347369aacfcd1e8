import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Removes files of `folder` that were last written `age_ms` or longer before `now`: leftovers of killed processes.
 * Returns how many.
 */
export async function removeStaleFiles(folder: string, age_ms: number, now: Date): Promise<number> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  let removed = 0;
  for (const name of names) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => null);
    if (!found?.isFile() || found.mtimeMs > now.getTime() - age_ms) continue;
    await rm(path, { force: true });
    removed++;
  }
  return removed;
}
