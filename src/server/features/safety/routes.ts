import * as contract from '#contract/safety.ts';
import { fail } from '#platform/http/errors.ts';
import type { Call } from '#platform/http/handler.ts';
import type { Serve } from '#platform/http/serve.ts';
import type { Deps } from '../../app/deps.ts';
import { once } from '../../services/idempotency-keys/public.ts';
import { type PostKind, requireReporter } from './access.ts';
import * as queries from './queries.ts';

export function safetyRoutes(serve: Serve, deps: Deps): void {
  const { db, live } = deps;
  /** Check-ins and notifications appear and disappear on all screens of the blocker; the blocked user gets no hint. */
  const hintOwnScreens = (userId: string) => live.hint({ user_ids: [userId] }, 'everything');

  type Report = Call<typeof contract.reportCheckin, { readonly id: string }, unknown>;
  const report =
    (kind: PostKind) =>
    ({ params, body, ...call }: Pick<Report, 'params' | 'body' | 'user' | 'idempotency' | 'now'>) =>
      once(deps, call, async (tx) => {
        const outcome = await queries.reportPost(
          tx,
          kind,
          { reporter_id: call.user.id, id: params.id, ...body },
          call.now,
        );
        if (outcome === 'not_found') fail(`${kind}_not_found`);
        if (outcome !== 'reported') fail(outcome);
      });
  serve(contract.reportCheckin, requireReporter('checkin'), report('checkin'));
  serve(contract.reportComment, requireReporter('comment'), report('comment'));

  serve(contract.listBlocks, ({ user }) => queries.listBlocked(db, user.id));

  serve(contract.blockUser, async ({ user, params, now }) => {
    if (params.id === user.id) fail('block_self');
    if (!(await queries.block(db, user.id, params.id, now))) fail('user_not_found');
    hintOwnScreens(user.id);
  });

  serve(contract.unblockUser, async ({ user, params, now }) => {
    if (!(await queries.unblock(db, user.id, params.id, now))) fail('user_not_found');
    hintOwnScreens(user.id);
  });
}
