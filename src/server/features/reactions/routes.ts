import * as contract from '#contract/reactions.ts';
import type { Deps } from '../../deps.ts';
import type { Serve } from '../../http/serve.ts';
import { requireCheckin, requireLockedCheckin } from '../checkins/public.ts';
import { enqueueWebhook } from '../webhooks/public.ts';
import * as queries from './queries.ts';

/** Reactions to check-ins (docs/rules.md#reactions). */
export function reactionRoutes(serve: Serve, { db }: Deps): void {
  serve(contract.listReactions, async ({ user, params }) => {
    const checkin = await requireCheckin(db, user.id, params.id);
    return queries.readReactions(db, user.id, checkin.id);
  });

  serve(contract.toggleReaction, ({ user, params, body, now }) =>
    db.transact(async (tx) => {
      const checkin = await requireLockedCheckin(tx, user.id, params.id);
      const reaction = { user_id: user.id, type: body.reaction_type, active: body.active };
      const { stands, is_new, notified } = await queries.changeReaction(tx, checkin, reaction, now);
      tx.changed({ mission_id: checkin.mission_id, checkin_id: checkin.id }, 'checkin');
      // Removing a reaction removes its notification.
      tx.changed({ user_ids: [checkin.user_id] }, 'notifications');
      await tx.notify(notified);
      if (is_new) {
        const post = { mission_id: checkin.mission_id, actor_id: user.id, checkin_id: checkin.id };
        await enqueueWebhook(tx, { event: 'reaction.created', ...post, type: reaction.type }, now);
      }
      const summary = await queries.readReactions(tx, user.id, checkin.id);
      return { message: stands ? ('Reaction added' as const) : ('Reaction removed' as const), ...summary };
    }),
  );
}
