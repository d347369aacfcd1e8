import type { LegalUrls } from '../../../adapters/legal-links.ts';
import { harmless, layout } from '../../../adapters/mail/layout.ts';
import type { MailMessage } from '../../../adapters/mail/mail.ts';

interface InvitationMail {
  readonly sender: string;
  readonly mission_title: string;
  readonly member_count: number;
  readonly days_left: number;
  /** Plain text; empty for no quote. */
  readonly message: string;
  readonly expires_at: Date;
  /** The mission's zone, in which the last day is computed. */
  readonly timezone: string;
  /** Begins with PUBLIC_URL. */
  readonly url: string;
  /** Ends all invitations to the address; begins with PUBLIC_URL. */
  readonly unsubscribe_url: string;
  readonly legal: LegalUrls;
  /** The patch of the mission, drawn by `patchPng`. */
  readonly patch: Buffer;
}

const PATCH = 'patch@emberkin';

const counted = (count: number, one: string) => `${count} ${one}${count === 1 ? '' : 's'}`;

/** The last day on which the link works, `5 December`. */
function lastDayOf(expires: Date, timeZone: string): string {
  const last = new Date(expires.getTime() - 1);
  return new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', timeZone }).format(last);
}

/** The mail of an invitation. Text that users wrote is escaped, and every link in it is ours. */
export function invitationMail(invitation: InvitationMail): Omit<MailMessage, 'to'> {
  const sender = harmless(invitation.sender);
  const mission = harmless(invitation.mission_title);
  const message = harmless(invitation.message);
  const facts = `${counted(invitation.member_count, 'member')}, ${counted(invitation.days_left, 'day')} left.`;
  const title = `${sender} saved you a place by the fire`;
  const parts = layout({
    title,
    picture: { src: `cid:${PATCH}`, alt: `The patch of ${mission}` },
    preheader: `${mission}: ${facts}`,
    body: [
      { heading: mission, facts: `${facts} One small check-in a day, together.` },
      ...(message ? [{ quote: message, by: sender }] : []),
    ],
    action: { label: 'Join the mission', url: invitation.url },
    footer: [
      `${sender} entered your address to send you this one invitation. It expires on ${lastDayOf(invitation.expires_at, invitation.timezone)}.`,
      `If you don't know ${sender}, just ignore this.`,
      { label: 'Never send me invitations from here', url: invitation.unsubscribe_url },
    ],
    legal: invitation.legal,
  });
  const pictures = [{ cid: PATCH, filename: 'patch.png', png: invitation.patch }];
  return { subject: title, ...parts, pictures };
}
