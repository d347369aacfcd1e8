import type { Db, Tx } from '#platform/db/open.ts';
import type { Authorized } from '#platform/http/authorized.ts';
import { fail } from '#platform/http/errors.ts';
import type { UserRow } from '../../../facts/users.ts';
import { lockOwner } from '../access.ts';
import { setHidden } from '../public.ts';

type User = Pick<UserRow, 'id'>;

/** Shows a check-in to the other members again. */
async function setShown(tx: Tx, { id }: Authorized<{ id: string }, 'owner'>): Promise<void> {
  await tx.rows('update checkins set hidden_at = null, hidden_reason = null, hidden_by = null where id = $1', [id]);
}

/**
 * The owner hides a check-in from the other members; points, streaks and the quilt stay (docs/rules.md#check-ins). The
 * operator hides by the same columns, so the row says who did (`hidden_by`): otherwise the owner could show again what
 * the operator hid, and the author would take the operator's reason for the owner's. Fails with checkin_not_found,
 * not_owner, hidden_by_operator or hide_own.
 */
export const hideCheckin = (db: Db, user: User, checkinId: string, reason: string, now: Date): Promise<void> =>
  db.transact(async (tx) => {
    const checkin = await lockOwner(tx, user, checkinId);
    if (checkin.user_id === user.id) fail('hide_own');
    await setHidden(tx, checkin, { reason, by: 'owner' }, now);
    tx.changed({ mission_id: checkin.mission_id, checkin_id: checkin.id }, 'feed', 'notifications');
  });

/**
 * The owner shows a check-in again, also one's own: a member whose check-in was hidden may have become the owner since.
 * Fails as `hideCheckin` does.
 */
export const showCheckin = (db: Db, user: User, checkinId: string): Promise<void> =>
  db.transact(async (tx) => {
    const checkin = await lockOwner(tx, user, checkinId);
    await setShown(tx, checkin);
    tx.changed({ mission_id: checkin.mission_id, checkin_id: checkin.id }, 'feed', 'notifications');
  });
