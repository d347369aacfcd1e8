import * as contract from '#contract/safety.ts';
import type { Deps } from '../../deps.ts';
import { fail } from '../../http/errors.ts';
import type { Serve } from '../../http/serve.ts';
import * as queries from './queries.ts';

/** Reports and blocks (docs/rules.md#accounts). Hiding a check-in belongs to check-ins. */
export function safetyRoutes(serve: Serve, { db, live }: Deps): void {
  /** Posts and notifications appear and disappear on all screens of the user who blocks; the other one is not told. */
  const hintOwnScreens = (userId: string) => live.hint({ user_ids: [userId] }, 'everything');

  serve(contract.reportCheckin, async ({ user, params, body, now }) => {
    const outcome = await queries.reportCheckin(db, { reporter_id: user.id, id: params.id, ...body }, now);
    if (outcome === 'not_found') fail('checkin_not_found');
    if (outcome !== 'reported') fail(outcome);
  });

  serve(contract.reportComment, async ({ user, params, body, now }) => {
    const outcome = await queries.reportComment(db, { reporter_id: user.id, id: params.id, ...body }, now);
    if (outcome === 'not_found') fail('comment_not_found');
    if (outcome !== 'reported') fail(outcome);
  });

  serve(contract.listBlocks, ({ user }) => queries.listBlocked(db, user.id));

  serve(contract.blockUser, async ({ user, params, now }) => {
    if (params.id === user.id) fail('block_self');
    if (!(await queries.block(db, user.id, params.id, now))) fail('user_not_found');
    hintOwnScreens(user.id);
  });

  serve(contract.unblockUser, async ({ user, params }) => {
    if (!(await queries.unblock(db, user.id, params.id))) fail('user_not_found');
    hintOwnScreens(user.id);
  });
}
