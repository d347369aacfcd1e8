import type { Queryable, Tx } from '../../db/open.ts';
import { firstRow } from '../../db/rows.ts';
import { fail } from '../../http/errors.ts';
import { emptyDeliveries } from '../webhooks/public.ts';

export interface CommentRow {
  id: string;
  /** Its author. */
  user_id: string;
  checkin_id: string;
  mission_id: string;
  mission_owner_id: string;
}

/**
 * A comment that was not removed, for members of its mission; anyone else gets the 404 of an unknown id. The member's
 * row is locked against deletion until commit: a simultaneous deletion of the mission comes before or after.
 */
export async function requireComment(db: Queryable, userId: string, commentId: string): Promise<CommentRow> {
  const [row] = await db.rows<CommentRow>(
    `select k.id, k.user_id, k.checkin_id, c.mission_id, m.owner_id as mission_owner_id
     from comments k join checkins c on c.id = k.checkin_id join missions m on m.id = c.mission_id
     join members mb on mb.mission_id = c.mission_id
     where k.id = $1 and k.removed_at is null and mb.user_id = $2 and mb.left_at is null
     for key share of mb`,
    [commentId, userId],
  );
  return row ?? fail('comment_not_found');
}

/** A comment can be deleted by its author and by the owner of the mission. */
export const canDeleteComment = (comment: Pick<CommentRow, 'user_id' | 'mission_owner_id'>, userId: string): boolean =>
  comment.user_id === userId || comment.mission_owner_id === userId;

/**
 * Removes a comment and its notifications. With replies it keeps its place without its text; an empty place is deleted
 * with its last reply. False when somebody else was faster.
 */
export async function removeComment(tx: Tx, commentId: string, now: Date): Promise<boolean> {
  // Replies lock it too: a simultaneous reply is inserted before, or finds nothing to reply to.
  const root = await firstRow<{ id: string }>(
    tx.rows,
    'select id from comments where id = (select coalesce(parent_id, id) from comments where id = $1) for update',
    [commentId],
  );
  if (!root) return false;
  const emptied = await tx.rows(
    `with emptied as (
       update comments k set content = '', removed_at = $2
       where k.id = $1 and k.removed_at is null and exists (select from comments r where r.parent_id = k.id)
       returning k.id
     ), unnamed as (
       delete from mentions where comment_id in (select id from emptied)
     ), untold as (
       delete from notifications where comment_id in (select id from emptied)
     )
     select id from emptied`,
    [commentId, now],
  );
  if (emptied.length > 0) {
    await emptyDeliveries(tx, 'comment_id', commentId);
    return true;
  }
  const gone = await tx.rows('delete from comments where id = $1 and removed_at is null returning id', [commentId]);
  await emptyDeliveries(tx, 'comment_id', commentId);
  await tx.rows(
    `delete from comments k where k.id = $1 and k.removed_at is not null
       and not exists (select from comments r where r.parent_id = k.id)`,
    [root.id],
  );
  return gone.length > 0;
}
