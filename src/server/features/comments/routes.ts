import * as contract from '#contract/comments.ts';
import { fail } from '#platform/http/errors.ts';
import type { Serve } from '#platform/http/serve.ts';
import type { Deps } from '../../app/deps.ts';
import { once } from '../../services/idempotency-keys/public.ts';
import * as checkins from '../checkins/access.ts';
import { createComment, deleteComment } from './commands.ts';
import * as queries from './queries.ts';
import { toComment } from './view.ts';

export function commentRoutes(serve: Serve, deps: Deps): void {
  const { db } = deps;
  serve(contract.listComments, checkins.requireMember, async ({ user, params, query, t }) => {
    const checkin = await checkins.requireMember(db, user, params.id);
    const viewer = { id: user.id, mission_owner_id: checkin.mission_owner_id, t };
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

  serve(contract.createComment, checkins.requireMember, ({ params, body, ...call }) =>
    once(deps, call, async (tx) => createComment(tx, call, await checkins.lockMember(tx, call.user, params.id), body)),
  );

  serve(contract.deleteComment, ({ user, params, now }) => deleteComment(db, user, params.id, now));
}
