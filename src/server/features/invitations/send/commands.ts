import type { Parsed } from '#contract/endpoint.ts';
import type { createInvitation as endpoint } from '#contract/invitations.ts';
import { DAY_MS, SECOND_MS } from '#domain/durations.ts';
import {
  INVITATION_MAIL_DAYS,
  INVITATION_MAILS_A_DAY,
  INVITATION_MAILS_A_WEEK,
  INVITATIONS_A_DAY_TO_ADDRESS,
} from '#domain/limits.ts';
import { addressHashes } from '../../../adapters/keys/mail-links.ts';
import type { Db, Tx } from '../../../db/open.ts';
import type { Deps } from '../../../deps.ts';
import type { UserRow } from '../../../facts/users.ts';
import { provenEmail } from '../../../facts/users.ts';
import { fail } from '../../../http/errors.ts';
import { planLimits } from '../../billing/public.ts';
import { requireInviter, requireMember } from '../../missions/public.ts';
import { lockUser } from '../../profile/public.ts';
import { hintLists, requireAcceptable } from '../inbox/commands.ts';
import * as queries from '../inbox/queries.ts';
import { countMails, insertMail, lockAddress, recordSend, sendsOf, sendsTo } from '../limits/queries.ts';
import { isStopped, stopInvitations } from '../public.ts';
import { sendInvitation } from './jobs.ts';
import { insertInvitation, isMemberAddress } from './queries.ts';

/**
 * Refuses when more than `most` were sent, the one just recorded included; `Retry-After` is when the oldest counted
 * invitation turns a day old.
 */
function requireBelow(sends: Date[], most: number, detail: string, now: Date): void {
  if (sends.length <= most) return;
  const until = sends[sends.length - most - 1]!.getTime() + DAY_MS;
  fail('too_many_requests', { detail, retryAfter: Math.max(1, Math.ceil((until - now.getTime()) / SECOND_MS)) });
}

/**
 * Counts the invitation that was just inserted against the limits of 24 hours (docs/rules.md#invitations). They are
 * counted in rows, so they hold over instances and restarts; `plans` is whether there are plans on this server. The
 * caller has locked the sender's row, and only one invitation to an address can be pending, so they hold for simultaneous
 * requests as well. A refusal rolls the insert back.
 */
async function countAgainstQuota(
  tx: Tx,
  sender: UserRow,
  invitation: { mission_id: string; invitee_email: string },
  plans: boolean,
  now: Date,
): Promise<void> {
  const since = new Date(now.getTime() - DAY_MS);
  await recordSend(tx, sender.id, since, now);
  const most = planLimits(sender, now, plans).invitations_a_day;
  requireBelow(await sendsOf(tx, sender.id, since), most, `That's ${most} invitations today. Try again tomorrow.`, now);
  const toAddress = await sendsTo(tx, invitation.mission_id, invitation.invitee_email, since);
  requireBelow(
    toAddress,
    INVITATIONS_A_DAY_TO_ADDRESS,
    `This address has had ${INVITATIONS_A_DAY_TO_ADDRESS} invitations to this mission today. Try again tomorrow.`,
    now,
  );
}

/**
 * Decides whether one more mail with an invitation may go to the address, and counts it if so. With `counted` the
 * address gets few a day and a week, over all senders; an address that wants none gets none in any case.
 */
async function claimMail(tx: Tx, addressHashes: readonly Buffer[], counted: boolean, now: Date): Promise<boolean> {
  // The same for every process: the hash under the current key.
  const addressHash = addressHashes[0]!;
  await lockAddress(tx, addressHash);
  if (await isStopped(tx, addressHashes)) {
    // Stored under the current key as well, so that the stop outlives the key under which it was made.
    await stopInvitations(tx, addressHash, now);
    return false;
  }
  const ago = (days: number) => new Date(now.getTime() - days * DAY_MS);
  const sent = await countMails(tx, addressHashes, { day: ago(1), week: ago(INVITATION_MAIL_DAYS) });
  if (counted && (sent.day >= INVITATION_MAILS_A_DAY || sent.week >= INVITATION_MAILS_A_WEEK)) return false;
  await insertMail(tx, addressHash, now);
  return true;
}

/** Invites an address to a mission, and has a mail sent to it unless it has had too many. */
export async function createInvitation(
  tx: Tx,
  { config, limits, signatures }: Pick<Deps, 'config' | 'limits' | 'signatures'>,
  user: UserRow,
  body: Parsed<typeof endpoint, 'body'>,
  now: Date,
) {
  // The sender's row guards the daily limit: invitations of one user wait for each other.
  const sender = await lockUser(tx, user.id);
  if (provenEmail(config, sender) === null) fail('email_not_verified');
  const mission = await requireMember(tx, user.id, body.mission_id);
  requireInviter(mission, user, now);
  if (body.invitee_email === sender.email) fail('invitation_to_self');
  if (await isMemberAddress(tx, config, mission.id, body.invitee_email)) fail('invitee_is_member');
  const row = { ...body, sender_id: sender.id };
  const { key, sent } = (await insertInvitation(tx, row, now)) ?? fail('invitation_pending');
  if (limits.quotas) await countAgainstQuota(tx, sender, body, config.plans, now);
  // Nothing here depends on whether the address has an account, so the answer does not reveal it.
  const mailed = await claimMail(tx, addressHashes(signatures, body.invitee_email), limits.quotas, now);
  if (mailed) await tx.enqueue(sendInvitation, { invitation_id: key });
  hintLists(tx, { key, owner_id: mission.owner_id, source: 'email' });
  return { ...sent, sender_name: sender.name, mailed };
}

export const withdrawInvitation = (db: Db, userId: string, publicId: string, now: Date): Promise<void> =>
  db.transact(async (tx) => {
    const found = await queries.lockInvitation(tx, publicId, userId, 'public_id');
    // Non-members get 404, even with a valid id.
    if (!found?.viewer_is_member) fail('invitation_not_found');
    if (found.owner_id !== userId) fail('not_owner');
    requireAcceptable(found, now, { mission_id: found.id });
    await queries.settleInvitation(tx, found.key, 'withdrawn', now);
    hintLists(tx, found);
  });
