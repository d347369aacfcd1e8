import type { Tx } from '../../db/open.ts';
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

/**
 * An SQL expression that is true when a member of the mission other than `author`, who has not muted it, has a device and wants push messages
 * of check-ins; only then `enqueuePushOfCheckin` is needed. Both are columns of the statement, such as `m.id`: for a
 * parameter PostgreSQL would plan it anew for every mission, which takes longer than to run it. As an array the devices
 * of all members are found by one pass through an index.
 */
export const wantsPushOfCheckin = (mission: string, author: string): string =>
  `exists (
    select from push_subscriptions p
    where p.user_id = any(array(
        select o.user_id from members o
        where o.mission_id = ${mission} and o.user_id <> ${author} and o.left_at is null and not o.muted))
      and exists (select from user_settings s where s.user_id = p.user_id and 'checkin' = any(s.push_types)))`;

/** Sends push messages of a check-in that the caller's transaction inserted, by a job that finds the recipients. */
export const enqueuePushOfCheckin = (tx: Tx, checkinId: string): Promise<void> =>
  tx.enqueue(pushCheckin, { checkin_id: checkinId });
