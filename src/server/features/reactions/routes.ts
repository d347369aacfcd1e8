import * as contract from '#contract/reactions.ts';
import type { Deps } from '../../deps.ts';
import type { Serve } from '../../http/serve.ts';
import { lockCheckin, requireCheckin } from '../checkins/public.ts';
import { pushLater } from '../notifications/public.ts';
import * as queries from './queries.ts';

/** Reactions to check-ins (Spec 2 Mission detail, 4; Decisions 6). */
export function reactionRoutes(serve: Serve, { db, live, queue }: Deps): void {
  serve(contract.listReactions, async ({ user, params }) => {
    const checkin = await requireCheckin(db, user.id, params.id);
    return queries.readReactions(db, user.id, checkin.id);
  });

  serve(contract.toggleReaction, ({ user, params, body, now }) =>
    db.transact(async (tx, after) => {
      const checkin = await lockCheckin(tx, user.id, params.id);
      const reaction = { user_id: user.id, type: body.reaction_type, active: body.active };
      const stands = await queries.changeReaction(tx, checkin, reaction, now);
      if (stands && (await pushLater(queue, tx, { actor_id: user.id, at: now }))) after(() => queue.nudge());
      after(() => {
        live.hint({ mission_id: checkin.mission_id, checkin_id: checkin.id }, 'checkin');
        live.hint({ user_ids: [checkin.user_id] }, 'notifications');
      });
      const summary = await queries.readReactions(tx, user.id, checkin.id);
      return { message: stands ? ('Reaction added' as const) : ('Reaction removed' as const), ...summary };
    }),
  );
}
