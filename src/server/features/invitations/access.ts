import { invitationState } from '#domain/invitations.ts';
import type { Queryable, Tx } from '#platform/db/open.ts';
import type { Authorized } from '#platform/http/authorized.ts';
import { fail } from '#platform/http/errors.ts';
import { stateOf } from '../../facts/missions.ts';
import type { UserRow } from '../../facts/users.ts';
import {
  findInvitation,
  type InvitationRow,
  type InvitationStateRow,
  type LockedInvitation,
  lockInvitation,
} from './inbox/queries.ts';

type User = Pick<UserRow, 'id'>;

export const currentInvitationState = (row: InvitationStateRow, now: Date) =>
  invitationState({ status: row.status, expires_at: new Date(row.expires_at) }, stateOf(row, now), now);

/** Fails with 400 if the invitation was already answered, and with 404 if it expired. */
function requireOpen(row: InvitationStateRow, now: Date, extra: { mission_id?: string } = {}): void {
  const state = currentInvitationState(row, now);
  if (state === 'processed') fail('invitation_processed', extra);
  if (state === 'gone') fail('invitation_not_found');
}

export async function requireKeyHolder(db: Queryable, key: string, now: Date) {
  const found = (await findInvitation(db, key)) ?? fail('invitation_not_found');
  requireOpen(found, now);
  return found as Authorized<InvitationRow, 'key_holder'>;
}

/**
 * Locks an open invitation until commit, for a user who has its key. For a member the error includes the `mission_id`.
 * For a user removed by the owner after it was sent, the invitation does not exist.
 */
export async function lockKeyHolder(tx: Tx, user: User, key: string, now: Date) {
  const found = (await lockInvitation(tx, key, user.id)) ?? fail('invitation_not_found');
  if (found.viewer_was_removed) fail('invitation_not_found');
  requireOpen(found, now, found.viewer_is_member ? { mission_id: found.id } : {});
  return found as Authorized<LockedInvitation, 'key_holder'>;
}

/**
 * Locks an open invitation until commit, for the mission's owner. The owner has its public ID. Fails with 404 for a
 * user who is not a member, and with 403 for other members.
 */
export async function lockOwner(tx: Tx, user: User, publicId: string, now: Date) {
  const found = await lockInvitation(tx, publicId, user.id, 'public_id');
  if (!found?.viewer_is_member) fail('invitation_not_found');
  if (found.owner_id !== user.id) fail('not_owner');
  requireOpen(found, now, { mission_id: found.id });
  return found as Authorized<LockedInvitation, 'owner'>;
}
