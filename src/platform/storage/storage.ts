import type { Readable } from 'node:stream';
import { codeOf } from '#platform/lib/error-codes.ts';
import type { ImageFile } from '../images/images.ts';

export interface StoredFile {
  readonly stream: Readable;
  readonly size: number;
}

export interface StoredEntry {
  readonly key: string;
  readonly size: number;
  readonly modified: Date;
}

/**
 * Stores files under keys such as `avatars/<uuid>/512.webp`: lower-case letters, digits and hyphens between slashes,
 * one extension. Check a key from a request first.
 */
export interface Storage {
  /** Its location for the operator: a folder's path, or a bucket. */
  readonly place: string;
  /**
   * Stores the file completely or not at all, replacing an old file. Throws StorageFull without space. All calls can
   * throw StorageUnavailable.
   */
  put(key: string, data: Buffer | Readable): Promise<void>;
  /** Returns null for a missing file. The caller must read the stream to its end or destroy it. */
  get(key: string): Promise<StoredFile | null>;
  remove(key: string): Promise<void>;
  /** Renames a file, replacing one at the new key. Ignores a missing file. */
  move(from: string, to: string): Promise<void>;
  /** Deletes files that have been unfinished for an hour. */
  removeUnfinished(now: Date): Promise<void>;
  /**
   * Lists the files below `prefix`, sorted by key. It consists of whole segments (`avatars` or `avatars/<uuid>`); empty
   * lists all.
   */
  list(prefix: string): AsyncIterable<StoredEntry>;
}

/** The disk is full (507). */
export class StorageFull extends Error {
  readonly code = 'storage_full';
}

/** The remote storage does not respond (503). */
export class StorageUnavailable extends Error {
  readonly code = 'unavailable';
}

const FULL = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

/** Turns a file system error about a full disk into StorageFull; returns others unchanged. */
export function storageError(error: unknown): unknown {
  return FULL.has(codeOf(error)) ? new StorageFull('There is no space left to store this.', { cause: error }) : error;
}

export const PICTURE_KINDS = ['avatars', 'checkins'] as const;
export type PictureKind = (typeof PICTURE_KINDS)[number];

/** Keeps orphaned pictures for 30 days: `trash/<day>/<key>`. No URL serves it. */
export const TRASH = 'trash';

/**
 * Names the instance that owns the storage (docs/rules.md#photos). It is the only key without a folder and never
 * listed.
 */
export const OWNER_FILE = 'emberkin.json';

/** Marks the storage as owned by an instance. */
export const storeInstanceId = (
  storage: Storage,
  { instance_id, made_at }: { readonly instance_id: string; readonly made_at: string },
): Promise<void> => storage.put(OWNER_FILE, Buffer.from(`${JSON.stringify({ instance_id, made_at })}\n`));

const SEGMENT = '[a-z0-9][a-z0-9-]{0,63}';
const KEY = new RegExp(`^(?:${SEGMENT}/){1,4}${SEGMENT}\\.[a-z0-9]{1,5}$`);
const PREFIX = new RegExp(`^(?:${SEGMENT}(?:/${SEGMENT}){0,3})?$`);

/** Returns `key`, or throws if its shape is wrong, such as `..`, an absolute path or a hidden file. */
export function requireKey(key: string): string {
  if (key !== OWNER_FILE && !KEY.test(key)) throw new Error('Not a storage key.');
  return key;
}

/** Returns true for the key of a picture outside the trash. */
export const isPictureKey = (key: string): boolean =>
  KEY.test(key) && PICTURE_KINDS.some((kind) => key.startsWith(`${kind}/`));

/** Returns `prefix`, or throws if its shape is wrong. */
export function requirePrefix(prefix: string): string {
  if (!PREFIX.test(prefix)) throw new Error('Not a storage prefix.');
  return prefix;
}

/**
 * Stores all sizes of a picture as `<folder>/<name>.webp`, or none. Throws StorageFull and StorageUnavailable. If the
 * cleanup fails too, the daily sweep moves the orphans to the trash.
 */
export async function storeImageSet(storage: Storage, folder: string, images: readonly ImageFile[]): Promise<void> {
  try {
    for (const { name, data } of images) await storage.put(`${folder}/${name}.webp`, data);
  } catch (error) {
    await removeImageSet(storage, folder).catch(() => undefined);
    throw error;
  }
}

/** Deletes all sizes of the picture in `folder`; ignores a missing folder. */
export async function removeImageSet(storage: Storage, folder: string): Promise<void> {
  for await (const { key } of storage.list(folder)) await storage.remove(key);
}

/** Moves all sizes of a picture to another folder; ignores a missing folder. */
export async function moveImageSet(storage: Storage, from: string, to: string): Promise<void> {
  for await (const { key } of storage.list(from)) await storage.move(key, `${to}${key.slice(from.length)}`);
}
