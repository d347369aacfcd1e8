import type { Db, Tx } from '../../../db/open.ts';
import { fail } from '../../../http/errors.ts';
import { setHidden } from '../public.ts';
import { lockHideable, setShown } from './queries.ts';

/** Locks a check-in of a mission that the user owns until commit; fails when the operator hid it. */
async function lockForOwner(tx: Tx, userId: string, checkinId: string) {
  const checkin = (await lockHideable(tx, userId, checkinId)) ?? fail('checkin_not_found');
  if (checkin.owner_id !== userId) fail('not_owner');
  if (checkin.hidden_by === 'operator') fail('hidden_by_operator');
  return checkin;
}

/**
 * The owner hides a check-in from the other members; points, streaks and the quilt stay (docs/rules.md#check-ins). The
 * operator hides by the same columns, so the row says who did (`hidden_by`): otherwise the owner could show again what
 * the operator hid, and the author would take the operator's reason for the owner's. Fails with checkin_not_found,
 * not_owner, hidden_by_operator or hide_own.
 */
export const hideCheckin = (db: Db, userId: string, checkinId: string, reason: string, now: Date): Promise<void> =>
  db.transact(async (tx) => {
    const { id, mission_id, user_id } = await lockForOwner(tx, userId, checkinId);
    if (user_id === userId) fail('hide_own');
    await setHidden(tx, id, { reason, by: 'owner' }, now);
    tx.changed({ mission_id, checkin_id: id }, 'feed', 'notifications');
  });

/**
 * The owner shows a check-in again, also one's own: a member whose check-in was hidden may have become the owner since.
 * Fails as `hideCheckin` does.
 */
export const showCheckin = (db: Db, userId: string, checkinId: string): Promise<void> =>
  db.transact(async (tx) => {
    const { id, mission_id } = await lockForOwner(tx, userId, checkinId);
    await setShown(tx, id);
    tx.changed({ mission_id, checkin_id: id }, 'feed', 'notifications');
  });
