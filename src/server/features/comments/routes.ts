import * as contract from '#contract/comments.ts';
import { mentionedIn } from '#domain/mentions.ts';
import { newId } from '../../db/ids.ts';
import type { Deps } from '../../deps.ts';
import { fail } from '../../http/errors.ts';
import type { Serve } from '../../http/serve.ts';
import { lockCheckin, requireCheckin } from '../checkins/access.ts';
import { mayDelete, requireComment } from './access.ts';
import { presentComment } from './presented-comment.ts';
import * as queries from './queries.ts';

/** Comments and replies under check-ins (Spec 2 Mission detail; Decisions 6). */
export function commentRoutes(serve: Serve, { db, live }: Deps): void {
  serve(contract.listComments, async ({ user, params, query }) => {
    const checkin = await requireCheckin(db, user.id, params.id);
    const viewer = { id: user.id, mission_owner_id: checkin.mission_owner_id };
    if (query.parent_comment_id !== undefined) {
      if (!(await queries.hasRoot(db, checkin.id, query.parent_comment_id))) fail('comment_not_found');
      const replies = await queries.listReplies(db, user.id, query.parent_comment_id, query);
      return replies.map((reply) => presentComment(reply, [], viewer));
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
    return roots.map((root) => presentComment(root, under.get(root.id) ?? [], viewer));
  });

  serve(contract.createComment, ({ user, params, body, now }) =>
    db.transact(async (tx, after) => {
      const checkin = await lockCheckin(tx, user.id, params.id);
      const parent = body.parent_comment_id
        ? ((await queries.lockParent(tx, checkin.id, body.parent_comment_id)) ?? fail('comment_not_found'))
        : null;
      const named =
        body.mentions.length > 0 ? await queries.listMembersAmong(tx, checkin.mission_id, body.mentions) : [];
      const mentioned = mentionedIn(body.content, named).map((member) => member.id);
      const comment = { id: newId(now), user_id: user.id, content: body.content, parent, mentioned };
      await queries.insertComment(tx, checkin, comment, now);
      after(() => {
        live.hint({ mission_id: checkin.mission_id, checkin_id: checkin.id }, 'checkin');
        const user_ids = [checkin.user_id, ...(parent ? [parent.user_id] : []), ...mentioned];
        live.hint({ user_ids }, 'notifications');
      });
      const viewer = { id: user.id, mission_owner_id: checkin.mission_owner_id };
      return presentComment(await queries.findListed(tx, user.id, comment.id), [], viewer);
    }),
  );

  serve(contract.deleteComment, ({ user, params, now }) =>
    db.transact(async (tx, after) => {
      const comment = await requireComment(tx, user.id, params.id);
      if (!mayDelete(comment, user.id))
        fail('forbidden', { detail: 'Only its author and the owner of the mission can delete a comment' });
      if (!(await queries.removeComment(tx, comment, now))) fail('comment_not_found');
      after(() => live.hint({ mission_id: comment.mission_id, checkin_id: comment.checkin_id }, 'checkin'));
      return undefined;
    }),
  );
}
