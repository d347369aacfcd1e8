import * as z from 'zod/mini';
import { API_SCOPES } from '#domain/api-tokens.ts';
import { messageIdOf } from '../../adapters/mail/mail.ts';
import { translateTo } from '../../facts/users.ts';
import { defineJob } from '../../jobs/job.ts';
import { MAIL_TRIES } from '../../jobs/retries.ts';
import { findNoticeRecipient } from '../profile/public.ts';
import { tokenNotice } from './mails.ts';

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
