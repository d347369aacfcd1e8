import * as contract from '#contract/comments.ts';
import { mentionedIn } from '#domain/mentions.ts';
import { newId } from '../../db/ids.ts';
import type { Tx } from '../../db/open.ts';
import type { Deps } from '../../deps.ts';
import { fail } from '../../http/errors.ts';
import type { Serve } from '../../http/serve.ts';
import { requireCheckin, requireLockedCheckin } from '../checkins/public.ts';
import { once } from '../idempotency-keys/public.ts';
import { enqueueWebhook } from '../webhooks/public.ts';
import { canDeleteComment, removeComment, requireComment } from './public.ts';
import * as queries from './queries.ts';
import { toComment } from './view.ts';

/** The comment that the author's device sent before under the same id; fails when it was under another check-in. */
async function findFirst(tx: Tx, userId: string, checkinId: string, clientId: string | undefined) {
  const first = clientId === undefined ? null : await queries.findCommentByClientId(tx, userId, clientId);
  if (!first || first.checkin_id === checkinId) return first;
  const message = 'This client_id was used for a comment on another check-in';
  return fail('invalid_input', { detail: message, errors: [{ path: 'client_id', message }] });
}

/** Comments and replies under check-ins (docs/rules.md#comments). */
export function commentRoutes(serve: Serve, deps: Deps): void {
  const { db } = deps;
  serve(contract.listComments, async ({ user, params, query }) => {
    const checkin = await requireCheckin(db, user.id, params.id);
    const viewer = { id: user.id, mission_owner_id: checkin.mission_owner_id };
    if (query.parent_comment_id !== undefined) {
      if (!(await queries.hasRoot(db, checkin.id, query.parent_comment_id))) fail('comment_not_found');
      const replies = await queries.listReplies(db, user.id, query.parent_comment_id, query);
      return replies.map((reply) => toComment(reply, [], viewer));
    }
    const roots = await queries.listRoots(db, user.id, checkin.id, query);
    const answered = roots.filter((root) => root.replies_count > 0).map((root) => root.id);
    const replies = answered.length > 0 ? await queries.listFirstReplies(db, user.id, answered) : [];
    const under = new Map<string | null, queries.ListedComment[]>();
    for (const reply of replies) {
      const others = under.get(reply.parent_id);
      if (others) others.push(reply);
      else under.set(reply.parent_id, [reply]);
    }
    return roots.map((root) => toComment(root, under.get(root.id) ?? [], viewer));
  });

  serve(contract.createComment, ({ user, params, body, now, idempotency }) => {
    const create = async (tx: Tx) => {
      const checkin = await requireLockedCheckin(tx, user.id, params.id);
      const viewer = { id: user.id, mission_owner_id: checkin.mission_owner_id };
      const answer = async (id: string) => toComment(await queries.findListed(tx, user.id, id), [], viewer);
      // Checked first: the comment that it replied to may be deleted by now.
      const before = await findFirst(tx, user.id, checkin.id, body.client_id);
      if (before) return answer(before.id);
      const parent = body.parent_comment_id
        ? ((await queries.lockParent(tx, checkin.id, body.parent_comment_id)) ?? fail('comment_not_found'))
        : null;
      const named =
        body.mentions.length > 0 ? await queries.listMembersAmong(tx, checkin.mission_id, body.mentions) : [];
      const mentioned = mentionedIn(body.content, named).map((member) => member.id);
      const own = { id: newId(now), client_id: body.client_id, user_id: user.id };
      const comment = { ...own, content: body.content, parent, mentioned };
      const notified = await queries.insertComment(tx, checkin, comment, now);
      if (!notified) {
        // Sent twice at once: the other one has been inserted by now, and this statement sees it.
        const first = await findFirst(tx, user.id, checkin.id, body.client_id);
        return first ? answer(first.id) : fail('conflict');
      }
      tx.changed({ mission_id: checkin.mission_id, checkin_id: checkin.id }, 'checkin');
      await tx.notify(notified);
      const post = { mission_id: checkin.mission_id, actor_id: user.id, checkin_id: checkin.id };
      await enqueueWebhook(tx, { event: 'comment.created', ...post, comment_id: comment.id }, now);
      return answer(comment.id);
    };
    return once(deps, { user, idempotency, now }, create);
  });

  serve(contract.deleteComment, ({ user, params, now }) =>
    db.transact(async (tx) => {
      const comment = await requireComment(tx, user.id, params.id);
      if (!canDeleteComment(comment, user.id))
        fail('forbidden', { detail: 'Only its author and the owner of the mission can delete a comment' });
      if (!(await removeComment(tx, comment, now))) fail('comment_not_found');
      tx.changed({ mission_id: comment.mission_id, checkin_id: comment.checkin_id }, 'checkin');
    }),
  );
}
