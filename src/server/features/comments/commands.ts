import type { createComment as endpoint } from '#contract/comments.ts';
import { mentionedIn } from '#domain/mentions.ts';
import type { Parsed } from '#platform/contract/endpoint.ts';
import { newId } from '#platform/db/ids.ts';
import type { Db, Tx } from '#platform/db/open.ts';
import type { Authorized } from '#platform/http/authorized.ts';
import { fail, failField } from '#platform/http/errors.ts';
import { problem } from '#platform/i18n/problem.ts';
import type { Translate } from '#platform/i18n/translate.ts';
import type { MemberCheckin } from '../checkins/access.ts';
import { enqueueWebhook } from '../webhooks/public.ts';
import { lockAuthorOrOwner } from './access.ts';
import { removeComment } from './public.ts';
import * as queries from './queries.ts';
import { toComment } from './view.ts';

/** Finds the comment already sent under this ID. Fails if it belongs to another check-in. */
async function findFirst(tx: Tx, userId: string, checkinId: string, clientId: string | undefined) {
  const first = clientId === undefined ? null : await queries.findCommentByClientId(tx, userId, clientId);
  if (!first || first.checkin_id === checkinId) return first;
  return failField('client_id', problem('problems.comment_id_used'));
}

/** Comments on a check-in or replies to a comment. One `client_id` creates one comment. */
export async function createComment(
  tx: Tx,
  { user, t, now }: { user: { id: string }; t: Translate; now: Date },
  checkin: Authorized<MemberCheckin, 'member'>,
  body: Parsed<typeof endpoint, 'body'>,
) {
  const userId = user.id;
  const viewer = { id: userId, mission_owner_id: checkin.mission_owner_id, t };
  const answer = async (id: string) => toComment(await queries.findListed(tx, userId, id), [], viewer);
  // Checked first, because the parent might have been deleted since.
  const before = await findFirst(tx, userId, checkin.id, body.client_id);
  if (before) return answer(before.id);
  const parent = body.parent_comment_id
    ? ((await queries.lockParent(tx, checkin.id, body.parent_comment_id)) ?? fail('comment_not_found'))
    : null;
  const named = body.mentions.length > 0 ? await queries.listMembersAmong(tx, checkin.mission_id, body.mentions) : [];
  const mentioned = mentionedIn(body.content, named).map((member) => member.id);
  const own = { id: newId(now), client_id: body.client_id, user_id: userId };
  const comment = { ...own, content: body.content, parent, mentioned };
  const notified = await queries.insertComment(tx, checkin, comment, now);
  if (!notified) {
    // Sent twice concurrently: the other request has inserted it, and this statement sees it.
    const first = await findFirst(tx, userId, checkin.id, body.client_id);
    return first ? answer(first.id) : fail('conflict');
  }
  tx.changed({ mission_id: checkin.mission_id, checkin_id: checkin.id }, 'checkin');
  await tx.notify(notified);
  const post = { mission_id: checkin.mission_id, actor_id: userId, checkin_id: checkin.id };
  await enqueueWebhook(tx, { event: 'comment.created', ...post, comment_id: comment.id }, now);
  return answer(comment.id);
}

export const deleteComment = (db: Db, user: { readonly id: string }, commentId: string, now: Date): Promise<void> =>
  db.transact(async (tx) => {
    const comment = await lockAuthorOrOwner(tx, user, commentId);
    if (!(await removeComment(tx, comment, now))) fail('comment_not_found');
    tx.changed({ mission_id: comment.mission_id, checkin_id: comment.checkin_id }, 'checkin');
  });
