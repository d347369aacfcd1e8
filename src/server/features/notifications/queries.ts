import type { Notification } from '#contract/notifications.ts';
import { DAY_MS } from '#domain/durations.ts';
import { NOTIFICATIONS_SHOWN, READ_NOTIFICATION_DAYS, UNREAD_NOTIFICATION_DAYS } from '#domain/limits.ts';
import { REACTION_EMOJI } from '#domain/reactions.ts';
import { avatarUrl } from '../../adapters/media-url.ts';
import { floorId } from '../../db/ids.ts';
import type { Queryable } from '../../db/open.ts';
import { unblocked } from '../safety/access.ts';

/** What a notification needs to be shown: the mission, with the user still in it, and the check-in if it is about one. */
const SHOWN = `join missions m on m.id = n.mission_id
     join members mb on mb.mission_id = n.mission_id and mb.user_id = n.user_id and mb.left_at is null
     left join checkins c on c.id = n.checkin_id`;
/** Nothing of people whom the user blocked, nor of check-ins that are hidden from the user. */
const SEEN = `${unblocked('n.user_id', 'n.actor_id')}
       and (c.hidden_at is null or c.user_id = n.user_id or m.owner_id = n.user_id)`;

/** The newest notifications of a user, of missions the user is still in. */
export async function listNewest(db: Queryable, userId: string): Promise<Notification[]> {
  const rows = await db.rows<Omit<Notification, 'reaction_emoji'>>(
    `select n.id, n.read_at is not null as is_read, n.type, n.checkin_id, n.comment_id, n.mission_id,
       m.title as mission_title, a.name as user_name, a.avatar_key as user_avatar_url, c.type as checkin_type,
       coalesce(c.user_id = n.user_id, false) as is_own_checkin, n.reaction_type,
       coalesce(k.content, c.content, '') as content, coalesce(c.content, '') as checkin_content,
       case n.type when 'checkin' then coalesce(c.points_earned, 0) else 0 end as points_earned, n.created_at
     from notifications n ${SHOWN}
     join users a on a.id = n.actor_id
     left join comments k on k.id = n.comment_id
     where n.user_id = $1 and ${SEEN} order by n.id desc limit ${NOTIFICATIONS_SHOWN}`,
    [userId],
  );
  return rows.map((row) => ({
    ...row,
    user_avatar_url: avatarUrl(row.user_avatar_url),
    reaction_emoji: row.reaction_type === null ? null : REACTION_EMOJI[row.reaction_type],
  }));
}

export async function countUnread(db: Queryable, userId: string): Promise<number> {
  const [row] = await db.rows<{ count: number }>(
    `select count(*) as count from notifications n ${SHOWN}
     where n.user_id = $1 and n.read_at is null and ${SEEN}`,
    [userId],
  );
  return row!.count;
}

export async function markAllRead(db: Queryable, userId: string, now: Date): Promise<void> {
  await db.rows('update notifications set read_at = $2 where user_id = $1 and read_at is null', [userId, now]);
}

/** False when the user has no such notification. Reading twice keeps the first time. */
export async function markRead(db: Queryable, userId: string, id: string, now: Date): Promise<boolean> {
  const rows = await db.rows(
    'update notifications set read_at = coalesce(read_at, $3) where id = $2 and user_id = $1 returning id',
    [userId, id, now],
  );
  return rows.length > 0;
}

/**
 * Removes up to `limit` notifications that were read 30 days ago and longer, or that nobody read in 90 days; answers how
 * many went. Ids sort by time, so the old ones are found by the primary key. Decisions 6.
 */
export async function purgeOld(db: Queryable, now: Date, limit: number): Promise<number> {
  const ago = (days: number) => new Date(now.getTime() - days * DAY_MS);
  const [row] = await db.rows<{ count: number }>(
    `with gone as (
       delete from notifications where id = any(array(
         select id from notifications where id < $1 and (read_at <= $2 or id < $3) limit $4
       )) returning id
     )
     select count(*) as count from gone`,
    [floorId(ago(READ_NOTIFICATION_DAYS)), ago(READ_NOTIFICATION_DAYS), floorId(ago(UNREAD_NOTIFICATION_DAYS)), limit],
  );
  return row!.count;
}
