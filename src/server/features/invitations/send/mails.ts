import { writeDay } from '#platform/i18n/figures.ts';
import type { Translate } from '#platform/i18n/translate.ts';
import { harmless, type MailParts } from '../../../mails/layout.ts';

interface InvitationMail {
  readonly sender: string;
  readonly mission_title: string;
  readonly member_count: number;
  readonly days_left: number;
  /** Plain text. If it is empty, the mail shows no quote. */
  readonly message: string;
  readonly expires_at: Date;
  /** The mission's zone, which determines the last day. */
  readonly timezone: string;
  /** Starts with PUBLIC_URL. */
  readonly url: string;
  /** Stops all invitations to the address; starts with PUBLIC_URL. */
  readonly unsubscribe_url: string;
  /** The patch of the mission, drawn by `patchPng`. */
  readonly patch: Buffer;
}

const PATCH = 'patch@emberkin';

/** Returns the last day on which the link works, such as `5 December`. */
const lastDayOf = (t: Translate, expires: Date, timezone: string): string =>
  writeDay(t, new Date(expires.getTime() - 1), { timezone, year: false });

/** Builds the mail of an invitation. Escapes what users wrote, so every link in it is ours. */
export function invitationMail(t: Translate, invitation: InvitationMail): MailParts {
  const sender = harmless(t, invitation.sender);
  const mission = harmless(t, invitation.mission_title);
  const message = harmless(t, invitation.message);
  const counts = { members: invitation.member_count, days: invitation.days_left };
  const day = lastDayOf(t, invitation.expires_at, invitation.timezone);
  return {
    title: t('server.mails.invitation.title', { sender }),
    picture: { src: `cid:${PATCH}`, alt: t('server.mails.invitation.patch', { mission }) },
    preheader: t('server.mails.invitation.preheader', { mission, ...counts }),
    body: [
      { heading: mission, facts: t('server.mails.invitation.facts', counts) },
      ...(message ? [{ quote: message, by: sender }] : []),
    ],
    action: { label: t('server.mails.invitation.join'), url: invitation.url },
    footer: [
      t('server.mails.invitation.why', { sender, day }),
      t('server.mails.invitation.unknown', { sender }),
      { label: t('server.mails.invitation.stop'), url: invitation.unsubscribe_url },
    ],
    pictures: [{ cid: PATCH, filename: 'patch.png', png: invitation.patch }],
  };
}
