import * as contract from '#contract/invitations.ts';
import { dayOf } from '#domain/days.ts';
import { addressHashes } from '../../adapters/keys/mail-links.ts';
import type { Tx } from '../../db/open.ts';
import type { Deps } from '../../deps.ts';
import { provenEmail, type UserRow } from '../../facts/users.ts';
import { fail } from '../../http/errors.ts';
import { logSecurity } from '../../http/log.ts';
import type { Serve } from '../../http/serve.ts';
import { proveAddress } from '../auth/public.ts';
import { once } from '../idempotency-keys/public.ts';
import { toMissionPreview } from '../missions/join/public.ts';
import { insertMember, requireInviter, requireMember, requireOwner } from '../missions/public.ts';
import { lockUser } from '../profile/public.ts';
import { insertBlock } from '../safety/public.ts';
import * as queries from './inbox/queries.ts';
import { listInbox } from './public.ts';
import { claimMail, countAgainstQuota, lockAcceptable, requireAcceptable } from './send/commands.ts';
import { sendInvitation } from './send/jobs.ts';

/**
 * Hints to the lists that show an invitation: its addressee's (looked up when the hint is delivered) and the owner's.
 * One to a next round is in the addressee's bell as well.
 */
function hintLists(
  tx: Tx,
  { key, owner_id, source }: Pick<queries.LockedInvitation, 'key' | 'owner_id' | 'source'>,
): void {
  tx.changed({ invitation_id: key }, 'invitations', ...(source === 'round' ? ['notifications' as const] : []));
  tx.changed({ user_ids: [owner_id] }, 'invitations');
}

/** Creating, listing and withdrawing invitations, for members of the mission. */
function senderRoutes(serve: Serve<UserRow>, deps: Deps): void {
  const { db, config, limits, signatures } = deps;
  serve(contract.createInvitation, ({ user, body, now, idempotency }) => {
    const create = async (tx: Tx) => {
      // The sender's row guards the daily limit: invitations of one user wait for each other.
      const sender = await lockUser(tx, user.id);
      if (provenEmail(config, sender) === null) fail('email_not_verified');
      const mission = await requireMember(tx, user.id, body.mission_id);
      requireInviter(mission, user, now);
      if (body.invitee_email === sender.email) fail('invitation_to_self');
      if (await queries.isMemberAddress(tx, config, mission.id, body.invitee_email)) fail('invitee_is_member');
      const row = { ...body, sender_id: sender.id };
      const { key, sent } = (await queries.insertInvitation(tx, row, now)) ?? fail('invitation_pending');
      if (limits.quotas) await countAgainstQuota(tx, sender, body, config.plans, now);
      // Nothing here depends on whether the address has an account, so the answer does not reveal it.
      const mailed = await claimMail(tx, addressHashes(signatures, body.invitee_email), limits.quotas, now);
      if (mailed) await tx.enqueue(sendInvitation, { invitation_id: key });
      hintLists(tx, { key, owner_id: mission.owner_id, source: 'email' });
      return { ...sent, sender_name: sender.name, mailed };
    };
    return once(deps, { user, idempotency, now }, create);
  });

  serve(contract.listMissionInvitations, async ({ user, params, reads_only, now }) => {
    const mission = await requireMember(db, user.id, params.id);
    requireOwner(mission, user.id);
    const sent = await queries.listOfMission(db, config, mission.id, now);
    return reads_only ? sent.map((invitation) => ({ ...invitation, invitee_email: '' })) : sent;
  });

  serve(contract.withdrawInvitation, async ({ user, params, now }) => {
    await db.transact(async (tx) => {
      const found = await queries.lockInvitation(tx, params.id, user.id, 'public_id');
      // Non-members get 404, even with a valid id.
      if (!found?.viewer_is_member) fail('invitation_not_found');
      if (found.owner_id !== user.id) fail('not_owner');
      requireAcceptable(found, now, { mission_id: found.id });
      await queries.settleInvitation(tx, found.key, 'withdrawn', now);
      hintLists(tx, found);
    });
  });
}

/** The inbox, and answering. The id is the key: any signed-in user with the link can answer (docs/decisions/0031). */
function addresseeRoutes(serve: Serve<UserRow>, { db, config }: Deps): void {
  serve(contract.listInvitations, async ({ user, reads_only, now }) =>
    listInbox({ db, config }, user, reads_only, now),
  );

  serve(contract.previewInvitation, async ({ params, now }) => {
    const found = (await queries.findInvitation(db, params.id)) ?? fail('invitation_not_found');
    requireAcceptable(found, now);
    return { ...toMissionPreview(found, now), sender_name: found.sender_name };
  });

  serve(contract.acceptInvitation, async ({ user, params, now, request }) => {
    const { outcome, mission_id, proven } = await db.transact(async (tx) => {
      await queries.lockMissionOf(tx, params.id);
      const invitation = await lockAcceptable(tx, params.id, user.id, now);
      const member = { mission_id: invitation.id, user_id: user.id, joined_day: dayOf(now, user.timezone) };
      const outcome = await insertMember(tx, member, now);
      // A member who opens somebody else's link must not use it up.
      const isOwn = invitation.invitee_email === user.email;
      const accepted = outcome === 'joined' || (outcome === 'already_member' && isOwn);
      // The key stands in the mail to the address, so whoever has it reads the mails there. One to a next round comes
      // without a mail (docs/decisions/0037).
      const proves = accepted && isOwn && invitation.source === 'email' && provenEmail(config, user) === null;
      const proven = proves && (await proveAddress(tx, user, now)) !== null;
      if (accepted) {
        await queries.settleInvitation(tx, params.id, 'accepted', now);
        hintLists(tx, invitation);
      }
      if (outcome === 'joined') tx.changed({ mission_id: invitation.id }, 'mission');
      return { outcome, mission_id: invitation.id, proven };
    });
    if (proven) logSecurity(request, 'email_verified', { user_id: user.id });
    // Fails after the commit, so that the invitation of a member who joined by code is settled.
    if (outcome === 'already_member') fail('already_member', { mission_id });
    if (outcome !== 'joined') fail(outcome);
    return { mission_id };
  });

  serve(contract.blockInviter, async ({ user, params, now }) => {
    await db.transact(async (tx) => {
      const sender_id = (await queries.findSender(tx, params.id)) ?? fail('invitation_not_found');
      if (sender_id === user.id) fail('block_self');
      await insertBlock(tx, user.id, sender_id, now);
      tx.changed({ user_ids: [user.id] }, 'everything');
    });
  });

  serve(contract.declineInvitation, async ({ user, params, now }) => {
    await db.transact(async (tx) => {
      const invitation = await lockAcceptable(tx, params.id, user.id, now);
      await queries.settleInvitation(tx, params.id, 'declined', now);
      hintLists(tx, invitation);
    });
  });
}

/** Invitations by e-mail (docs/rules.md#invitations). */
export function invitationRoutes(serve: Serve<UserRow>, deps: Deps): void {
  senderRoutes(serve, deps);
  addresseeRoutes(serve, deps);
}
