import { newId } from '#platform/db/ids.ts';
import type { Tx } from '#platform/db/open.ts';
import { audienceOf, eventId, type RaisedEvent } from './fan-out/commands.ts';
import { fanOutWebhook } from './fan-out/jobs.ts';
import { hasMissionListener, hasUserListener } from './fan-out/queries.ts';

export { emptyCheckinDeliveries, emptyDeliveries, emptyHiddenDeliveries, eraseOwnHabit } from './subjects/queries.ts';

/** Enqueues an event without the search for listeners, because the caller has found one. */
export const enqueueListenedWebhook = (
  tx: Tx,
  raised: RaisedEvent,
  now: Date,
  id: string = raised.event === 'reaction.created' ? eventId.reaction(raised) : newId(now),
): Promise<void> => tx.enqueue(fanOutWebhook, { id, at: now.toISOString(), raised });

/**
 * Enqueues an event of the caller's transaction if a webhook subscribes to it (docs/rules.md#webhooks). One indexed
 * query checks for a listener; the job finds all.
 */
export async function enqueueWebhook(tx: Tx, raised: RaisedEvent, now: Date, id?: string): Promise<void> {
  const { mission_id, actor_id, user_id } = audienceOf(raised);
  const isListened =
    user_id !== null
      ? await hasUserListener(tx, raised.event, user_id)
      : mission_id !== null && (await hasMissionListener(tx, raised.event, mission_id, actor_id));
  if (isListened) await enqueueListenedWebhook(tx, raised, now, id);
}

/** Enqueues the start of a mission whose first day the caller's transaction moved to today. */
export const enqueueMovedStart = (tx: Tx, mission_id: string, first_day: string, now: Date): Promise<void> =>
  enqueueWebhook(tx, { event: 'mission.started', mission_id }, now, eventId.start(mission_id, first_day));
