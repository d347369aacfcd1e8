import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { AVATAR_SIZES, PHOTO_SIZES } from '#domain/photo-sizes.ts';
import type { Tx } from '#platform/db/open.ts';
import { fail } from '#platform/http/errors.ts';
import { ImageUnreadable, NotAnImage, TooManyPixels } from '#platform/images/image-errors.ts';
import type { ImageFile, Requester } from '#platform/images/images.ts';
import { defineJob } from '#platform/jobs/job.ts';
import { type PictureKind, removeImageSet, storeImageSet } from '#platform/storage/storage.ts';
import type { Deps } from '../../app/deps.ts';
import { findPlaceState } from './place/commands.ts';

/** The sizes in pixels, fit and error code of each kind. */
const MAKING = {
  checkins: { sizes: PHOTO_SIZES, fit: 'inside', not_image: 'photo_not_image' },
  avatars: { sizes: AVATAR_SIZES, fit: 'cover', not_image: 'avatar_not_image' },
} as const;

/**
 * Makes the sizes of a picture from the uploaded file at `path` and stores all or none. The folder has a random ID, so
 * a new picture has a new URL. Throws `photo_not_image` or `avatar_not_image`, `image_too_many_pixels`,
 * `image_unreadable`, `too_many_requests`, `overloaded`, `storage_full` or `unavailable`.
 */
export async function storePicture(
  { images, storage }: Pick<Deps, 'images' | 'storage'>,
  kind: PictureKind,
  path: string,
  requester: Requester,
): Promise<{ folder: string; large: ImageFile; thumbhash: string }> {
  const { sizes, fit, not_image } = MAKING[kind];
  const variants = sizes.map((size) => ({ size, fit }));
  const { images: files, thumbhash } = await images.makeWebp(path, variants, requester).catch((error: unknown) => {
    if (error instanceof NotAnImage) return fail(not_image);
    if (error instanceof TooManyPixels) return fail('image_too_many_pixels');
    if (error instanceof ImageUnreadable) return fail('image_unreadable');
    throw error;
  });
  const folder = `${kind}/${randomUUID()}`;
  await storeImageSet(storage, folder, files);
  return { folder, large: files[0]!, thumbhash };
}

const FOLDERS_A_JOB = 200;
const TRIES = 12;

/**
 * Removes the files of pictures whose rows were deleted, if the storage belongs to this database. In other storage,
 * another database might reference them. If the storage later turns out to be this database's, the sweep removes them.
 */
export const removePictures = defineJob({
  name: 'remove-pictures',
  schema: z.object({ folders: z.array(z.string().check(z.regex(/^(?:checkins|avatars)\/[0-9a-f-]{36}$/))) }),
  retry: { tries: TRIES },
  handle: async ({ folders }, { db, storage }) => {
    if ((await findPlaceState({ db, storage })) !== 'own') return;
    for (const folder of folders) await removeImageSet(storage, folder);
  },
});

/** Queues the removal of the pictures' files for after the commit that deletes their rows. */
export async function removePicturesLater(tx: Tx, folders: readonly string[]): Promise<void> {
  for (let at = 0; at < folders.length; at += FOLDERS_A_JOB)
    await tx.enqueue(removePictures, { folders: folders.slice(at, at + FOLDERS_A_JOB) });
}
