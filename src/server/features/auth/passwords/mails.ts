import type { LegalUrls } from '../../../adapters/legal-links.ts';
import { harmless, layout } from '../../../adapters/mail/layout.ts';
import type { MailContent } from '../../../adapters/mail/mail.ts';

const inHours = (hours: number) => (hours === 1 ? '1 hour' : `${hours} hours`);

interface ResetMail {
  readonly name: string | null;
  readonly url: string;
  readonly hours: number;
  readonly legal: LegalUrls;
}

/**
 * The mail with the link that sets a new password. `url` begins with PUBLIC_URL; `name` is null while the address is
 * unproved, since a stranger may have chosen the name for it.
 */
export function resetMail({ name, url, hours, legal }: ResetMail): MailContent {
  const subject = 'Set a new password for Emberkin';
  const parts = layout({
    title: 'Set a new password',
    preheader: `The link works once and expires in ${inHours(hours)}.`,
    body: [
      name === null ? 'Hi,' : `Hi ${harmless(name)},`,
      `Someone, hopefully you, asked to set a new password for your account. The link works once and expires in ${inHours(hours)}.`,
      'Your streaks and points stay as they are. Setting it logs you out everywhere and removes your API tokens and webhooks.',
    ],
    action: { label: 'Set a new password', url },
    footer: ["Didn't ask for this? You can ignore this email; your password won't change."],
    legal,
  });
  return { subject, ...parts };
}
