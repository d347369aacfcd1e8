import { VERIFICATION_DAYS } from '#domain/limits.ts';
import type { LegalUrls } from '../../../adapters/legal-links.ts';
import { layout } from '../../../adapters/mail/layout.ts';
import type { MailContent } from '../../../adapters/mail/mail.ts';

/**
 * The mail with the link that proves an address; `url` begins with PUBLIC_URL. It has no name in it: whoever made the
 * account chose that, and the address may be a stranger's.
 */
export function verificationMail({ url, legal }: { url: string; legal: LegalUrls }): MailContent {
  const subject = 'Confirm your address for Emberkin';
  const parts = layout({
    title: 'Is this your address?',
    preheader: 'One tap, and invitations from friends find you.',
    body: [
      'Hi,',
      'Someone, hopefully you, gave this address for an Emberkin account. Confirm it to get invitations and reminders by email, and to invite friends.',
      `The link works for ${VERIFICATION_DAYS} days. You may have to sign in first.`,
    ],
    action: { label: 'Confirm my address', url },
    footer: ["Didn't make an account here? You can ignore this: it can't be used with your address."],
    legal,
  });
  return { subject, ...parts };
}
