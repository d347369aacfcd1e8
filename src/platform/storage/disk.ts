import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import type { Readable } from 'node:stream';
import { codeOf, unlessMissing } from '#platform/lib/error-codes.ts';
import { FILE_MODE, FOLDER_MODE } from '#platform/storage/data-dir.ts';
import { syncFolder } from '#platform/storage/sync-folder.ts';
import { LEFT_BEHIND_MS, removeStaleFiles } from './stale-files.ts';
import { requireKey, requirePrefix, type Storage, type StoredEntry, storageError } from './storage.ts';

/** Hidden, so no key or listing includes it; on the same disk, so renames are atomic. */
const UNFINISHED = '.unfinished';

/** A file can have the path of a key's folder. */
const MISSING = ['ENOENT', 'ENOTDIR'];

async function renameTo(path: string, from: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: FOLDER_MODE });
  try {
    await rename(from, path);
  } catch (error) {
    // `remove` might have deleted the empty folder in between.
    if (codeOf(error) !== 'ENOENT') throw error;
    await mkdir(dirname(path), { recursive: true, mode: FOLDER_MODE });
    await rename(from, path);
  }
  await syncFolder(dirname(path));
}

/** Deletes empty folders above a file. Keeps the folders directly below `root`. */
async function removeEmptyFolders(root: string, path: string): Promise<void> {
  for (let folder = dirname(path); folder !== root && dirname(folder) !== root; folder = dirname(folder))
    await rmdir(folder).catch(() => undefined);
}

/** Writes and syncs a temporary file, which `finish` renames or removes. A failure leaves no file. */
async function spool(
  folder: string,
  data: Buffer | Readable,
  finish: (temporary: string) => Promise<void>,
): Promise<void> {
  const temporary = join(folder, randomUUID());
  try {
    await mkdir(folder, { recursive: true, mode: FOLDER_MODE });
    const handle = await open(temporary, 'wx', FILE_MODE);
    try {
      await writeFile(handle, data);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await finish(temporary);
  } catch (error) {
    await rm(temporary, { force: true });
    throw storageError(error);
  }
}

/** Stores files under `root`. Writes, syncs, then renames them, so neither a reader nor a crash leaves half a file. */
export function diskStorage(root: string): Storage {
  const unfinished = join(root, UNFINISHED);
  const pathOf = (key: string) => join(root, ...requireKey(key).split('/'));

  return {
    place: root,
    async put(key, data) {
      const path = pathOf(key);
      await spool(unfinished, data, (temporary) => renameTo(path, temporary));
    },
    async get(key) {
      const path = pathOf(key);
      const handle = await unlessMissing(open(path), null, MISSING);
      if (!handle) return null;
      const { size } = await handle.stat();
      return { stream: handle.createReadStream(), size };
    },
    async remove(key) {
      const path = pathOf(key);
      await rm(path, { force: true });
      await removeEmptyFolders(root, path);
    },
    async move(from, to) {
      const path = pathOf(from);
      await renameTo(pathOf(to), path).catch((error: unknown) => {
        if (codeOf(error) !== 'ENOENT') throw storageError(error);
      });
      await removeEmptyFolders(root, path);
    },
    removeUnfinished: (now) => removeStaleFiles(unfinished, LEFT_BEHIND_MS, now),
    async *list(prefix): AsyncGenerator<StoredEntry> {
      yield* entries(root, join(root, ...requirePrefix(prefix).split('/')));
    },
  };
}

async function* entries(root: string, folder: string): AsyncGenerator<StoredEntry> {
  const found = await unlessMissing(readdir(folder, { withFileTypes: true }), [], MISSING);
  for (const entry of found.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name);
    if (entry.name.startsWith('.')) continue;
    if (entry.isDirectory()) yield* entries(root, path);
    if (!entry.isFile() || folder === root) continue;
    const file = await unlessMissing(stat(path), null, MISSING);
    if (file) yield { key: relative(root, path).split(sep).join('/'), size: file.size, modified: file.mtime };
  }
}
