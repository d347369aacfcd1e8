import { randomUUID } from 'node:crypto';
import { ImageUnreadable, NotAnImage, TooManyPixels } from '../../adapters/image-errors.ts';
import type { Images, MadeImage, Variant } from '../../adapters/images.ts';
import type { Storage } from '../../adapters/storage.ts';
import { fail } from '../../http/errors.ts';

/** The first one is the key that is kept with the user (Decisions 6). */
const SIZES = [512, 96] as const;
const VARIANTS: Variant[] = SIZES.map((size) => ({ name: String(size), width: size, height: size, fit: 'cover' }));

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

async function store(storage: Storage, made: readonly MadeImage[]): Promise<string> {
  const folder = `avatars/${randomUUID()}`;
  const key = `${folder}/${SIZES[0]}.webp`;
  try {
    for (const { name, data } of made) await storage.put(`${folder}/${name}.webp`, data, { type: 'image/webp' });
  } catch (error) {
    await removeAvatar({ storage }, key).catch(() => undefined);
    throw error;
  }
  return key;
}

/**
 * Makes the two sizes of a picture from the uploaded file at `path` and stores both or none. The key has a random id,
 * so that a new picture has a new URL. Fails with avatar_not_image, image_too_many_pixels, image_unreadable,
 * overloaded or storage_full.
 */
export async function storeAvatar({ images, storage }: Deps, path: string): Promise<{ avatar_key: string }> {
  try {
    return { avatar_key: await store(storage, await images.makeWebp(path, VARIANTS)) };
  } catch (error) {
    return explain(error);
  }
}

/** Removes every size of the picture that `key` names. */
export async function removeAvatar({ storage }: Pick<Deps, 'storage'>, key: string): Promise<void> {
  for (const size of SIZES) await storage.remove(key.replace(/\d+\.webp$/, `${size}.webp`));
}
