import { randomUUID } from 'node:crypto';
import { dirname } from 'node:path/posix';
import { AVATAR_SIZES } from '#domain/limits.ts';
import { ImageUnreadable, NotAnImage, TooManyPixels } from '../../adapters/images/image-errors.ts';
import type { Images, Requester, Variant } from '../../adapters/images/images.ts';
import type { Storage } from '../../adapters/storage/storage.ts';
import { removeImageSet, storeImageSet } from '../../adapters/storage/storage.ts';
import { fail } from '../../http/errors.ts';

/** In pixels. The user's row stores the key of the first size. */
const VARIANTS: Variant[] = AVATAR_SIZES.map((size) => ({
  name: String(size),
  width: size,
  height: size,
  fit: 'cover',
}));

interface Deps {
  readonly images: Images;
  readonly storage: Storage;
}

function explain(error: unknown): never {
  if (error instanceof NotAnImage) return fail('avatar_not_image');
  if (error instanceof TooManyPixels) return fail('image_too_many_pixels');
  if (error instanceof ImageUnreadable) return fail('image_unreadable');
  throw error;
}

/**
 * Creates the two sizes of a picture from the uploaded file at `path` and stores both or none. The key has a random id,
 * so that a new picture has a new URL. Fails with avatar_not_image, image_too_many_pixels, image_unreadable,
 * too_many_requests, overloaded or storage_full.
 */
export async function storeAvatar(
  { images, storage }: Deps,
  path: string,
  requester: Requester,
): Promise<{ avatar_key: string }> {
  const { images: files } = await images.makeWebp(path, VARIANTS, requester).catch(explain);
  const folder = `avatars/${randomUUID()}`;
  await storeImageSet(storage, folder, files);
  return { avatar_key: `${folder}/${AVATAR_SIZES[0]}.webp` };
}

/** Removes every size of the picture with this key. */
export async function removeAvatar({ storage }: Pick<Deps, 'storage'>, key: string): Promise<void> {
  await removeImageSet(storage, dirname(key));
}
