import { DAY_MS, SECOND_MS } from '#domain/durations.ts';
import { INVITATIONS_A_DAY_TO_ADDRESS } from '#domain/limits.ts';
import type { Tx } from '../../db/open.ts';
import { fail } from '../../http/errors.ts';
import type { UserRow } from '../../http/sign-in.ts';
import { planLimits } from '../billing/access.ts';
import { recordSend, sendsOf, sendsTo } from './queries.ts';

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
