import { PLANS, type PlanType } from '#domain/billing.ts';
import { PAYMENT_GRACE_DAYS } from '#domain/limits.ts';
import type { LegalUrls } from '../../../adapters/legal-links.ts';
import { layout } from '../../../adapters/mail/layout.ts';

const dayIn = (instant: Date, timeZone: string) =>
  new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone }).format(instant);

/** What a plan costs, `$5 per month`. */
const priceOf = ({ amount, interval }: (typeof PLANS)[PlanType]) => `$${amount / 100} per ${interval}`;

interface PlanStarted {
  readonly name: string;
  readonly plan_type: PlanType;
  readonly url: string;
  readonly legal: LegalUrls;
}

/** The mail that the plan has begun. `url` begins with PUBLIC_URL. */
export function planStartedMail({ name, plan_type, url, legal }: PlanStarted) {
  const plan = PLANS[plan_type];
  const subject = `Welcome to Emberkin ${plan.name}!`;
  const parts = layout({
    title: subject,
    preheader: `You're on ${plan.name}. Start as many missions as you like.`,
    body: [
      `Hi ${name},`,
      `You're on ${plan.name} for ${priceOf(plan)}. Everything carries on, and you can start as many missions as you like.`,
      'You can cancel any time on your profile. Your plan then runs until the paid period ends, and your missions, points and streaks stay.',
    ],
    action: { label: 'Open the dashboard', url },
    footer: ['You can find your invoices and cards on your profile.'],
    legal,
  });
  return { subject, ...parts };
}

interface FailedPayment {
  readonly name: string;
  readonly plan_type: PlanType;
  readonly ends_at: Date;
  readonly timezone: string;
  readonly url: string;
  readonly legal: LegalUrls;
}

/** The mail that a renewal was not paid: what stays, until when, and what helps. */
export function paymentFailedMail({ name, plan_type, ends_at, timezone, url, legal }: FailedPayment) {
  const plan = PLANS[plan_type].name;
  const subject = `Your payment for Emberkin ${plan} didn't go through`;
  const parts = layout({
    title: subject,
    preheader: `You keep ${plan} for ${PAYMENT_GRACE_DAYS} days. Please update your card.`,
    body: [
      `Hi ${name},`,
      `We couldn't renew your plan. You keep ${plan} until ${dayIn(ends_at, timezone)}; please update your card.`,
      'Without a new card, your plan ends on that day. Your missions, points and streaks stay either way.',
    ],
    action: { label: 'Update my card', url },
    footer: ["Don't want the plan any more? Then there's nothing to do."],
    legal,
  });
  return { subject, ...parts };
}
