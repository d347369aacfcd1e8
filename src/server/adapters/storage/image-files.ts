import type { ImageFile } from '../images/images.ts';
import type { Storage } from './storage.ts';

/**
 * Stores the sizes of a picture as `<folder>/<name>.webp`, all or none. Throws StorageFull and StorageUnavailable;
 * files that cannot be removed again after a failure become orphans, which the daily sweep removes.
 */
export async function storeImageSet(storage: Storage, folder: string, images: readonly ImageFile[]): Promise<void> {
  try {
    for (const { name, data } of images) await storage.put(`${folder}/${name}.webp`, data, { type: 'image/webp' });
  } catch (error) {
    await removeImageSet(storage, folder).catch(() => undefined);
    throw error;
  }
}

/** Removes every size of the picture in `folder`; a missing folder is no error. */
export async function removeImageSet(storage: Storage, folder: string): Promise<void> {
  for await (const { key } of storage.list(folder)) await storage.remove(key);
}
