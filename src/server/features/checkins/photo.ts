import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { ImageUnreadable, NotAnImage, TooManyPixels } from '../../adapters/image-errors.ts';
import type { Images, Variant } from '../../adapters/images.ts';
import { PHOTO_SIZES } from '../../adapters/media-url.ts';
import { removeImageSet, storeImageSet } from '../../adapters/picture-files.ts';
import type { Storage } from '../../adapters/storage.ts';
import { Failure, fail } from '../../http/errors.ts';

const VARIANTS: Variant[] = PHOTO_SIZES.map((size) => ({
  name: String(size),
  width: size,
  height: size,
  fit: 'inside',
}));

interface Deps {
  readonly images: Images;
  readonly storage: Storage;
}

/** The columns of a check-in's photo: all there or none. */
export interface PhotoColumns {
  /** `checkins/<uuid>`, the folder of its files. */
  photo_key: string | null;
  /** Pixels of the large one. */
  photo_width: number | null;
  photo_height: number | null;
  photo_thumbhash: string | null;
}

/** A photo that is stored. */
export type StoredPhoto = { [K in keyof PhotoColumns]: NonNullable<PhotoColumns[K]> };

export const NO_PHOTO: PhotoColumns = {
  photo_key: null,
  photo_width: null,
  photo_height: null,
  photo_thumbhash: null,
};

function explain(error: unknown): never {
  if (error instanceof NotAnImage) return fail('photo_not_image');
  if (error instanceof TooManyPixels) return fail('image_too_many_pixels');
  if (error instanceof ImageUnreadable) return fail('image_unreadable');
  throw error;
}

/** Makes and stores the two sizes of a photo; the caller gives them a row, or removes them. */
export async function storePhoto({ images, storage }: Deps, path: string): Promise<StoredPhoto> {
  const { images: made, thumbhash } = await images.makeWebp(path, VARIANTS).catch(explain);
  const [large] = made;
  const photo_key = `checkins/${randomUUID()}`;
  await storeImageSet(storage, photo_key, made);
  return { photo_key, photo_width: large!.width, photo_height: large!.height, photo_thumbhash: thumbhash };
}

/** The rule or the database said no. After any other error, as a connection lost at the commit, nobody knows. */
const isRefused = (error: unknown) => error instanceof Failure || error instanceof pg.DatabaseError;

/**
 * Makes and stores the photo of an upload with no transaction open, then lets `write` put it into its row. When `write`
 * is refused or did not take the photo, the files are gone again; while it is uncertain whether the row is there they
 * stay, for the daily sweep to settle. Fails with photo_not_image, image_too_many_pixels, image_unreadable, overloaded,
 * storage_full or unavailable.
 */
export async function withPhoto<T extends { taken: boolean }>(
  deps: Deps,
  path: string,
  write: (photo: StoredPhoto) => Promise<T>,
): Promise<T> {
  const photo = await storePhoto(deps, path);
  const drop = () => removeImageSet(deps.storage, photo.photo_key).catch(() => undefined);
  try {
    const result = await write(photo);
    if (!result.taken) await drop();
    return result;
  } catch (error) {
    if (isRefused(error)) await drop();
    throw error;
  }
}
