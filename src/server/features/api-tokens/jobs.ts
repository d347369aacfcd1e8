import * as z from 'zod/mini';
import { API_SCOPES, type ApiScope } from '#domain/api-tokens.ts';
import type { PlainKey, Translate } from '#messages/translate.ts';
import type { LegalUrls } from '../../adapters/legal-links.ts';
import { harmless, layout, unturned } from '../../adapters/mail/layout.ts';
import { type MailContent, messageIdOf } from '../../adapters/mail/mail.ts';
import { translateTo } from '../../facts/users.ts';
import { defineJob } from '../../jobs/job.ts';
import { MAIL_TRIES } from '../../jobs/retries.ts';
import { findNoticeRecipient } from '../profile/public.ts';

const CAN = {
  read: 'server.mails.api_token.read',
  write: 'server.mails.api_token.write',
} as const satisfies Record<ApiScope, PlainKey>;

interface TokenNotice {
  readonly owner: string;
  readonly name: string;
  readonly scope: ApiScope;
  readonly url: string;
  readonly legal: LegalUrls;
}

/** The notice that a token was created, without the token. `url` begins with PUBLIC_URL. */
function tokenNotice(t: Translate, token: TokenNotice): MailContent {
  const subject = t('server.mails.api_token.subject');
  const parts = layout(t, {
    title: subject,
    preheader: t('server.mails.common.ignore'),
    body: [
      t('server.mails.common.hi_name', { name: unturned(token.owner) }),
      t('server.mails.api_token.created'),
      // Whoever broke into the account chose the name.
      { heading: harmless(t, token.name), facts: t(CAN[token.scope]) },
      t('server.mails.api_token.not_you'),
    ],
    action: { label: t('server.mails.api_token.open'), url: token.url },
    footer: [t('server.mails.common.ignore')],
    legal: token.legal,
  });
  return { subject, ...parts };
}

/** Tells the owner of a new API token, also when the token has been revoked meanwhile. */
export const sendTokenNotice = defineJob({
  name: 'send-token-notice',
  schema: z.object({ user_id: z.string(), name: z.string(), scope: z.enum(API_SCOPES) }),
  retry: { tries: MAIL_TRIES },
  handle: async ({ user_id, name, scope }, { db, mail, config, job_id }) => {
    const owner = await findNoticeRecipient(db, config, user_id);
    if (!owner) return;
    const content = tokenNotice(translateTo(owner), {
      owner: owner.name,
      name,
      scope,
      url: `${config.public_url}/connections#tokens`,
      legal: config,
    });
    const message_id = messageIdOf(job_id, config.public_url);
    await mail.send({ to: owner.email, ...content, message_id });
  },
});
