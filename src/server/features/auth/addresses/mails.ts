import { VERIFICATION_DAYS } from '#domain/limits.ts';
import type { Translate } from '#messages/translate.ts';
import type { LegalUrls } from '../../../adapters/legal-links.ts';
import { layout } from '../../../adapters/mail/layout.ts';
import type { MailContent } from '../../../adapters/mail/mail.ts';

/**
 * The mail with the link that proves an address; `url` begins with PUBLIC_URL. It has no name in it: whoever made the
 * account chose that, and the address may be a stranger's.
 */
export function verificationMail(t: Translate, { url, legal }: { url: string; legal: LegalUrls }): MailContent {
  return layout(t, {
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
    legal,
  });
}
