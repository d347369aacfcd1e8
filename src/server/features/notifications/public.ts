import type { Tx } from '#platform/db/open.ts';
import { pushCheckin, pushNotifications } from './push/jobs.ts';
import { findAudienceOf } from './push/queries.ts';

/**
 * Announces notifications inserted by the caller's transaction, as `tx.notify`. Hints to the recipients' bells, and
 * queues a job if any recipient wants push messages (docs/rules.md#notifications).
 */
export async function notify(tx: Tx, ids: readonly string[]): Promise<void> {
  const { user_ids, push_ids } = await findAudienceOf(tx, ids);
  tx.changed({ user_ids }, 'notifications');
  if (push_ids) await tx.enqueue(pushNotifications, { ids: push_ids });
}

/**
 * Queues a job that sends push messages of a check-in inserted by the caller's transaction. The job finds the
 * recipients.
 */
export const enqueuePushOfCheckin = (tx: Tx, checkinId: string): Promise<void> =>
  tx.enqueue(pushCheckin, { checkin_id: checkinId });

export { markAheadRead } from './bell/commands.ts';
