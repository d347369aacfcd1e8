import { chmod, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Only the server's own account may read its files, whatever the umask. */
export const FOLDER_MODE = 0o700;
export const FILE_MODE = 0o600;
/** Under root the database runs as another user, which must pass through DATA_DIR. */
const PASSABLE_MODE = 0o711;

const FOLDERS = ['media', 'outbox', 'tmp'];
const FILES = ['secret-key', 'vapid.json'];

/** Creates DATA_DIR and its parent folders if missing. An existing folder keeps its permissions. */
export async function makeDataDir(dir: string): Promise<void> {
  const first = await mkdir(dir, { recursive: true, mode: FOLDER_MODE });
  if (first === undefined || process.getuid?.() !== 0) return;
  for (let created = dir; created.length >= first.length; created = dirname(created))
    await chmod(created, PASSABLE_MODE);
}

/**
 * Makes our files private, because a copied DATA_DIR can be readable to all. Reports a mode that cannot be changed, for
 * example on another user's disk, and continues.
 */
export async function closeDataDir(dir: string, report: (line: string) => void): Promise<void> {
  const modes = [
    ...FOLDERS.map((name) => [name, FOLDER_MODE] as const),
    ...FILES.map((name) => [name, FILE_MODE] as const),
  ];
  for (const [name, mode] of modes)
    await chmod(join(dir, name), mode).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') report(`The mode of ${join(dir, name)} could not be changed (${error.code}).`);
    });
}
