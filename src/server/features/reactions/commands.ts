import type { toggleReaction as endpoint } from '#contract/reactions.ts';
import type { Answer, Parsed } from '#platform/contract/endpoint.ts';
import type { Db } from '#platform/db/open.ts';
import { lockMember } from '../checkins/access.ts';
import { enqueueWebhook } from '../webhooks/public.ts';
import * as queries from './queries.ts';

export const toggleReaction = (
  db: Db,
  user: { readonly id: string },
  checkinId: string,
  { reaction_type: type, active }: Parsed<typeof endpoint, 'body'>,
  now: Date,
): Promise<Answer<typeof endpoint>> =>
  db.transact(async (tx) => {
    const checkin = await lockMember(tx, user, checkinId);
    const { stands, is_new, notified } = await queries.changeReaction(
      tx,
      checkin,
      { user_id: user.id, type, active },
      now,
    );
    tx.changed({ mission_id: checkin.mission_id, checkin_id: checkin.id }, 'checkin');
    // Removing a reaction removes its notification.
    tx.changed({ user_ids: [checkin.user_id] }, 'notifications');
    await tx.notify(notified);
    if (is_new) {
      const post = { mission_id: checkin.mission_id, actor_id: user.id, checkin_id: checkin.id };
      await enqueueWebhook(tx, { event: 'reaction.created', ...post, type }, now);
    }
    const summary = await queries.readReactions(tx, user.id, checkin.id);
    return { message: stands ? 'Reaction added' : 'Reaction removed', ...summary };
  });
