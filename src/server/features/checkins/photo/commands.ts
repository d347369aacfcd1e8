import pg from 'pg';
import * as z from 'zod/mini';
import { PHOTOS_A_DAY } from '#domain/limits.ts';
import { Instant, Int, Text } from '#platform/db/columns.ts';
import { newId } from '#platform/db/ids.ts';
import type { Db } from '#platform/db/open.ts';
import { allValues } from '#platform/db/rows.ts';
import { Failure, fail } from '#platform/http/errors.ts';
import type { ReceivedFile } from '#platform/http/uploads.ts';
import type { Requester } from '#platform/images/images.ts';
import { DAY_MS, daysBefore, SECOND_MS } from '#platform/lib/durations.ts';
import { removeImageSet } from '#platform/storage/storage.ts';
import type { Deps } from '../../../app/deps.ts';
import { storePicture } from '../../../services/media/public.ts';

type PictureDeps = Pick<Deps, 'images' | 'storage'>;

/** The photo columns of a check-in: all are null or none is. */
export const PhotoColumns = z.object({
  /** The folder of its files, `checkins/<uuid>`. */
  photo_key: z.nullable(Text),
  /** Pixels of the large size. */
  photo_width: z.nullable(Int),
  photo_height: z.nullable(Int),
  photo_thumbhash: z.nullable(Text),
});
export type PhotoColumns = z.output<typeof PhotoColumns>;

export type StoredPhoto = { [K in keyof PhotoColumns]: NonNullable<PhotoColumns[K]> };

export const NO_PHOTO: PhotoColumns = {
  photo_key: null,
  photo_width: null,
  photo_height: null,
  photo_thumbhash: null,
};

/** Creates and stores the two sizes of a photo. The caller inserts a row that names them, or removes the files. */
export async function storePhoto(deps: PictureDeps, path: string, requester: Requester): Promise<StoredPhoto> {
  const { folder, large, thumbhash } = await storePicture(deps, 'checkins', path, requester);
  return { photo_key: folder, photo_width: large.width, photo_height: large.height, photo_thumbhash: thumbhash };
}

/**
 * Returns true if a rule or the database refused. After other errors, such as a lost connection, the row might exist.
 */
const isRefused = (error: unknown) => error instanceof Failure || error instanceof pg.DatabaseError;

/**
 * Stores an uploaded photo with no transaction open, then calls `write` for its row. Removes the files if `write` is
 * refused or does not take the photo. If the row might exist, the files stay and the daily sweep decides. Fails like
 * `storePicture`.
 */
export async function withPhoto<T extends { taken: boolean }>(
  deps: PictureDeps,
  account: string,
  { path, signal }: Pick<ReceivedFile, 'path' | 'signal'>,
  write: (photo: StoredPhoto) => Promise<T>,
): Promise<T> {
  const photo = await storePhoto(deps, path, { account, signal });
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

/**
 * Counts a photo against the limit of 60 in 24 hours, edits included. The count is stored as rows, so the limit applies
 * across instances and restarts. Counts before the image is made, so broken images count too. The lock on the user's
 * row serializes concurrent requests.
 */
export async function countPhoto(db: Db, userId: string, now: Date): Promise<void> {
  const since = daysBefore(now, 1);
  await db.transact(async (tx) => {
    await tx.rows('select from users where id = $1 for no key update', [userId]);
    await tx.rows('delete from photo_uploads where user_id = $1 and sent_at <= $2', [userId, since]);
    const sent = await allValues(
      tx,
      Instant,
      'select sent_at from photo_uploads where user_id = $1 order by sent_at desc limit $2',
      [userId, PHOTOS_A_DAY],
    );
    if (sent.length === PHOTOS_A_DAY) {
      const until = Date.parse(sent.at(-1)!) + DAY_MS;
      fail('too_many_requests', {
        exact: 'photos_today',
        values: { count: PHOTOS_A_DAY },
        retryAfter: Math.max(1, Math.ceil((until - now.getTime()) / SECOND_MS)),
      });
    }
    await tx.rows('insert into photo_uploads (id, user_id, sent_at) values ($1, $2, $3)', [newId(now), userId, now]);
  });
}
