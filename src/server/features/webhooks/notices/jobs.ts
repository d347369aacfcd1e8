import * as z from 'zod/mini';
import { translateTo } from '../../../facts/users.ts';
import { defineMailJob } from '../../../mails/mail-job.ts';
import { findNoticeRecipient } from '../../../services/profile/public.ts';
import { webhookNotice, webhookOffMail } from './mails.ts';

const PAGE = '/connections#webhooks';

/**
 * Emails the owner that a webhook was turned off automatically. If `off` is null, it was created or its URL was
 * changed.
 */
export const sendWebhookNotice = defineMailJob({
  name: 'send-webhook-notice',
  schema: z.object({
    user_id: z.string(),
    url: z.string(),
    off: z.nullable(z.enum(['gone', 'failing'])),
    is_changed: z._default(z.boolean(), false),
  }),
  write: async ({ user_id, url, off, is_changed }, { db, config }) => {
    const owner = await findNoticeRecipient(db, config, user_id);
    if (!owner) return null;
    const notice = { owner: owner.name, address: url, page_url: config.public_url + PAGE };
    const t = translateTo(owner);
    const parts =
      off === null ? webhookNotice(t, { ...notice, is_changed }) : webhookOffMail(t, { ...notice, reason: off });
    return { to: owner.email, t, ...parts };
  },
});
