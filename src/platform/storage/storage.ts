import type { Readable } from 'node:stream';
import { codeOf } from '#platform/lib/error-codes.ts';
import type { ImageFile } from '../images/images.ts';

export interface StoredFile {
  readonly stream: Readable;
  /** Bytes. */
  readonly size: number;
}

export interface StoredEntry {
  readonly key: string;
  readonly size: number;
  readonly modified: Date;
}

/**
 * Stores our files under keys like `avatars/<uuid>/512.webp`: lower-case letters, digits and hyphens between slashes,
 * one extension. A key is never taken from a request unchecked.
 */
export interface Storage {
  /** Where it is, in words for the operator: the path of a folder, or a bucket. */
  readonly place: string;
  /**
   * Stores the file completely or not at all, replacing an older one. Throws StorageFull when there is no space. Any
   * call may throw StorageUnavailable.
   */
  put(key: string, data: Buffer | Readable): Promise<void>;
  /** Null when there is no such file. The caller must read the stream to its end or destroy it. */
  get(key: string): Promise<StoredFile | null>;
  /** Removing a missing file is no error. */
  remove(key: string): Promise<void>;
  /** Gives a file another key, replacing an older file of that key. Moving a missing file is no error. */
  move(from: string, to: string): Promise<void>;
  /** Removes what killed processes left half written an hour before `now` or earlier. */
  removeUnfinished(now: Date): Promise<void>;
  /**
   * Every file in a folder whose key begins with `prefix` (whole segments: `avatars` or `avatars/<uuid>`; empty for
   * all), sorted by character.
   */
  list(prefix: string): AsyncIterable<StoredEntry>;
}

/** There is no space left (507). */
export class StorageFull extends Error {
  readonly code = 'storage_full';
}

/** The storage is on another machine that does not answer (503). */
export class StorageUnavailable extends Error {
  readonly code = 'unavailable';
}

const FULL = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

/** Maps an error of the file system: a full disk becomes StorageFull, anything else stays. */
export function storageError(error: unknown): unknown {
  return FULL.has(codeOf(error)) ? new StorageFull('There is no space left to store this.', { cause: error }) : error;
}

/** The folders of pictures: `avatars/<uuid>` and `checkins/<uuid>`. */
export const PICTURE_KINDS = ['avatars', 'checkins'] as const;
export type PictureKind = (typeof PICTURE_KINDS)[number];

/** Where pictures that no row names wait for 30 days: `trash/<day>/<key>`. No address leads there. */
export const TRASH = 'trash';

/** The file that says whose a place is (docs/rules.md#photos): the only key without a folder, and in no listing. */
export const OWNER_FILE = 'emberkin.json';

/** Writes into a place whose it is from now on. */
export const storeInstanceId = (
  storage: Storage,
  { instance_id, made_at }: { readonly instance_id: string; readonly made_at: string },
): Promise<void> => storage.put(OWNER_FILE, Buffer.from(`${JSON.stringify({ instance_id, made_at })}\n`));

const SEGMENT = '[a-z0-9][a-z0-9-]{0,63}';
const KEY = new RegExp(`^(?:${SEGMENT}/){1,4}${SEGMENT}\\.[a-z0-9]{1,5}$`);
const PREFIX = new RegExp(`^(?:${SEGMENT}(?:/${SEGMENT}){0,3})?$`);

/** Throws unless `key` has the shape above, so `..`, absolute paths and hidden files are refused. */
export function requireKey(key: string): string {
  if (key !== OWNER_FILE && !KEY.test(key)) throw new Error('Not a storage key.');
  return key;
}

/** Whether `key` is that of a picture: neither in the trash nor the file that says whose a place is. */
export const isPictureKey = (key: string): boolean =>
  KEY.test(key) && PICTURE_KINDS.some((kind) => key.startsWith(`${kind}/`));

/** The same check for the prefix of a listing. */
export function requirePrefix(prefix: string): string {
  if (!PREFIX.test(prefix)) throw new Error('Not a storage prefix.');
  return prefix;
}

/**
 * Stores the sizes of a picture as `<folder>/<name>.webp`, all or none. Throws StorageFull and StorageUnavailable;
 * files that cannot be removed again after a failure become orphans, which the daily sweep moves to the trash.
 */
export async function storeImageSet(storage: Storage, folder: string, images: readonly ImageFile[]): Promise<void> {
  try {
    for (const { name, data } of images) await storage.put(`${folder}/${name}.webp`, data);
  } catch (error) {
    await removeImageSet(storage, folder).catch(() => undefined);
    throw error;
  }
}

/** Removes every size of the picture in `folder`; a missing folder is no error. */
export async function removeImageSet(storage: Storage, folder: string): Promise<void> {
  for await (const { key } of storage.list(folder)) await storage.remove(key);
}

/** Moves every size of the picture in folder `from` to folder `to`; a missing folder is no error. */
export async function moveImageSet(storage: Storage, from: string, to: string): Promise<void> {
  for await (const { key } of storage.list(from)) await storage.move(key, `${to}${key.slice(from.length)}`);
}
