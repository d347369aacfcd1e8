import * as z from 'zod/mini';
import { PLAN_TYPES } from '#domain/billing.ts';
import { translateTo } from '../../../facts/users.ts';
import { defineMailJob } from '../../../mails/mail-job.ts';
import { findNoticeRecipient } from '../../profile/public.ts';
import { paymentFailedMail, planStartedMail } from './mails.ts';

/** Mails the buyer that the plan has started. */
export const sendPlanStarted = defineMailJob({
  name: 'send-plan-started',
  schema: z.object({ user_id: z.string(), plan_type: z.enum(PLAN_TYPES) }),
  write: async ({ user_id, plan_type }, { db, config }) => {
    const user = await findNoticeRecipient(db, config, user_id);
    if (!user) return null;
    const t = translateTo(user);
    const url = `${config.public_url}/dashboard`;
    return { to: user.email, t, ...planStartedMail(t, { name: user.name, plan_type, url }) };
  },
});

/** Sends the email about a renewal that was not paid, unless the invoice was paid or the plan canceled since then. */
export const sendPaymentFailed = defineMailJob({
  name: 'send-payment-failed',
  schema: z.object({ user_id: z.string() }),
  write: async ({ user_id }, { db, config }) => {
    const user = await findNoticeRecipient(db, config, user_id);
    if (user?.subscription_status !== 'past_due' || !user.subscription_plan || !user.subscription_ends_at) return null;
    const t = translateTo(user);
    const { name, email: to, timezone, subscription_plan: plan_type } = user;
    const ends_at = new Date(user.subscription_ends_at);
    const url = `${config.public_url}/profile`;
    return { to, t, ...paymentFailedMail(t, { name, plan_type, ends_at, timezone, url }) };
  },
});
