import { dirname, sep } from 'node:path';
import { isDiskFull } from '#platform/db/failures.ts';
import { codeOf } from '../lib/error-codes.ts';

export interface Folders {
  readonly data_dir: string;
  readonly backup_dir: string | null;
}

type FileError = NodeJS.ErrnoException & { readonly path?: string };

const FULL = new Set(['ENOSPC', 'EDQUOT']);
const FORBIDDEN = new Set(['EACCES', 'EPERM']);

const isBelow = (path: string, folder: string) => path === folder || path.startsWith(folder + sep);

/** Returns the setting's name and folder that contains a path, or the path's own folder. */
function nameFolder(path: string, { data_dir, backup_dir }: Folders): string {
  if (backup_dir !== null && isBelow(path, backup_dir)) return `BACKUP_DIR ${backup_dir}`;
  return isBelow(path, data_dir) ? `DATA_DIR ${data_dir}` : dirname(path);
}

function findFileError(error: unknown): FileError | null {
  if (!(error instanceof Error)) return null;
  return 'syscall' in error ? (error as FileError) : findFileError(error.cause);
}

/**
 * Explains a disk that is full, read-only or closed to this account. Returns null for other errors. A failed write has
 * no path: `written` is what was being written.
 */
export function explainDiskError(error: unknown, folders: Folders, written = folders.data_dir): string | null {
  if (isDiskFull(error)) return 'The database has no space left on its disk: free some space.';
  const found = findFileError(error);
  const code = codeOf(found);
  const path = found?.path ?? written;
  if (FULL.has(code)) return `${nameFolder(path, folders)} has no space left (${code}): free some space on its disk.`;
  if (code === 'EROFS') return `${nameFolder(path, folders)} is on a read-only disk (EROFS): ${path}.`;
  if (FORBIDDEN.has(code) && found?.path !== undefined)
    return `${nameFolder(path, folders)} is not accessible to this account (${code}): check the owner and the mode of ${path}.`;
  return null;
}
