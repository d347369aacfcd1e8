import type { Checkin } from '#contract/checkins.ts';
import type { Hider } from '#domain/safety.ts';
import { avatarUrl } from '../../adapters/media-url.ts';
import type { Queryable } from '../../db/open.ts';
import { unblocked } from '../safety/access.ts';

const FEED_SELECT = `select c.id, c.user_id, u.name as user_name, u.avatar_key as user_avatar_url, c.mission_id, c.type,
  c.content, c.points_earned, c.local_day, c.performed_at, c.created_at, c.hidden_reason, c.hidden_by
  from checkins c join users u on u.id = c.user_id`;

type FeedRow = Omit<Checkin, 'hidden' | 'can'> & { hidden_reason: string | null; hidden_by: Hider | null };

/** Who looks at check-ins, and whether as the owner of their mission. */
interface Viewer {
  id: string;
  is_owner: boolean;
}

function presentCheckin({ hidden_reason, hidden_by, ...row }: FeedRow, viewer: Viewer): Checkin {
  const mine = row.user_id === viewer.id;
  return {
    ...row,
    user_avatar_url: avatarUrl(row.user_avatar_url),
    hidden: hidden_reason === null || hidden_by === null ? null : { reason: hidden_reason, by: hidden_by },
    can: { hide: viewer.is_owner && hidden_by !== 'operator' && (!mine || hidden_by !== null), report: !mine },
  };
}

/** The check-in that a client already sent under this id, if any. */
export async function findByClientId(db: Queryable, userId: string, clientId: string): Promise<Checkin | null> {
  const [row] = await db.rows<FeedRow>(`${FEED_SELECT} where c.user_id = $1 and c.client_id = $2`, [userId, clientId]);
  return row ? presentCheckin(row, { id: userId, is_owner: false }) : null;
}

/**
 * A page of a mission's check-ins, newest first; `before` is the id of the last row one has. Those of blocked people
 * are left out, and hidden ones for all but their author and the mission's owner.
 */
export async function listFeed(
  db: Queryable,
  viewer: Viewer,
  missionId: string,
  limit: number,
  before?: string,
): Promise<Checkin[]> {
  const rows = await db.rows<FeedRow>(
    `${FEED_SELECT} where c.mission_id = $1 and ($3::uuid is null or c.id < $3)
       and (c.hidden_at is null or c.user_id = $4 or $5) and ${unblocked('$4', 'c.user_id')}
     order by c.id desc limit $2`,
    [missionId, limit, before ?? null, viewer.id, viewer.is_owner],
  );
  return rows.map((row) => presentCheckin(row, viewer));
}
