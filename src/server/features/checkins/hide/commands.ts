import type { Db, Tx } from '#platform/db/open.ts';
import type { Authorized } from '#platform/http/authorized.ts';
import { fail } from '#platform/http/errors.ts';
import type { UserRow } from '../../../facts/users.ts';
import { lockOwner } from '../access.ts';
import { setHidden } from '../public.ts';

type User = Pick<UserRow, 'id'>;

async function setShown(tx: Tx, { id }: Authorized<{ id: string }, 'owner'>): Promise<void> {
  await tx.rows('update checkins set hidden_at = null, hidden_reason = null, hidden_by = null where id = $1', [id]);
}

/**
 * Hides a check-in from the other members. Points, streaks and the quilt stay (docs/rules.md#check-ins). The operator
 * hides with the same columns, so `hidden_by` says who did. Without it, the owner could show what the operator hid.
 * Fails with `checkin_not_found`, `not_owner`, `hidden_by_operator` or `hide_own`.
 */
export const hideCheckin = (db: Db, user: User, checkinId: string, reason: string, now: Date): Promise<void> =>
  db.transact(async (tx) => {
    const checkin = await lockOwner(tx, user, checkinId);
    if (checkin.user_id === user.id) fail('hide_own');
    await setHidden(tx, checkin, { reason, by: 'owner' }, now);
    tx.changed({ mission_id: checkin.mission_id, checkin_id: checkin.id }, 'feed', 'notifications');
  });

/**
 * Shows a check-in to the other members again. An owner can show their own check-in, because they might have become the
 * owner after it was hidden. Fails like `hideCheckin`.
 */
export const showCheckin = (db: Db, user: User, checkinId: string): Promise<void> =>
  db.transact(async (tx) => {
    const checkin = await lockOwner(tx, user, checkinId);
    await setShown(tx, checkin);
    tx.changed({ mission_id: checkin.mission_id, checkin_id: checkin.id }, 'feed', 'notifications');
  });
