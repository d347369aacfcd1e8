import {
  INVITATION_MAIL_DAYS,
  INVITATION_MAILS_A_DAY,
  INVITATION_MAILS_A_WEEK,
  INVITATIONS_A_DAY_TO_ADDRESS,
} from '#domain/limits.ts';
import type { Tx } from '#platform/db/open.ts';
import { fail } from '#platform/http/errors.ts';
import { DAY_MS, daysBefore, SECOND_MS } from '#platform/lib/durations.ts';
import type { UserRow } from '../../../facts/users.ts';
import { planLimits } from '../../../services/billing/public.ts';
import { isStopped, stopInvitations } from '../public.ts';
import { countMails, insertMail, lockAddress, recordSend, sendsOf, sendsTo } from './queries.ts';

/**
 * Fails if more than `most` invitations were sent, including the current invitation. `Retry-After` is the time until
 * the oldest counted invitation is a day old.
 */
function requireBelow(
  sends: Date[],
  most: number,
  exact: 'invitations_today' | 'invitations_to_address',
  now: Date,
): void {
  if (sends.length <= most) return;
  const until = sends[sends.length - most - 1]!.getTime() + DAY_MS;
  fail('too_many_requests', {
    exact,
    values: { count: most },
    retryAfter: Math.max(1, Math.ceil((until - now.getTime()) / SECOND_MS)),
  });
}

/**
 * Counts the invitation just inserted against the limits of 24 hours (docs/rules.md#invitations). The counts are rows,
 * so the limits apply across instances and restarts; a refusal rolls the insert back. Concurrent requests count too:
 * the caller has locked the sender's row, and only one invitation to an address can be pending. `plans` states whether
 * this server has plans.
 */
export async function countAgainstQuota(
  tx: Tx,
  sender: UserRow,
  invitation: { mission_id: string; invitee_email: string },
  plans: boolean,
  now: Date,
): Promise<void> {
  const since = daysBefore(now, 1);
  await recordSend(tx, sender.id, since, now);
  const most = planLimits(sender, now, plans).invitations_a_day;
  requireBelow(await sendsOf(tx, sender.id, since), most, 'invitations_today', now);
  const toAddress = await sendsTo(tx, invitation.mission_id, invitation.invitee_email, since);
  requireBelow(toAddress, INVITATIONS_A_DAY_TO_ADDRESS, 'invitations_to_address', now);
}

/**
 * Returns true and counts if one more mail with an invitation may go to the address. With `counted` the address gets a
 * few a day and a week over all senders. An address that stopped invitations gets none.
 */
export async function claimMail(
  tx: Tx,
  addressHashes: readonly Buffer[],
  counted: boolean,
  now: Date,
): Promise<boolean> {
  // The hash under the current key, which is the same in every process.
  const addressHash = addressHashes[0]!;
  await lockAddress(tx, addressHash);
  if (await isStopped(tx, addressHashes)) {
    // Stored under the current key too, so the stop outlives the key under which it was made.
    await stopInvitations(tx, addressHash, now);
    return false;
  }
  const sent = await countMails(tx, addressHashes, {
    day: daysBefore(now, 1),
    week: daysBefore(now, INVITATION_MAIL_DAYS),
  });
  if (counted && (sent.day >= INVITATION_MAILS_A_DAY || sent.week >= INVITATION_MAILS_A_WEEK)) return false;
  await insertMail(tx, addressHash, now);
  return true;
}
