import * as z from 'zod/mini';
import { Notification } from '#contract/notifications.ts';
import { earliestEditable } from '#domain/checkins.ts';
import { NOTIFICATIONS_SHOWN, UNREAD_CHECKINS_COUNTED } from '#domain/limits.ts';
import { lookOf } from '#domain/looks.ts';
import { REACTION_EMOJI } from '#domain/reactions.ts';
import { READ_NOTIFICATION_DAYS, UNREAD_NOTIFICATION_DAYS } from '#domain/retention.ts';
import { Id, Int } from '#platform/db/columns.ts';
import { floorId } from '#platform/db/ids.ts';
import type { Queryable } from '#platform/db/open.ts';
import { daysBefore } from '#platform/lib/durations.ts';
import { unblocked, visibleTo } from '../../../facts/blocks-and-hidden.ts';
import { Look } from '../../../facts/fields.ts';
import { acceptableAt } from '../../../facts/invitations.ts';
import { ownHabitOfAuthor } from '../../../facts/own-habits.ts';
import { avatarUrl } from '../../../facts/users.ts';

/** SQL for whether check-in `c` of mission `m` is visible to the user. */
const IS_VISIBLE = visibleTo({ checkin: 'c', mission: 'm', viewer: '$1' });

/** Returns $1 to $4 of the statements below: the user, the smallest IDs of 30 and 90 days ago, and the instant. */
export const readerValues = (userId: string, now: Date) => [
  userId,
  floorId(daysBefore(now, READ_NOTIFICATION_DAYS)),
  floorId(daysBefore(now, UNREAD_NOTIFICATION_DAYS)),
  now,
];

/**
 * SQL for the user's current missions, each with three IDs that start a range of check-ins. Those from `listed_since`
 * can be in the bell: at most 90 days old, and made since the user joined or rejoined. Those from `unread_since` are
 * unread unless marked, and all before are read. Read ones stay listed only from `read_since`. A materialized table is
 * computed once and keeps the plan the same for all values; planning takes longer than the statement.
 */
export const MINE = `mine as materialized (
       select mb.mission_id, mb.muted, m.title, m.owner_id, m.board, m.habit, unread_since, $2::uuid as read_since,
         greatest(since, least($2::uuid, unread_since)) as listed_since
       from members mb join missions m on m.id = mb.mission_id join users r on r.id = mb.user_id
       cross join lateral (
         select greatest($3::uuid, uuid7_floor(coalesce(mb.returned_at, mb.joined_at))) as since
       ) joined
       cross join lateral (
         select greatest(since, uuid7_floor(r.checkins_seen_at + interval '1 millisecond')) as unread_since
       ) seen
       where mb.user_id = $1 and mb.left_at is null
     )`;

/**
 * SQL for the rows `n` that the user can see. `m` is the mission, `next` the mission of an open invitation to the next
 * round, and `c` the check-in, if any. Omits people the user blocked and check-ins hidden from the user. `offset 0`
 * makes PostgreSQL start with the user's own rows instead of a whole mission.
 */
export const ownRows = (which: string) => `(
         select * from notifications where user_id = $1 ${which} offset 0
       ) n left join mine m on m.mission_id = n.mission_id
       left join lateral (
         select m.title from invitations i join missions m on m.id = i.mission_id join users r on r.email = i.invitee_email
         where i.id = n.invitation_id and r.id = $1 and ${acceptableAt({ invitation: 'i', mission: 'm', now: '$4' })}
       ) next on n.type = 'invitation' and m.mission_id is null
       left join checkins c on c.id = n.checkin_id
       where case when n.type = 'invitation' then next.title is not null else m.mission_id is not null end
         and ${unblocked('$1', 'n.actor_id')} and ${IS_VISIBLE}`;

/**
 * SQL for whether check-in `c` of mission `m` concerns the user: made by someone else, visible, and not muted. With
 * `any`, which PostgreSQL does not turn into a constant, and a sort by mission first, only the feed's index fits. With
 * few missions PostgreSQL would otherwise read all their check-ins. It expects enough of each mission among the newest,
 * but an ended mission has none there.
 */
const CONCERNS = `not m.muted and c.mission_id = any (array[m.mission_id]) and c.user_id <> $1
           and ${IS_VISIBLE} and ${unblocked('$1', 'c.user_id')}`;
const IS_MARKED = 'exists (select from checkin_reads cr where cr.user_id = $1 and cr.checkin_id = c.id)';
export const IS_LISTED = `c.id >= m.listed_since and ${CONCERNS} and (c.id >= m.read_since or not ${IS_MARKED})`;

/** The numbers of unread notifications. */
const Unread = z.object({
  /** Rows that concern only this user. */
  badge_count: Int,
  /** Check-ins of others. */
  unread_checkins: Int,
});

const ShownRow = z.extend(z.omit(Notification, { reaction_emoji: true }), {
  ...Unread.shape,
  /** The person who did it. */
  user_id: Id,
  user_look: z.nullable(Look),
});

/** The only row of an empty list, which contains only the numbers. */
const EmptyRow = z.looseObject({ ...Unread.shape, id: z.null() });

const BellRow = z.union([ShownRow, EmptyRow]);

interface BellPage {
  limit: number;
  /** The ID of the last notification of the previous page. */
  before?: string | undefined;
  /** Only notifications of what was made or edited at or after this instant. */
  since?: string | undefined;
}

/** The conditions of a page on the user's own rows and on check-ins `c`, and its limit. */
interface PageSql {
  readonly own: string;
  readonly others: string;
  readonly limit: string | number;
}

/** The newest page, which open screens request; its statement has no more conditions. */
const NEWEST: PageSql = { own: '', others: '', limit: NOTIFICATIONS_SHOWN };
const PAGE: PageSql = {
  own: 'and id < $5 and id >= $6 and created_at >= $7',
  others: 'and c.id < $5 and c.id >= $6 and (c.created_at >= $7 or c.edited_at >= $7)',
  limit: '$8',
};
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** Returns $5 to $8 of the statement of a page. */
function pageValues({ limit, before, since }: BellPage) {
  const start = since === undefined ? new Date(0) : new Date(since);
  return [before ?? LAST_ID, floorId(earliestEditable(start)), start, limit];
}

/**
 * Builds SQL that merges rows for the user with others' check-ins, and counts unread ones. It counts unread check-ins
 * up to 100.
 */
const bellSql = ({ own, others, limit }: PageSql) =>
  `with ${MINE}, own as (
       select n.id, n.read_at is not null as is_read, n.type, n.checkin_id, n.comment_id, n.mission_id,
         coalesce(m.title, next.title) as mission_title, n.actor_id, c.type as checkin_type, coalesce(c.user_id = $1, false) as is_own_checkin, null as own_habit,
         n.reaction_type, c.content, 0 as points_earned, n.created_at
       from ${ownRows(`${own} order by id desc`)} order by n.id desc limit ${limit}
     ), others as (
       select c.id, c.id < m.unread_since or ${IS_MARKED}, 'checkin', c.id, null::uuid, m.mission_id, m.title, c.user_id,
         c.type, false, ${ownHabitOfAuthor({ mission: 'm', checkin: 'c' })}, null, c.content, case when m.board = 'stars' then c.points_earned end, c.created_at
       from mine m cross join lateral (
         select c.id, c.mission_id, c.user_id, c.type, c.content, c.points_earned, c.created_at from checkins c where ${IS_LISTED} ${others}
         order by c.mission_id desc, c.id desc limit ${limit}
       ) c order by c.id desc limit ${limit}
     ), newest as (
       select b.id, b.is_read, b.type, b.checkin_id, b.comment_id, b.mission_id, b.mission_title, a.name as user_name,
         a.id as user_id, a.look as user_look, a.avatar_key as user_avatar_url, b.checkin_type, b.is_own_checkin, b.own_habit, b.reaction_type,
         coalesce(k.content, b.content, '') as content, coalesce(b.content, '') as checkin_content, b.points_earned,
         b.created_at
       from (table own union all table others order by id desc limit ${limit}) b
       join users a on a.id = b.actor_id left join comments k on k.id = b.comment_id
     ), unread as (
       select (select count(*) from ${ownRows('and read_at is null')}) as badge_count,
         (select count(*) from (
           select from mine m cross join lateral (
             select from checkins c where c.id >= m.unread_since and ${CONCERNS} and not ${IS_MARKED}
             order by c.mission_id desc, c.id desc limit ${UNREAD_CHECKINS_COUNTED}
           ) c limit ${UNREAD_CHECKINS_COUNTED}
         ) first) as unread_checkins
     )
     select badge_count, unread_checkins, newest.* from unread left join newest on true order by newest.id desc`;

const NEWEST_SQL = bellSql(NEWEST);
const PAGE_SQL = bellSql(PAGE);

/**
 * Reads a page of the user's notifications from current missions, newest first, and the unread counts. The badge omits
 * check-ins of others. A check-in's notification has the check-in's ID.
 */
export async function readBell(
  db: Queryable,
  userId: string,
  page: BellPage,
  now: Date,
): Promise<{ notifications: Notification[]; unread_count: number; badge_count: number }> {
  const isNewest = page.limit === NOTIFICATIONS_SHOWN && page.before === undefined && page.since === undefined;
  const values = readerValues(userId, now);
  const rows = await (isNewest
    ? db.rows(BellRow, NEWEST_SQL, values)
    : db.rows(BellRow, PAGE_SQL, [...values, ...pageValues(page)]));
  // Completes the rows themselves, because copies of fifty took longer than the rest of the call. The response schema
  // omits the other fields.
  const notifications = rows.flatMap((row) =>
    row.id === null
      ? []
      : Object.assign(row, {
          id: row.id,
          user_avatar_url: avatarUrl(row.user_avatar_url),
          user_look: lookOf(row.user_id, row.user_look),
          reaction_emoji: row.reaction_type === null ? null : REACTION_EMOJI[row.reaction_type],
        }),
  );
  const { badge_count, unread_checkins } = rows[0]!;
  return { notifications, unread_count: badge_count + unread_checkins, badge_count };
}
