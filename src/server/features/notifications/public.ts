import * as z from 'zod/mini';
import type { PushMessage } from '#contract/push.ts';
import type { Tx } from '../../db/open.ts';
import { defineJob, PUSH_TRIES } from '../../jobs/job.ts';
import type { Queue } from '../../jobs/queue.ts';
import { sendPush } from '../push/public.ts';
import { type Act, hasPushSubscribers, listToPush, type ToPush } from './queries.ts';

const WORDS: Record<ToPush['type'], (name: string) => string> = {
  checkin: (name) => `${name} checked in`,
  reaction: (name) => `${name} reacted to your check-in`,
  comment: (name) => `${name} commented on your check-in`,
  mention: (name) => `${name} mentioned you`,
  nudge: (name) => `${name} nudges you: today is still open`,
};

function messageOf({ id, type, mission_id, mission_title, actor_name }: ToPush): PushMessage {
  return {
    title: mission_title,
    body: WORDS[type](actor_name),
    path: type === 'nudge' ? `/mission/${mission_id}#checkin` : `/mission/${mission_id}`,
    // Of many check-ins the newest stands for all; anything else is said to oneself.
    tag: type === 'checkin' ? `checkin-${mission_id}` : `${type}-${id}`,
  };
}

/** Turns the notifications of an act into a message for each device whose owner wants them. */
export const pushNotifications = defineJob({
  name: 'push-notifications',
  schema: z.object({ actor_id: z.string(), at: z.string() }),
  retry: { limit: PUSH_TRIES },
  handle: async ({ actor_id, at }, { db, sendAll }) => {
    const rows = await listToPush(db, { actor_id, at: new Date(at) });
    const payloads = rows.map((row) => ({ subscription_id: row.subscription_id, message: messageOf(row) }));
    await db.transact((tx) => sendAll(tx, sendPush, payloads));
  },
});

/**
 * Has the notifications that this act wrote in the caller's transaction sent as push messages, to whoever turned that
 * on (Decisions 6). `at` is the instant with which they were written. True when there is something for the queue.
 */
export async function pushLater(queue: Queue, tx: Tx, act: Act): Promise<boolean> {
  if (!(await hasPushSubscribers(tx, act))) return false;
  await queue.send(tx, pushNotifications, { actor_id: act.actor_id, at: act.at.toISOString() });
  return true;
}
