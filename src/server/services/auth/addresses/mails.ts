import { VERIFICATION_DAYS } from '#domain/limits.ts';
import type { Translate } from '#platform/i18n/translate.ts';
import type { MailParts } from '../../../mails/layout.ts';

/**
 * The mail with the link that proves an address; `url` starts with PUBLIC_URL. It omits the user's name, because
 * someone might have registered a stranger's address.
 */
export const verificationMail = (t: Translate, url: string): MailParts => ({
  subject: t('server.mails.verification.subject'),
  title: t('server.mails.verification.title'),
  preheader: t('server.mails.verification.preheader'),
  body: [
    t('server.mails.common.hi'),
    t('server.mails.verification.given'),
    t('server.mails.verification.days', { days: VERIFICATION_DAYS }),
  ],
  action: { label: t('server.mails.verification.confirm'), url },
  footer: [t('server.mails.verification.not_you')],
});
