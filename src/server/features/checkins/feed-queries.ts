import type { Checkin } from '#contract/checkins.ts';
import { avatarUrl } from '../../adapters/media-url.ts';
import type { Queryable } from '../../db/open.ts';

const FEED_SELECT = `select c.id, c.user_id, u.name as user_name, u.avatar_key as user_avatar_url, c.mission_id, c.type,
  c.content, c.points_earned, c.local_day, c.performed_at, c.created_at from checkins c join users u on u.id = c.user_id`;

const withAvatar = (row: Checkin): Checkin => ({ ...row, user_avatar_url: avatarUrl(row.user_avatar_url) });

/** The check-in that a client already sent under this id, if any. */
export async function findByClientId(db: Queryable, userId: string, clientId: string): Promise<Checkin | null> {
  const [row] = await db.rows<Checkin>(`${FEED_SELECT} where c.user_id = $1 and c.client_id = $2`, [userId, clientId]);
  return row ? withAvatar(row) : null;
}

/** A page of a mission's check-ins, newest first; `before` is the id of the last row one has. */
export async function listFeed(db: Queryable, missionId: string, limit: number, before?: string): Promise<Checkin[]> {
  const rows = await db.rows<Checkin>(
    `${FEED_SELECT} where c.mission_id = $1 and ($3::uuid is null or c.id < $3) order by c.id desc limit $2`,
    [missionId, limit, before ?? null],
  );
  return rows.map(withAvatar);
}
