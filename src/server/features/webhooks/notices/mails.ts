import { WEBHOOK_TRIES } from '#domain/limits.ts';
import type { Translate } from '#platform/i18n/translate.ts';
import { greet, type MailParts } from '../../../mails/layout.ts';

interface Notice {
  owner: string;
  /** The URL of the webhook. Emails show only its scheme and host, because the path can contain a secret. */
  address: string;
  /** The page with the webhooks, starting with PUBLIC_URL. */
  page_url: string;
}

export function webhookOffMail(
  t: Translate,
  { owner, address, reason, page_url }: Notice & { reason: 'gone' | 'failing' },
): MailParts {
  const why =
    reason === 'gone' ? t('server.mails.webhook.gone') : t('server.mails.webhook.failing', { tries: WEBHOOK_TRIES });
  return {
    title: t('server.mails.webhook.off'),
    preheader: why,
    body: [
      greet(t, owner),
      t('server.mails.webhook.off_at'),
      { heading: new URL(address).origin, facts: why },
      t('server.mails.webhook.on_again'),
    ],
    action: { label: t('server.mails.webhook.open'), url: page_url },
    footer: [t('server.mails.webhook.why')],
  };
}

/** Builds the email about a webhook that was created or whose URL was changed. */
export const webhookNotice = (
  t: Translate,
  { owner, address, page_url, is_changed }: Notice & { is_changed: boolean },
): MailParts => ({
  title: t(is_changed ? 'server.mails.webhook.changed' : 'server.mails.webhook.created'),
  preheader: t('server.mails.common.ignore'),
  body: [
    greet(t, owner),
    t(is_changed ? 'server.mails.webhook.changed_to' : 'server.mails.webhook.created_to'),
    { heading: new URL(address).origin, facts: t('server.mails.webhook.any_time') },
    t('server.mails.webhook.not_you'),
  ],
  action: { label: t('server.mails.webhook.open'), url: page_url },
  footer: [t('server.mails.common.ignore')],
});
