import type { SharedFigures } from '../../adapters/images/share-picture.ts';
import type { Shared } from '../../adapters/keys/share-url.ts';
import type { Queryable } from '../../db/open.ts';

/** Null if the mission or the account was deleted, or the member has left. */
export async function findShared(db: Queryable, { mission_id, user_id }: Shared): Promise<SharedFigures | null> {
  const [row] = await db.rows<SharedFigures>(
    `select m.id as mission_id, m.title, m.duration_days, m.completed_at, mb.points, mb.checkins_count, mb.longest_streak
     from members mb join missions m on m.id = mb.mission_id
     where mb.mission_id = $1 and mb.user_id = $2 and mb.left_at is null`,
    [mission_id, user_id],
  );
  return row ?? null;
}
