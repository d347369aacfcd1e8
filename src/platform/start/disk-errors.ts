import { dirname, sep } from 'node:path';
import { isDiskFull } from '#platform/db/failures.ts';
import { codeOf } from '../lib/error-codes.ts';

/** The folders that the settings name; null for one that is not set. */
export interface Folders {
  readonly data_dir: string;
  readonly backup_dir: string | null;
}

type FileError = NodeJS.ErrnoException & { readonly path?: string };

const FULL = new Set(['ENOSPC', 'EDQUOT']);
const FORBIDDEN = new Set(['EACCES', 'EPERM']);

const isBelow = (path: string, folder: string) => path === folder || path.startsWith(folder + sep);

/** Returns the folder of the settings that a path is in, with the name of its setting, or the path's own folder. */
function nameFolder(path: string, { data_dir, backup_dir }: Folders): string {
  if (backup_dir !== null && isBelow(path, backup_dir)) return `BACKUP_DIR ${backup_dir}`;
  return isBelow(path, data_dir) ? `DATA_DIR ${data_dir}` : dirname(path);
}

/** Returns the error of the file system in an error or its causes. */
function findFileError(error: unknown): FileError | null {
  if (!(error instanceof Error)) return null;
  return 'syscall' in error ? (error as FileError) : findFileError(error.cause);
}

/**
 * Returns a sentence for the operator if a disk is full, mounted read-only or closed to this account; null for any other
 * error. The system names no path when a write fails: `written` is the file or folder that was written then.
 */
export function explainDiskError(error: unknown, folders: Folders, written = folders.data_dir): string | null {
  if (isDiskFull(error)) return 'The database has no space left on its disk: make room there.';
  const found = findFileError(error);
  const code = codeOf(found);
  const path = found?.path ?? written;
  if (FULL.has(code)) return `${nameFolder(path, folders)} has no space left (${code}): make room on its disk.`;
  if (code === 'EROFS') return `${nameFolder(path, folders)} is on a disk that can only be read (EROFS): ${path}.`;
  if (FORBIDDEN.has(code) && found?.path !== undefined)
    return `${nameFolder(path, folders)} is closed to this account (${code}): see the owner and the mode of ${path}.`;
  return null;
}
