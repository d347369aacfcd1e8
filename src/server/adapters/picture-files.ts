import type { MadeImage } from './images.ts';
import type { Storage } from './storage.ts';

/**
 * Stores the sizes of a picture as `<folder>/<name>.webp`, all or none. Throws StorageFull and StorageUnavailable; what
 * cannot be taken back then is an orphan, which the daily sweep removes.
 */
export async function storePicture(storage: Storage, folder: string, images: readonly MadeImage[]): Promise<void> {
  try {
    for (const { name, data } of images) await storage.put(`${folder}/${name}.webp`, data, { type: 'image/webp' });
  } catch (error) {
    await removePicture(storage, folder).catch(() => undefined);
    throw error;
  }
}

/** Removes every size of the picture in `folder`; that there is none is no error. */
export async function removePicture(storage: Storage, folder: string): Promise<void> {
  for await (const { key } of storage.list(folder)) await storage.remove(key);
}
