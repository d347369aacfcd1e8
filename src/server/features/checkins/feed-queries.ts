import type { Checkin } from '#contract/checkins.ts';
import { REACTORS_IN_FEED } from '#domain/limits.ts';
import { avatarUrl } from '../../adapters/media-url.ts';
import type { Queryable } from '../../db/open.ts';
import { type GivenRow, presentReactions, reactionsColumn } from './queries.ts';

/** Of `$1`, who looks at it. One statement with all that a row shows: the number of rows adds no further ones. */
const FEED_SELECT = `select c.id, c.user_id, u.name as user_name, u.avatar_key as user_avatar_url, c.mission_id, c.type,
  c.content, c.points_earned, c.local_day, c.performed_at, c.created_at, ${reactionsColumn('$1', REACTORS_IN_FEED)},
  (select count(*) from comments k where k.checkin_id = c.id and k.removed_at is null) as comments_count
  from checkins c join users u on u.id = c.user_id`;

type FeedRow = Omit<Checkin, 'reactions' | 'user_reactions'> & { given: GivenRow[] };

const present = ({ given, ...row }: FeedRow): Checkin => ({
  ...row,
  user_avatar_url: avatarUrl(row.user_avatar_url),
  ...presentReactions(given),
});

/** The check-in that a client already sent under this id, if any. */
export async function findByClientId(db: Queryable, userId: string, clientId: string): Promise<Checkin | null> {
  const [row] = await db.rows<FeedRow>(`${FEED_SELECT} where c.user_id = $1 and c.client_id = $2`, [userId, clientId]);
  return row ? present(row) : null;
}

/** A page of a mission's check-ins for one of its members, newest first; `before` is the id of the last row one has. */
export async function listFeed(
  db: Queryable,
  viewerId: string,
  missionId: string,
  limit: number,
  before?: string,
): Promise<Checkin[]> {
  const rows = await db.rows<FeedRow>(
    `${FEED_SELECT} where c.mission_id = $2 and ($4::uuid is null or c.id < $4) order by c.id desc limit $3`,
    [viewerId, missionId, limit, before ?? null],
  );
  return rows.map(present);
}
