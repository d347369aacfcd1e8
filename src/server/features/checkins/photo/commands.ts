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

/** The photo's columns of a check-in: either all are null or none is. */
export const PhotoColumns = z.object({
  /** `checkins/<uuid>`, the folder of its files. */
  photo_key: z.nullable(Text),
  /** Pixels of the large size. */
  photo_width: z.nullable(Int),
  photo_height: z.nullable(Int),
  photo_thumbhash: z.nullable(Text),
});
export type PhotoColumns = z.output<typeof PhotoColumns>;

/** The columns of a photo whose files are stored. */
export type StoredPhoto = { [K in keyof PhotoColumns]: NonNullable<PhotoColumns[K]> };

export const NO_PHOTO: PhotoColumns = {
  photo_key: null,
  photo_width: null,
  photo_height: null,
  photo_thumbhash: null,
};

/** Creates and stores the two sizes of a photo; the caller inserts a row that names them, or removes them. */
export async function storePhoto(deps: PictureDeps, path: string, requester: Requester): Promise<StoredPhoto> {
  const { folder, large, thumbhash } = await storePicture(deps, 'checkins', path, requester);
  return { photo_key: folder, photo_width: large.width, photo_height: large.height, photo_thumbhash: thumbhash };
}

/** A rule or the database refused. After other errors, such as a connection lost at the commit, the row may exist. */
const isRefused = (error: unknown) => error instanceof Failure || error instanceof pg.DatabaseError;

/**
 * Creates and stores the photo of an upload with no transaction open, then lets `write` store its row. If `write` fails
 * or does not take the photo, the files are removed again; if it is unknown whether the row exists they stay, and the
 * daily sweep decides. Fails as `storePicture` does.
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
 * Counts a photo against the 60 that a user may send in 24 hours, edits included (rules.md#photos). They are rows, so the
 * limit holds across instances and restarts; they are counted before the image is made, so broken ones count as well.
 * The lock on the user's row makes it hold for simultaneous requests.
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
