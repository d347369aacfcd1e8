import { idFrom, newId } from '#platform/db/ids.ts';
import type { Tx } from '#platform/db/open.ts';
import { audienceOf, type RaisedEvent } from './fan-out/commands.ts';
import { fanOutWebhook } from './fan-out/jobs.ts';
import { hasMissionListener, hasUserListener } from './fan-out/queries.ts';

export { emptyCheckinDeliveries, emptyDeliveries, emptyHiddenDeliveries } from './subjects/queries.ts';

/** The id of an event. Somebody who reacts, takes it back and reacts again raises the same one, which is told once. */
const eventIdOf = (raised: RaisedEvent, now: Date): string =>
  raised.event === 'reaction.created'
    ? idFrom([raised.event, raised.checkin_id, raised.actor_id, raised.type].join(' '))
    : newId(now);

/** Tells webhooks of an event by a job, where it is known that somebody listens. */
export const enqueueListenedWebhook = (tx: Tx, raised: RaisedEvent, now: Date): Promise<void> =>
  tx.enqueue(fanOutWebhook, { id: eventIdOf(raised, now), at: now.toISOString(), raised });

/**
 * Tells webhooks of what the caller's transaction did (docs/rules.md#webhooks): one indexed query whether anybody listens, and then a
 * job that finds out who.
 */
export async function enqueueWebhook(tx: Tx, raised: RaisedEvent, now: Date): Promise<void> {
  const { mission_id, actor_id, user_id } = audienceOf(raised);
  const isListened =
    user_id !== null
      ? await hasUserListener(tx, raised.event, user_id)
      : mission_id !== null && (await hasMissionListener(tx, raised.event, mission_id, actor_id));
  if (isListened) await enqueueListenedWebhook(tx, raised, now);
}
