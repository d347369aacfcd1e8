import type { Tx } from '../../db/open.ts';
import { pushNotifications } from './jobs.ts';
import { groupNotifications } from './queries.ts';

/**
 * Announces notifications that the caller's transaction inserted, as `tx.notify`: a hint for the bells of their
 * recipients, and a job where somebody wants them as push messages (docs/rules.md#notifications).
 */
export async function notify(tx: Tx, ids: readonly string[]): Promise<void> {
  const groups = await groupNotifications(tx, ids);
  for (const { mission_id, checkin_id, user_ids } of groups) {
    // A check-in's other hint has the same audience, so both are sent as one.
    const audience = user_ids ? { user_ids } : { mission_id, ...(checkin_id && { checkin_id }) };
    tx.changed(audience, 'notifications');
  }
  const wanted = groups.flatMap(({ push_ids }) => push_ids ?? []);
  if (wanted.length > 0) await tx.enqueue(pushNotifications, { ids: wanted });
}
