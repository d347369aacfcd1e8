import type { createInvitation as endpoint } from '#contract/invitations.ts';
import type { Parsed } from '#platform/contract/endpoint.ts';
import type { Db, Tx } from '#platform/db/open.ts';
import { fail } from '#platform/http/errors.ts';
import type { Deps } from '../../../app/deps.ts';
import type { UserRow } from '../../../facts/users.ts';
import { provenEmail } from '../../../facts/users.ts';
import { addressHashes } from '../../../mails/mail-links.ts';
import { lockUser } from '../../../services/profile/public.ts';
import { requireInviter } from '../../missions/access.ts';
import { lockOwner } from '../access.ts';
import { hintLists } from '../inbox/commands.ts';
import { settleInvitation } from '../inbox/queries.ts';
import { claimMail, countAgainstQuota } from '../quota/commands.ts';
import { sendInvitation } from './jobs.ts';
import { insertInvitation, isMemberAddress } from './queries.ts';

/** Invites an address to a mission, and queues a mail unless the address received too many. */
export async function createInvitation(
  tx: Tx,
  { config, limits, signatures }: Pick<Deps, 'config' | 'limits' | 'signatures'>,
  user: UserRow,
  body: Parsed<typeof endpoint, 'body'>,
  now: Date,
) {
  // The lock on the sender's row enforces the daily limit: a user's invitations wait for each other.
  const sender = await lockUser(tx, user.id);
  if (provenEmail(config, sender) === null) fail('email_not_verified');
  const mission = await requireInviter(tx, user, body.mission_id, { now });
  if (body.invitee_email === sender.email) fail('invitation_to_self');
  if (await isMemberAddress(tx, config, mission.id, body.invitee_email)) fail('invitee_is_member');
  const row = { ...body, sender_id: sender.id };
  const { key, sent } = (await insertInvitation(tx, row, now)) ?? fail('invitation_pending');
  if (limits.quotas) await countAgainstQuota(tx, sender, body, config.plans, now);
  // Nothing here depends on whether the address has an account, so the response does not reveal it.
  const mailed = await claimMail(tx, addressHashes(signatures, body.invitee_email), limits.quotas, now);
  if (mailed) await tx.enqueue(sendInvitation, { invitation_id: key });
  hintLists(tx, { key, owner_id: mission.owner_id, source: 'email' });
  return { ...sent, sender_name: sender.name, mailed };
}

export const withdrawInvitation = (db: Db, user: Pick<UserRow, 'id'>, publicId: string, now: Date): Promise<void> =>
  db.transact(async (tx) => {
    const found = await lockOwner(tx, user, publicId, now);
    await settleInvitation(tx, found, 'withdrawn', now);
    hintLists(tx, found);
  });
