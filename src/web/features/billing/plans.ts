import type { User } from '#contract/auth.ts';
import { PLANS, type PlanType } from '#domain/billing.ts';
import { FREE_ACTIVE_MISSIONS, PRO_COHOSTS_MAX } from '#domain/limits.ts';
import { detailOf, isRetryable } from '#web/lib/api/api-error.ts';

export type OwnPlan = 'free' | PlanType;

/** The plan of a user; a paid tier without a subscription counts as PRO. */
export const planOf = ({ subscription_tier, subscription_plan }: User): OwnPlan =>
  subscription_tier === 'free' ? 'free' : (subscription_plan ?? 'pro_monthly');

const dollars = (cents: number) => `$${cents % 100 === 0 ? cents / 100 : (cents / 100).toFixed(2)}`;
/** `$5 per month`. */
export const priceOf = (plan: PlanType): string => `${dollars(PLANS[plan].amount)} per ${PLANS[plan].interval}`;
export const planName = (plan: OwnPlan): string => (plan === 'free' ? 'Free' : PLANS[plan].name);

/** What somebody reads while the payment of a renewal is overdue; `until` is the day on which the plan ends without it. */
export const unpaidText = (plan: OwnPlan, until: string): string =>
  `We couldn't renew your plan. You keep ${planName(plan)} until ${until}; please update your card.`;

interface PlanCard {
  readonly plan: OwnPlan;
  readonly price: string;
  readonly per: string;
  readonly save?: string;
  readonly flames: number;
  readonly lines: readonly string[];
}

const saved = Math.round(100 - (100 * PLANS.premium_yearly.amount) / (12 * PLANS.pro_monthly.amount));

/** The three cards, each with one flame more than the one before. */
export const CARDS: readonly PlanCard[] = [
  {
    plan: 'free',
    price: dollars(0),
    per: 'for as long as you like',
    flames: 1,
    lines: [
      `Up to ${FREE_ACTIVE_MISSIONS} active missions`,
      'Unlimited check-ins',
      'Group invitations',
      'Points and level system',
      'Streak tracking',
    ],
  },
  {
    plan: 'pro_monthly',
    price: dollars(PLANS.pro_monthly.amount),
    per: 'per month',
    flames: 2,
    lines: [
      'Unlimited missions',
      'Everything in Free',
      `Up to ${PRO_COHOSTS_MAX} co-hosts`,
      'Advanced analytics',
      'Priority support',
    ],
  },
  {
    plan: 'premium_yearly',
    price: dollars(PLANS.premium_yearly.amount),
    per: `per year, about ${dollars(PLANS.premium_yearly.amount / 12)} a month`,
    save: `Save ${saved}%`,
    flames: 3,
    lines: ['Unlimited missions', 'Everything in PRO', 'Unlimited co-hosts', 'API access', 'Dedicated account manager'],
  },
];

/** What each plan includes, in the order of the cards (docs/rules.md#plans). */
export const ROWS: readonly { readonly name: string; readonly values: readonly (string | boolean)[] }[] = [
  { name: 'Active missions', values: [String(FREE_ACTIVE_MISSIONS), 'Unlimited', 'Unlimited'] },
  { name: 'Check-ins', values: ['Unlimited', 'Unlimited', 'Unlimited'] },
  { name: 'Team Members', values: ['None', 'Limited', 'Unlimited'] },
  { name: 'Advanced analytics', values: [false, true, true] },
  { name: 'Priority support', values: [false, true, true] },
  { name: 'API access', values: [false, false, true] },
  { name: 'Dedicated account manager', values: [false, false, true] },
];
export const ROWS_NOTE = `Team Members are co-hosts who can edit and invite (up to ${PRO_COHOSTS_MAX} on PRO). Anyone can join a mission on any plan.`;

const FAILED = 'Failed to start upgrade process. Please try again.';

/** What to say when no checkout opened: the server's reason, or that trying again may help. */
export const upgradeProblem = (error: unknown): string => (isRetryable(error) ? FAILED : detailOf(error, FAILED));

/** The label in the header and on the profile. */
export const planLabel = (user: User): string => (user.subscription_tier === 'pro' ? 'PRO' : 'Free Plan');
