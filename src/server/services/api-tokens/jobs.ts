import * as z from 'zod/mini';
import { API_SCOPES } from '#domain/api-tokens.ts';
import { translateTo } from '../../facts/users.ts';
import { defineMailJob } from '../../mails/mail-job.ts';
import { findNoticeRecipient } from '../profile/public.ts';
import { tokenNotice } from './mails.ts';

/** Mails the owner about a new API token, even if it was revoked since then. */
export const sendTokenNotice = defineMailJob({
  name: 'send-token-notice',
  schema: z.object({ user_id: z.string(), name: z.string(), scope: z.enum(API_SCOPES) }),
  write: async ({ user_id, name, scope }, { db, config }) => {
    const owner = await findNoticeRecipient(db, config, user_id);
    if (!owner) return null;
    const t = translateTo(owner);
    const url = `${config.public_url}/connections#tokens`;
    return { to: owner.email, t, ...tokenNotice(t, { owner: owner.name, name, scope, url }) };
  },
});
