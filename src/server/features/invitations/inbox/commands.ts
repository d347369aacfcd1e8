import { dayOf } from '#domain/days.ts';
import type { Db, Tx } from '#platform/db/open.ts';
import { fail } from '#platform/http/errors.ts';
import type { Deps } from '../../../app/deps.ts';
import type { UserRow } from '../../../facts/users.ts';
import { provenEmail } from '../../../facts/users.ts';
import { proveAddress } from '../../../services/auth/public.ts';
import { insertMember } from '../../missions/public.ts';
import { insertBlock } from '../../safety/public.ts';
import { lockKeyHolder } from '../access.ts';
import * as queries from './queries.ts';

/**
 * Hints to the lists that show an invitation: the addressee's and the owner's. The addressee is looked up when the hint
 * is delivered. An invitation to a next round is in the addressee's bell too.
 */
export function hintLists(
  tx: Tx,
  { key, owner_id, source }: Pick<queries.LockedInvitation, 'key' | 'owner_id' | 'source'>,
): void {
  tx.changed({ invitation_id: key }, 'invitations', ...(source === 'round' ? ['notifications' as const] : []));
  tx.changed({ user_ids: [owner_id] }, 'invitations');
}

/**
 * Joins the mission of an invitation. `proven` states whether that proved the user's address. An `outcome` other than
 * joined is a refusal. The caller fails after the commit, so that the invitation of a member who joined by code is
 * settled.
 */
export const acceptInvitation = ({ db, config }: Pick<Deps, 'db' | 'config'>, user: UserRow, id: string, now: Date) =>
  db.transact(async (tx) => {
    await queries.lockMissionOf(tx, id);
    const invitation = await lockKeyHolder(tx, user, id, now);
    const member = { mission_id: invitation.id, user_id: user.id, joined_day: dayOf(now, user.timezone) };
    const outcome = await insertMember(tx, member, now);
    // A member who opens another user's link must not use it up.
    const isOwn = invitation.invitee_email === user.email;
    const accepted = outcome === 'joined' || (outcome === 'already_member' && isOwn);
    // The key was mailed to the address, so a user who has it reads that mailbox. An invitation to a next round sends
    // no mail (docs/decisions/0030).
    const proves = accepted && isOwn && invitation.source === 'email' && provenEmail(config, user) === null;
    const proven = proves && (await proveAddress(tx, user, now)) !== null;
    if (accepted) {
      await queries.settleInvitation(tx, invitation, 'accepted', now);
      hintLists(tx, invitation);
    }
    if (outcome === 'joined') tx.changed({ mission_id: invitation.id }, 'mission');
    return { outcome, mission_id: invitation.id, proven };
  });

/** Blocks the sender of an invitation. */
export const blockInviter = (db: Db, userId: string, id: string, now: Date): Promise<void> =>
  db.transact(async (tx) => {
    const sender_id = (await queries.findSender(tx, id)) ?? fail('invitation_not_found');
    if (sender_id === userId) fail('block_self');
    await insertBlock(tx, userId, sender_id, now);
    tx.changed({ user_ids: [userId] }, 'everything');
  });

export const declineInvitation = (db: Db, user: Pick<UserRow, 'id'>, id: string, now: Date): Promise<void> =>
  db.transact(async (tx) => {
    const invitation = await lockKeyHolder(tx, user, id, now);
    await queries.settleInvitation(tx, invitation, 'declined', now);
    hintLists(tx, invitation);
  });
