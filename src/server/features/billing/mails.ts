import { PLANS, type PlanType } from '#domain/billing.ts';
import { PAYMENT_GRACE_DAYS } from '#domain/limits.ts';
import { layout } from '../../adapters/mail/layout.ts';

const dayIn = (instant: Date, timeZone: string) =>
  new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone }).format(instant);

/** What a plan costs, `5 USD per month`. */
const priceOf = ({ amount, currency, interval }: (typeof PLANS)[PlanType]) =>
  `${amount / 100} ${currency.toUpperCase()} per ${interval}`;

/** The mail that the plan has begun. `url` begins with PUBLIC_URL. */
export function planStartedMail({ name, plan_type, url }: { name: string; plan_type: PlanType; url: string }) {
  const plan = PLANS[plan_type];
  const subject = `Welcome to Emberkin ${plan.name}!`;
  const parts = layout({
    title: subject,
    preheader: 'Your payment has arrived. There is room for more fires now.',
    body: [
      `Hi ${name},`,
      `Your payment has arrived: ${plan.name}, ${priceOf(plan)}. There is room for as many missions as you like.`,
      'You can cancel at any time on your profile. The plan then stays until its period ends, and nothing is lost.',
    ],
    action: { label: 'Open the dashboard', url },
    footer: ['Invoices and cards are with the payment provider; your profile leads there.'],
  });
  return { subject, ...parts };
}

interface FailedPayment {
  readonly name: string;
  readonly plan_type: PlanType;
  readonly ends_at: Date;
  readonly timezone: string;
  readonly url: string;
}

/** The mail that a renewal was not paid: what stays, until when, and what helps. */
export function paymentFailedMail({ name, plan_type, ends_at, timezone, url }: FailedPayment) {
  const plan = PLANS[plan_type].name;
  const subject = `Your payment for Emberkin ${plan} did not go through`;
  const parts = layout({
    title: subject,
    preheader: `${plan} stays for ${PAYMENT_GRACE_DAYS} days while you put it right.`,
    body: [
      `Hi ${name},`,
      `The renewal of your plan could not be charged. ${plan} stays until ${dayIn(ends_at, timezone)} while you put it right.`,
      'A new card is all it takes. Without one the plan ends then; your missions, points and streaks all stay.',
    ],
    action: { label: 'Update the card', url },
    footer: ['You want to go on without the plan? Then you need not do anything.'],
  });
  return { subject, ...parts };
}
