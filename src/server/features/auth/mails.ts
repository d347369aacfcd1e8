import { layout } from '../../adapters/mail/layout.ts';

export interface MailContent {
  readonly subject: string;
  readonly html: string;
  readonly text: string;
}

const inHours = (hours: number) => (hours === 1 ? '1 hour' : `${hours} hours`);

/** The mail with the link that sets a new password. `url` begins with PUBLIC_URL. */
export function resetMail({ name, url, hours }: { name: string; url: string; hours: number }): MailContent {
  const subject = 'Set a new password for Emberkin';
  const parts = layout({
    title: 'A new password, and back to the fire',
    preheader: `The link works once and expires in ${inHours(hours)}.`,
    body: [
      `Hi ${name},`,
      `Someone, hopefully you, asked to set a new password for your account. The link works once and expires in ${inHours(hours)}.`,
      'Your streaks and points stay as they are. Your devices are logged out and your API tokens are removed.',
    ],
    action: { label: 'Set a new password', url },
    footer: ['You did not ask for this? Then you need not do anything: your password stays as it is.'],
  });
  return { subject, ...parts };
}
