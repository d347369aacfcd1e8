import { invitationState } from '#domain/invitations.ts';
import type { Tx } from '../../db/open.ts';
import { fail } from '../../http/errors.ts';
import { stateOf } from '../missions/access.ts';
import { type InvitationStateRow, type LockedInvitation, lockInvitation } from './queries.ts';

/** How the invitation meets who opens it now (Decisions 5). */
export const currentInvitationState = (row: InvitationStateRow, now: Date) =>
  invitationState({ status: row.status, expires_at: new Date(row.expires_at) }, stateOf(row, now), now);

/** Ends the request unless the invitation can be answered: 400 once it was, 404 when it is over. */
export function requireOpen(row: InvitationStateRow, now: Date, extra: { mission_id?: string } = {}): void {
  const standing = currentInvitationState(row, now);
  if (standing === 'processed') fail('invitation_processed', extra);
  if (standing === 'gone') fail('invitation_not_found');
}

/** The open invitation, held until commit. Who is in its mission already is told which one that is. */
export async function lockOpen(tx: Tx, id: string, userId: string, now: Date): Promise<LockedInvitation> {
  const found = (await lockInvitation(tx, id, userId)) ?? fail('invitation_not_found');
  requireOpen(found, now, found.asker_is_member ? { mission_id: found.id } : {});
  return found;
}
