import { Id } from '#platform/db/columns.ts';
import type { Tx } from '#platform/db/open.ts';
import { anyRow, firstValue } from '#platform/db/rows.ts';
import type { Authorized } from '#platform/http/authorized.ts';
import { emptyDeliveries } from '../webhooks/public.ts';

/**
 * Removes a comment and its notifications. A comment with replies stays without its text, and is deleted with its last
 * reply. False if another request was faster.
 */
export async function removeComment(
  tx: Tx,
  { id: commentId }: Authorized<{ id: string }, 'author' | 'owner' | 'operator'>,
  now: Date,
): Promise<boolean> {
  // Replies lock the root too: a concurrent reply is inserted before, or finds no comment.
  const rootId = await firstValue(
    tx,
    Id,
    'select id from comments where id = (select coalesce(parent_id, id) from comments where id = $1) for update',
    [commentId],
  );
  if (!rootId) return false;
  const isEmptied = await anyRow(
    tx,
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
  if (isEmptied) {
    await emptyDeliveries(tx, 'comment_id', commentId);
    return true;
  }
  const isGone = await anyRow(tx, 'delete from comments where id = $1 and removed_at is null returning id', [
    commentId,
  ]);
  await emptyDeliveries(tx, 'comment_id', commentId);
  await tx.rows(
    `delete from comments k where k.id = $1 and k.removed_at is not null
       and not exists (select from comments r where r.parent_id = k.id)`,
    [rootId],
  );
  return isGone;
}
