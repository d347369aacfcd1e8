import { type Device, deviceInWords } from '#domain/device-name.ts';
import { WRONG_PASSWORDS_PER_HOUR } from '#domain/limits.ts';
import { writeInstant } from '#platform/i18n/figures.ts';
import type { Translate } from '#platform/i18n/translate.ts';
import type { MailParts } from '../../../mails/layout.ts';

/** The notice to the old address of an account. It omits the new address; `url` is PUBLIC_URL. */
export const emailChangedMail = (t: Translate, url: string): MailParts => ({
  subject: t('server.mails.email_changed.subject'),
  title: t('server.mails.email_changed.title'),
  preheader: t('server.mails.email_changed.preheader'),
  body: [t('server.mails.common.hi'), t('server.mails.email_changed.changed'), t('server.mails.email_changed.not_you')],
  action: { label: t('server.mails.common.open'), url },
  footer: [t('server.mails.email_changed.why')],
});

const toPassword = (t: Translate, public_url: string) => ({
  label: t('server.mails.common.change_password'),
  url: `${public_url}/settings#change-password`,
});

/** Builds the email about a new or first password. `url` is PUBLIC_URL. */
export const passwordChangedMail = (t: Translate, url: string): MailParts => ({
  subject: t('server.mails.password_changed.subject'),
  title: t('server.mails.password_changed.title'),
  preheader: t('server.mails.common.ignore'),
  body: [
    t('server.mails.common.hi'),
    t('server.mails.password_changed.changed'),
    t('server.mails.password_changed.not_you'),
  ],
  action: { label: t('server.mails.common.open'), url },
  footer: [t('server.mails.common.ignore')],
});

interface NewDevice {
  /** An English description in jobs from 1.0.0. */
  readonly device: Device | string;
  readonly at: Date;
  readonly timezone: string;
  readonly public_url: string;
}

/** The notice of a sign-in on a new device. */
export function newDeviceMail(t: Translate, { device, at, timezone, public_url }: NewDevice): MailParts {
  const time = writeInstant(t, at, timezone);
  const words = {
    both: (known: { browser: string; system: string }) => t('server.mails.new_device.device', known),
    unknown: () => t('server.mails.new_device.unknown_device'),
  };
  const heading = typeof device === 'string' ? device : deviceInWords(device, words);
  return {
    subject: t('server.mails.new_device.subject'),
    title: t('server.mails.new_device.title'),
    preheader: t('server.mails.common.ignore'),
    body: [
      t('server.mails.common.hi'),
      t('server.mails.new_device.signed_in'),
      { heading, facts: t('server.mails.new_device.when', { time, zone: timezone }) },
      t('server.mails.new_device.not_you'),
    ],
    action: toPassword(t, public_url),
    footer: [{ label: t('server.mails.new_device.stop'), url: `${public_url}/settings#mails` }],
  };
}

/** The notice that someone is guessing the password. */
export const guessingMail = (t: Translate, public_url: string): MailParts => ({
  subject: t('server.mails.guessing.subject'),
  title: t('server.mails.guessing.title'),
  preheader: t('server.mails.guessing.preheader'),
  body: [
    t('server.mails.common.hi'),
    t('server.mails.guessing.tried', { tries: WRONG_PASSWORDS_PER_HOUR }),
    t('server.mails.guessing.slowed'),
    t('server.mails.guessing.advice'),
  ],
  action: toPassword(t, public_url),
  footer: [t('server.mails.guessing.why')],
});
