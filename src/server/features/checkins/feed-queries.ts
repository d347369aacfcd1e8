import type { Queryable } from '../../db/open.ts';
import type { CheckinRow } from './presented-checkin.ts';

const FEED_SELECT = `select c.id, c.user_id, u.name as user_name, u.avatar_key as user_avatar_key, c.mission_id, c.type,
  c.content, c.photo_key, c.photo_width, c.photo_height, c.photo_thumbhash, c.points_earned, c.local_day,
  c.performed_at, c.created_at, c.edited_at from checkins c join users u on u.id = c.user_id`;

/** The check-in that a client already sent under this id, if any. */
export async function findByClientId(db: Queryable, userId: string, clientId: string): Promise<CheckinRow | null> {
  const [row] = await db.rows<CheckinRow>(`${FEED_SELECT} where c.user_id = $1 and c.client_id = $2`, [
    userId,
    clientId,
  ]);
  return row ?? null;
}

/** A check-in by its id, for a member of its mission; null for anyone else. */
export async function findCheckin(db: Queryable, userId: string, checkinId: string): Promise<CheckinRow | null> {
  const [row] = await db.rows<CheckinRow>(
    `${FEED_SELECT} join members mb on mb.mission_id = c.mission_id and mb.user_id = $2 and mb.left_at is null
     where c.id = $1`,
    [checkinId, userId],
  );
  return row ?? null;
}

/** A page of a mission's check-ins, newest first; `before` is the id of the last row one has. */
export const listFeed = (db: Queryable, missionId: string, limit: number, before?: string): Promise<CheckinRow[]> =>
  db.rows(`${FEED_SELECT} where c.mission_id = $1 and ($3::uuid is null or c.id < $3) order by c.id desc limit $2`, [
    missionId,
    limit,
    before ?? null,
  ]);
