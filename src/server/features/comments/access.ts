import * as z from 'zod/mini';
import { Id } from '#platform/db/columns.ts';
import type { Tx } from '#platform/db/open.ts';
import type { Authorized } from '#platform/http/authorized.ts';
import { fail } from '#platform/http/errors.ts';
import type { UserRow } from '../../facts/users.ts';

const CommentRow = z.object({
  id: Id,
  /** The author. */
  user_id: Id,
  checkin_id: Id,
  mission_id: Id,
  mission_owner_id: Id,
});
type CommentRow = z.output<typeof CommentRow>;

/** Returns true for the author of a comment and for the owner of the mission. */
export const canDeleteComment = (comment: Pick<CommentRow, 'user_id' | 'mission_owner_id'>, userId: string): boolean =>
  comment.user_id === userId || comment.mission_owner_id === userId;

/**
 * Finds an existing comment for its author or the mission's owner. Fails with 404 for a user who is not a member, and
 * with 403 for other members. Locks the member's row until commit, so a concurrent deletion of the mission happens
 * before or after.
 */
export async function lockAuthorOrOwner(tx: Tx, user: Pick<UserRow, 'id'>, id: string) {
  const [row] = await tx.rows(
    CommentRow,
    `select k.id, k.user_id, k.checkin_id, c.mission_id, m.owner_id as mission_owner_id
     from comments k join checkins c on c.id = k.checkin_id join missions m on m.id = c.mission_id
     join members mb on mb.mission_id = c.mission_id
     where k.id = $1 and k.removed_at is null and mb.user_id = $2 and mb.left_at is null
     for key share of mb`,
    [id, user.id],
  );
  const comment = row ?? fail('comment_not_found');
  if (!canDeleteComment(comment, user.id)) fail('forbidden', { exact: 'comment_of_others' });
  return comment as Authorized<CommentRow, 'author' | 'owner'>;
}
