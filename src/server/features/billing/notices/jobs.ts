import * as z from 'zod/mini';
import { PLAN_TYPES } from '#domain/billing.ts';
import { messageIdOf } from '../../../adapters/mail/mail.ts';
import { translateTo } from '../../../facts/users.ts';
import { defineJob } from '../../../jobs/job.ts';
import { MAIL_TRIES } from '../../../jobs/retries.ts';
import { findNoticeRecipient } from '../../profile/public.ts';
import { paymentFailedMail, planStartedMail } from './mails.ts';

/** Sends the buyer the mail that the plan has begun. */
export const sendPlanStarted = defineJob({
  name: 'send-plan-started',
  schema: z.object({ user_id: z.string(), plan_type: z.enum(PLAN_TYPES) }),
  retry: { tries: MAIL_TRIES },
  handle: async ({ user_id, plan_type }, { db, mail, config, job_id }) => {
    const user = await findNoticeRecipient(db, config, user_id);
    if (!user) return;
    const content = planStartedMail(translateTo(user), {
      name: user.name,
      plan_type,
      url: `${config.public_url}/dashboard`,
      legal: config,
    });
    await mail.send({ to: user.email, ...content, message_id: messageIdOf(job_id, config.public_url) });
  },
});

/**
 * Sends the mail that a renewal was not paid. Not sent if the invoice was paid or the plan cancelled in the meantime.
 */
export const sendPaymentFailed = defineJob({
  name: 'send-payment-failed',
  schema: z.object({ user_id: z.string() }),
  retry: { tries: MAIL_TRIES },
  handle: async ({ user_id }, { db, mail, config, job_id }) => {
    const user = await findNoticeRecipient(db, config, user_id);
    if (user?.subscription_status !== 'past_due' || !user.subscription_plan || !user.subscription_ends_at) return;
    const content = paymentFailedMail(translateTo(user), {
      name: user.name,
      plan_type: user.subscription_plan,
      ends_at: new Date(user.subscription_ends_at),
      timezone: user.timezone,
      url: `${config.public_url}/profile`,
      legal: config,
    });
    await mail.send({ to: user.email, ...content, message_id: messageIdOf(job_id, config.public_url) });
  },
});
