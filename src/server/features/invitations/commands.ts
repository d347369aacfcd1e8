import { DAY_MS, SECOND_MS } from '#domain/durations.ts';
import { invitationState } from '#domain/invitations.ts';
import { INVITATIONS_A_DAY_TO_ADDRESS } from '#domain/limits.ts';
import type { Tx } from '../../db/open.ts';
import { fail } from '../../http/errors.ts';
import { planLimits } from '../billing/public.ts';
import { stateOf } from '../missions/public.ts';
import type { UserRow } from '../profile/public.ts';
import {
  type InvitationStateRow,
  type LockedInvitation,
  lockInvitation,
  recordSend,
  sendsOf,
  sendsTo,
} from './queries.ts';

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

/** Refuses when more than `most` were sent, and says when the one that is in the way is a day old. */
function keep(sends: Date[], most: number, detail: string, now: Date): void {
  if (sends.length <= most) return;
  const until = sends[sends.length - most - 1]!.getTime() + DAY_MS;
  fail('too_many_requests', { detail, retryAfter: Math.max(1, Math.ceil((until - now.getTime()) / SECOND_MS)) });
}

/**
 * Counts the invitation that was just inserted against what one may send in 24 hours (Limits; Decisions 9). The
 * numbers are rows, so they hold over instances and restarts; the caller holds the sender's row, and a pending
 * invitation to the address keeps the others out, so they hold at once as well. A refusal rolls the insert back.
 */
export async function countAgainstQuota(
  tx: Tx,
  sender: UserRow,
  invitation: { mission_id: string; invitee_email: string },
  now: Date,
): Promise<void> {
  const since = new Date(now.getTime() - DAY_MS);
  await recordSend(tx, sender.id, since, now);
  const most = planLimits(sender, now).invitations_a_day;
  keep(await sendsOf(tx, sender.id, since), most, `You can send ${most} invitations a day. Please try later.`, now);
  const toAddress = await sendsTo(tx, invitation.mission_id, invitation.invitee_email, since);
  keep(
    toAddress,
    INVITATIONS_A_DAY_TO_ADDRESS,
    `An address can be invited ${INVITATIONS_A_DAY_TO_ADDRESS} times a day. Please try later.`,
    now,
  );
}
