import { toGreetingName } from '#domain/greeting-name.ts';
import type { Translate } from '#platform/i18n/translate.ts';
import { harmless, type MailParts } from '../../../mails/layout.ts';

interface ResetMail {
  readonly name: string | null;
  readonly url: string;
  readonly hours: number;
}

/**
 * The mail with the link that sets a new password. `url` starts with PUBLIC_URL. `name` is null while the address is
 * unproved, because a stranger might have chosen the name.
 */
export function resetMail(t: Translate, { name, url, hours }: ResetMail): MailParts {
  const title = t('server.mails.reset.title');
  return {
    subject: t('server.mails.reset.subject'),
    title,
    preheader: t('server.mails.reset.expires', { hours }),
    body: [
      name === null
        ? t('server.mails.common.hi')
        : t('server.mails.common.hi_name', { name: harmless(t, toGreetingName(name)) }),
      t('server.mails.reset.asked', { hours }),
      t('server.mails.reset.stays'),
    ],
    action: { label: title, url },
    footer: [t('server.mails.reset.not_you')],
  };
}
