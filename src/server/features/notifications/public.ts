import type { Tx } from '#platform/db/open.ts';
import { pushCheckin, pushNotifications } from './push/jobs.ts';
import { findAudienceOf } from './push/queries.ts';

/**
 * Announces notifications that the caller's transaction inserted, as `tx.notify`: a hint for the bells of their
 * recipients, and a job where somebody wants them as push messages (docs/rules.md#notifications).
 */
export async function notify(tx: Tx, ids: readonly string[]): Promise<void> {
  const { user_ids, push_ids } = await findAudienceOf(tx, ids);
  tx.changed({ user_ids }, 'notifications');
  if (push_ids) await tx.enqueue(pushNotifications, { ids: push_ids });
}

/** Sends push messages of a check-in that the caller's transaction inserted, by a job that finds the recipients. */
export const enqueuePushOfCheckin = (tx: Tx, checkinId: string): Promise<void> =>
  tx.enqueue(pushCheckin, { checkin_id: checkinId });

export { markAheadRead } from './bell/commands.ts';
