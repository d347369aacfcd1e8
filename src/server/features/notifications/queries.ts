import type { Notification } from '#contract/notifications.ts';
import { DAY_MS } from '#domain/durations.ts';
import { NOTIFICATIONS_SHOWN, READ_NOTIFICATION_DAYS, UNREAD_NOTIFICATION_DAYS } from '#domain/limits.ts';
import type { NOTIFICATION_TYPES } from '#domain/notifications.ts';
import { REACTION_EMOJI } from '#domain/reactions.ts';
import { avatarUrl } from '../../adapters/storage/media-url.ts';
import { floorId } from '../../db/ids.ts';
import type { Queryable } from '../../db/open.ts';
import { unblocked } from '../safety/public.ts';

type NotificationType = (typeof NOTIFICATION_TYPES)[number];

/**
 * What a notification needs to be shown: the mission, which the user is still in, and the check-in if it is about one.
 */
const SHOWN = `join missions m on m.id = n.mission_id
     join members mb on mb.mission_id = n.mission_id and mb.user_id = n.user_id and mb.left_at is null
     left join checkins c on c.id = n.checkin_id`;
/** Leaves out people whom the user blocked, and check-ins that are hidden from the user. */
const SEEN = `${unblocked('n.user_id', 'n.actor_id')}
       and (c.hidden_at is null or c.user_id = n.user_id or m.owner_id = n.user_id)`;

/** The newest notifications of a user, from missions that the user is still in. */
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

/** False when the user has no such notification. Reading again keeps the first time. */
export async function markRead(db: Queryable, userId: string, id: string, now: Date): Promise<boolean> {
  const rows = await db.rows(
    'update notifications set read_at = coalesce(read_at, $3) where id = $2 and user_id = $1 returning id',
    [userId, id, now],
  );
  return rows.length > 0;
}

/**
 * Deletes up to `limit` notifications that were read at least 30 days ago, or unread for 90 days; returns how many. Ids
 * sort by time, so the primary key finds the old ones.
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

/** Whether the owner of `notifications n`, with `user_settings s`, wants it as a push message. */
const WANTED = `n.type = any(s.push_types) and n.read_at is null
    and not exists (select from blocks b where b.blocker_id = n.user_id and b.blocked_id = n.actor_id)`;

/** Notifications of one type about one thing. */
export interface NotificationGroup {
  type: NotificationType;
  mission_id: string;
  checkin_id: string | null;
  /** Their recipients; null for check-ins, which concern all members. */
  user_ids: string[] | null;
  /** Those that somebody wants as push messages; null when there is none, as usual. */
  push_ids: string[] | null;
}

/** What is needed to announce notifications, in one statement. */
export const groupNotifications = (db: Queryable, ids: readonly string[]): Promise<NotificationGroup[]> =>
  db.rows(
    `select n.type, n.mission_id, n.checkin_id, array_agg(n.user_id) filter (where n.type <> 'checkin') as user_ids,
       array_agg(n.id) filter (where ${WANTED}) as push_ids
     from notifications n left join user_settings s on s.user_id = n.user_id
     where n.id = any($1) group by n.type, n.mission_id, n.checkin_id`,
    [ids],
  );

export interface PushableNotification {
  id: string;
  type: NotificationType;
  mission_id: string;
  mission_title: string;
  checkin_id: string | null;
  comment_id: string | null;
  actor_name: string;
  subscription_id: string;
}

/** One row for each device of the recipients who want these notifications, while they are members. */
export const listPushable = (db: Queryable, ids: readonly string[]): Promise<PushableNotification[]> =>
  db.rows(
    `select n.id, n.type, n.mission_id, m.title as mission_title, n.checkin_id, n.comment_id, a.name as actor_name,
       p.id as subscription_id
     from notifications n join user_settings s on s.user_id = n.user_id
     join missions m on m.id = n.mission_id
     join members mb on mb.mission_id = m.id and mb.user_id = n.user_id and mb.left_at is null
     join users a on a.id = n.actor_id
     join push_subscriptions p on p.user_id = n.user_id
     where n.id = any($1) and ${WANTED} order by n.id, p.id`,
    [ids],
  );

const HEX_OF_TIME = 12;

/** The smallest id that a row of this millisecond can have: ids begin with their time. */
function leastId(ms: number): string {
  const time = ms.toString(16).padStart(HEX_OF_TIME, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-0000-0000-000000000000`;
}

/** The notifications that somebody caused at one instant, for `pushNotificationsByInstant`; remove them together. */
export async function listIdsOfInstant(db: Queryable, actorId: string, at: Date): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(
    'select id from notifications where id >= $1 and id < $2 and actor_id = $3',
    [leastId(at.getTime()), leastId(at.getTime() + 1), actorId],
  );
  return rows.map((row) => row.id);
}
