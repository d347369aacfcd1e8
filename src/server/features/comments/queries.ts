import * as z from 'zod/mini';
import { Look } from '#contract/fields.ts';
import { LIST_MAX } from '#domain/limits.ts';
import { Bool, Id, Instant, Int, Text } from '#platform/db/columns.ts';
import { namedValues } from '#platform/db/named-values.ts';
import type { Queryable, Tx } from '#platform/db/open.ts';
import { anyRow, firstRow, firstValue, onlyRow } from '#platform/db/rows.ts';
import type { Authorized } from '#platform/http/authorized.ts';
import { unblocked } from '../../facts/blocks-and-hidden.ts';
import type { MemberCheckin } from '../checkins/access.ts';

const ListedComment = z.object({
  id: Id,
  parent_id: z.nullable(Id),
  user_id: Id,
  user_name: Text,
  avatar_key: z.nullable(Text),
  look: z.nullable(Look),
  content: Text,
  mentions: z.array(z.object({ user_id: Id, user_name: Text })),
  created_at: Instant,
  is_removed: Bool,
  replies_count: Int,
});
export type ListedComment = z.output<typeof ListedComment>;

/** The columns of comments for viewer `$1`, without people that the viewer blocked. */
const COLUMNS = `k.id, k.parent_id, k.user_id, u.name as user_name, u.avatar_key, u.look, k.content, k.created_at,
  k.removed_at is not null as is_removed,
  (select count(*) from comments r where r.parent_id = k.id and ${unblocked('$1', 'r.user_id')}) as replies_count,
  coalesce((select json_agg(json_build_object('user_id', named.id, 'user_name', named.name) order by named.id)
    from mentions n join users named on named.id = n.user_id where n.comment_id = k.id), '[]') as mentions`;

interface Page {
  limit: number;
  /** The ID of the last comment of the previous page. */
  after?: string | undefined;
}

const listOf =
  (condition: string) =>
  (db: Queryable, viewerId: string, id: string, { limit, after }: Page): Promise<ListedComment[]> =>
    db.rows(
      ListedComment,
      `select ${COLUMNS} from comments k join users u on u.id = k.user_id
       where ${condition} and ($4::uuid is null or k.id > $4)
         and ${unblocked('$1', 'k.user_id')} order by k.id limit $3`,
      [viewerId, id, limit, after ?? null],
    );

export const listRoots = listOf('k.checkin_id = $2 and k.parent_id is null');

export const listReplies = listOf('k.parent_id = $2');

export const listFirstReplies = (
  db: Queryable,
  viewerId: string,
  rootIds: readonly string[],
): Promise<ListedComment[]> =>
  db.rows(
    ListedComment,
    `select ${COLUMNS} from unnest($2::uuid[]) root
     cross join lateral (
       select * from comments r where r.parent_id = root and ${unblocked('$1', 'r.user_id')}
       order by r.id limit ${LIST_MAX}
     ) k
     join users u on u.id = k.user_id order by k.id`,
    [viewerId, rootIds],
  );

export const hasRoot = (db: Queryable, checkinId: string, commentId: string): Promise<boolean> =>
  anyRow(db, 'select from comments where id = $2 and checkin_id = $1 and parent_id is null', [checkinId, commentId]);

export const findListed = (db: Queryable, viewerId: string, id: string): Promise<ListedComment> =>
  onlyRow(db, ListedComment, `select ${COLUMNS} from comments k join users u on u.id = k.user_id where k.id = $2`, [
    viewerId,
    id,
  ]);

const Parent = z.object({
  /** The author. */
  user_id: Id,
  /** The root comment of its thread. */
  root_id: Id,
});
type Parent = z.output<typeof Parent>;

/** Locks a comment of the check-in and its root until commit, for a reply. Null if it does not exist. */
export const lockParent = (tx: Tx, checkinId: string, commentId: string): Promise<Parent | null> =>
  firstRow(
    tx,
    Parent,
    `select k.user_id, root.id as root_id
     from comments k join comments root on root.id = coalesce(k.parent_id, k.id)
     where k.id = $2 and k.checkin_id = $1 and k.removed_at is null for key share of k, root`,
    [checkinId, commentId],
  );

const Member = z.object({ id: Id, name: Text });

export const listMembersAmong = (
  db: Queryable,
  missionId: string,
  userIds: readonly string[],
): Promise<z.output<typeof Member>[]> =>
  db.rows(
    Member,
    `select u.id, u.name from members mb join users u on u.id = mb.user_id
     where mb.mission_id = $1 and mb.left_at is null and u.id = any($2)`,
    [missionId, userIds],
  );

const SentComment = z.object({ id: Id, checkin_id: Id });

/** Finds the comment that the author already sent under this `client_id`, on any check-in, or null. */
export const findCommentByClientId = (
  db: Queryable,
  userId: string,
  clientId: string,
): Promise<z.output<typeof SentComment> | null> =>
  firstRow(db, SentComment, 'select id, checkin_id from comments where user_id = $1 and client_id = $2', [
    userId,
    clientId,
  ]);

interface NewComment {
  id: string;
  client_id?: string | undefined;
  user_id: string;
  content: string;
  parent: Parent | null;
  /** IDs of the mentioned members. */
  mentioned: readonly string[];
}

const NotificationIds = z.array(Id);

const INSERT = namedValues(
  `with created as (
     insert into comments (id, checkin_id, user_id, parent_id, content, created_at, client_id)
     values (:id, :checkin_id, :user_id, :parent_id, :content, :created_at, :client_id)
     on conflict (user_id, client_id) do nothing returning id
   ), named as (
     insert into mentions (comment_id, user_id) select created.id, unnest(:mentioned::uuid[]) from created
   ), recipients as (
     select distinct on (user_id) user_id, type from (
       select unnest(:mentioned::uuid[]) as user_id, 'mention' as type
       union all select unnest(:authors::uuid[]), 'comment'
     ) every order by user_id, type desc
   ), notified as (
     insert into notifications (id, user_id, type, mission_id, actor_id, checkin_id, comment_id, created_at)
     select uuid7(:created_at), recipients.user_id, recipients.type, :mission_id, :user_id, :checkin_id, created.id,
       :created_at
     from created cross join recipients
     join members mb on mb.mission_id = :mission_id and mb.user_id = recipients.user_id and mb.left_at is null
     where recipients.user_id <> :user_id returning id
   )
   select array(select id from notified) as notified from created`,
);

/**
 * Inserts the comment, its mentions and the notifications. The authors of check-in and parent comment get one
 * notification each, as do mentioned members; a mention takes precedence. Commenters are never notified of their own
 * comment. Returns the notification IDs; null, without inserting, if the `client_id` was already used.
 */
export const insertComment = (
  tx: Tx,
  checkin: Authorized<MemberCheckin, 'member'>,
  { id, client_id, user_id, content, parent, mentioned }: NewComment,
  now: Date,
): Promise<string[] | null> =>
  firstValue(
    tx,
    NotificationIds,
    ...INSERT({
      ...{ id, user_id, content, mentioned, client_id: client_id ?? null, created_at: now },
      ...{ checkin_id: checkin.id, mission_id: checkin.mission_id, parent_id: parent?.root_id ?? null },
      authors: [checkin.user_id, ...(parent ? [parent.user_id] : [])],
    }),
  );
