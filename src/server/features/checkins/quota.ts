import { DAY_MS, SECOND_MS } from '#domain/durations.ts';
import { PHOTOS_A_DAY } from '#domain/limits.ts';
import { newId } from '../../db/ids.ts';
import type { Db } from '../../db/open.ts';
import { fail } from '../../http/errors.ts';

/**
 * Counts a photo that is about to be made into a picture against the 60 that one may send in 24 hours, edits included
 * (Limits; Decisions 9). The number is rows, so it holds over instances and restarts, and it is counted before the work,
 * so that broken pictures do not come for free. The user's row makes it hold at once as well.
 */
export async function countPhoto(db: Db, userId: string, now: Date): Promise<void> {
  const since = new Date(now.getTime() - DAY_MS);
  await db.transact(async (tx) => {
    await tx.rows('select from users where id = $1 for no key update', [userId]);
    await tx.rows('delete from photo_uploads where user_id = $1 and sent_at <= $2', [userId, since]);
    const sent = await tx.rows<{ sent_at: string }>(
      'select sent_at from photo_uploads where user_id = $1 order by sent_at desc limit $2',
      [userId, PHOTOS_A_DAY],
    );
    if (sent.length === PHOTOS_A_DAY) {
      const until = Date.parse(sent.at(-1)!.sent_at) + DAY_MS;
      fail('too_many_requests', {
        detail: `You can send ${PHOTOS_A_DAY} photos a day. Please try later.`,
        retryAfter: Math.max(1, Math.ceil((until - now.getTime()) / SECOND_MS)),
      });
    }
    await tx.rows('insert into photo_uploads (id, user_id, sent_at) values ($1, $2, $3)', [newId(now), userId, now]);
  });
}
