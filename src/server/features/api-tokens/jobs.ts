import * as z from 'zod/mini';
import { API_SCOPES, type ApiScope } from '#domain/api-tokens.ts';
import { withoutLinks } from '#domain/links.ts';
import type { LegalUrls } from '../../adapters/legal-links.ts';
import { layout, unturned } from '../../adapters/mail/layout.ts';
import { messageIdOf } from '../../adapters/mail/mail.ts';
import { defineJob } from '../../jobs/job.ts';
import { MAIL_TRIES } from '../../jobs/retries.ts';
import { findNoticeRecipient } from '../profile/public.ts';

const SUBJECT = 'An API token was created';

const CAN: Record<ApiScope, string> = {
  read: 'It can read.',
  write: 'It can read and write.',
};

/** The notice that a token was created, without the token. `url` begins with PUBLIC_URL. */
function tokenNotice(token: { owner: string; name: string; scope: ApiScope; url: string; legal: LegalUrls }) {
  const parts = layout({
    title: SUBJECT,
    preheader: 'If this was you, you can ignore this email.',
    body: [
      `Hi ${unturned(token.owner)},`,
      'Someone, hopefully you, created an API token for your account:',
      // Whoever broke into the account chose the name.
      { heading: withoutLinks(unturned(token.name)), facts: CAN[token.scope] },
      "If this wasn't you, set a new password. That logs out your devices and removes your API tokens.",
    ],
    action: { label: 'See your API tokens', url: token.url },
    footer: ['If this was you, you can ignore this email.'],
    legal: token.legal,
  });
  return { subject: SUBJECT, ...parts };
}

/** Tells the owner of a new API token, also when the token has been revoked meanwhile. */
export const sendTokenNotice = defineJob({
  name: 'send-token-notice',
  schema: z.object({ user_id: z.string(), name: z.string(), scope: z.enum(API_SCOPES) }),
  retry: { tries: MAIL_TRIES },
  handle: async ({ user_id, name, scope }, { db, mail, config, job_id }) => {
    const owner = await findNoticeRecipient(db, config, user_id);
    if (!owner) return;
    const content = tokenNotice({
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
