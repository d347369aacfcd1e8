import * as z from 'zod/mini';
import { daysLeft, daysRemaining } from '#domain/missions.ts';
import { translateTo } from '../../../facts/users.ts';
import { defineMailJob } from '../../../mails/mail-job.ts';
import { addressHash, addressHashes, unsubscribeHeaders, unsubscribePath } from '../../../mails/mail-links.ts';
import { patchPng } from '../../../pictures/patch-svg.ts';
import { currentInvitationState } from '../access.ts';
import { findInvitation, findReaderOf, isUnwanted } from '../inbox/queries.ts';
import { isStopped } from '../public.ts';
import { invitationMail } from './mails.ts';

/**
 * Sends the mail of an invitation in its current state. Skips it if the invitation is no longer open, the address
 * stopped invitations, or the addressee blocked the sender. The sender does not learn this.
 */
export const sendInvitation = defineMailJob({
  name: 'send-invitation',
  schema: z.object({ invitation_id: z.string() }),
  parallel: 2,
  write: async ({ invitation_id }, { db, signatures, clock, config }) => {
    const now = clock.now();
    const invitation = await findInvitation(db, invitation_id);
    if (!invitation || currentInvitationState(invitation, now) !== 'open') return null;
    if (await isUnwanted(db, config, invitation_id)) return null;
    if (await isStopped(db, addressHashes(signatures, invitation.invitee_email))) return null;
    const address_hash = addressHash(signatures, invitation.invitee_email);
    const off = config.public_url + unsubscribePath(signatures, { kind: 'invitations', address_hash });
    const end = new Date(invitation.end_date);
    const expires = new Date(invitation.expires_at);
    const { mission_id: seed, patch, duration_days: total } = invitation;
    const left = daysRemaining({ ...invitation, timezone: invitation.mission_timezone }, now);
    const t = translateTo(await findReaderOf(db, config, invitation_id));
    const parts = invitationMail(t, {
      sender: invitation.sender_name,
      mission_title: invitation.mission_title,
      member_count: invitation.member_count,
      days_left: daysLeft({ days_remaining: left, duration_days: total }),
      message: invitation.message,
      expires_at: end < expires ? end : expires,
      timezone: invitation.mission_timezone,
      url: `${config.public_url}/accept-invitation/${invitation.id}`,
      unsubscribe_url: off,
      // Twice the displayed size, for high-resolution screens. Past days are stitched.
      patch: await patchPng({ seed, patch, done: Math.max(0, total - left), total }, 264),
    });
    return { to: invitation.invitee_email, t, ...parts, headers: unsubscribeHeaders(off) };
  },
});
