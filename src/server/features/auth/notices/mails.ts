import { WRONG_PASSWORDS_PER_HOUR } from '#domain/limits.ts';
import type { LegalUrls } from '../../../adapters/legal-links.ts';
import { layout } from '../../../adapters/mail/layout.ts';
import type { MailContent } from '../../../adapters/mail/mail.ts';

/** The notice to the earlier address of an account. It does not say the new one; `url` is PUBLIC_URL. */
export function emailChangedMail({ url, legal }: { url: string; legal: LegalUrls }): MailContent {
  const subject = 'Your Emberkin account has a new email address';
  const parts = layout({
    title: 'Your account has a new email address',
    preheader: 'This address no longer belongs to your account.',
    body: [
      'Hi,',
      'The email address of your Emberkin account was changed. From now on, emails go to the new address.',
      "If that was you, there's nothing to do. If it wasn't, reply to this email and we'll look into it.",
    ],
    action: { label: 'Open Emberkin', url },
    footer: ['You get this because the account had this address until now.'],
    legal,
  });
  return { subject, ...parts };
}

const NOT_YOU =
  "If it wasn't, set a new password. That logs out your other devices and removes your API tokens and webhooks.";
const toPassword = (public_url: string) => ({
  label: 'Change my password',
  url: `${public_url}/settings#change-password`,
});

/** The notice that the account has another password, or its first one; `url` is PUBLIC_URL. */
export function passwordChangedMail({ url, legal }: { url: string; legal: LegalUrls }): MailContent {
  const subject = 'Your Emberkin account has a new password';
  const parts = layout({
    title: 'Your account has a new password',
    preheader: 'If this was you, you can ignore this email.',
    body: [
      'Hi,',
      'Your Emberkin account has a new password. Every device is logged out, except one that changed it in Settings, and your API tokens and webhooks are removed.',
      'If that was you, there\'s nothing to do. If it wasn\'t, use "Forgot password?" on the sign-in page right away: that logs everyone out.',
    ],
    action: { label: 'Open Emberkin', url },
    footer: ['If this was you, you can ignore this email.'],
    legal,
  });
  return { subject, ...parts };
}

interface NewDevice {
  /** The browser with its system, in the words of `deviceName`. */
  readonly device: string;
  readonly at: Date;
  readonly timezone: string;
  readonly public_url: string;
  readonly legal: LegalUrls;
}

/** The notice of a sign-in on a device that is new. */
export function newDeviceMail({ device, at, timezone, public_url, legal }: NewDevice): MailContent {
  const subject = 'New sign-in to your Emberkin account';
  const time = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: timezone });
  const parts = layout({
    title: 'A new device is signed in',
    preheader: 'If this was you, you can ignore this email.',
    body: [
      'Hi,',
      'Someone, hopefully you, signed in to your account on a new device:',
      { heading: device, facts: `${time.format(at)} (${timezone})` },
      `If that was you, there's nothing to do. ${NOT_YOU}`,
    ],
    action: toPassword(public_url),
    footer: [{ label: 'Turn these emails off', url: `${public_url}/settings#mails` }],
    legal,
  });
  return { subject, ...parts };
}

/** The notice that somebody tries many passwords. */
export function guessingMail({ public_url, legal }: Pick<NewDevice, 'public_url' | 'legal'>): MailContent {
  const subject = 'Someone is guessing your Emberkin password';
  const parts = layout({
    title: 'Someone is guessing your password',
    preheader: 'No wrong password opened your account.',
    body: [
      'Hi,',
      `More than ${WRONG_PASSWORDS_PER_HOUR} wrong passwords were tried for your account within an hour. None of them opened it.`,
      "From places where you haven't signed in lately, only one try a second counts for now. Where you signed in before, you can sign in as always.",
      "If your password is short, or you use it elsewhere as well, it's time for a new one.",
    ],
    action: toPassword(public_url),
    footer: ['You get this because the account has this address.'],
    legal,
  });
  return { subject, ...parts };
}
