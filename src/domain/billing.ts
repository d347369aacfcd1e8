import { DAY_MS } from './durations.ts';
import { PAYMENT_GRACE_DAYS } from './limits.ts';

export const PLAN_TYPES = ['pro_monthly', 'premium_yearly'] as const;
/** What can be bought, as the API names it (Spec 3). */
export type PlanType = (typeof PLAN_TYPES)[number];

interface Plan {
  readonly name: 'PRO' | 'PREMIUM';
  /** In cents of `currency`, for one period. */
  readonly amount: number;
  readonly currency: 'usd';
  readonly interval: 'month' | 'year';
}

/** Names and prices (Spec 9): 5 USD a month, 50 USD a year. */
export const PLANS: Readonly<Record<PlanType, Plan>> = {
  pro_monthly: { name: 'PRO', amount: 500, currency: 'usd', interval: 'month' },
  premium_yearly: { name: 'PREMIUM', amount: 5000, currency: 'usd', interval: 'year' },
};

/** A subscription as far as the plan depends on it; `incomplete` was never paid, `canceled` is over for good. */
export interface SubscriptionFacts {
  readonly plan_type: PlanType;
  readonly status: 'active' | 'past_due' | 'canceled' | 'incomplete';
  readonly cancel_at_period_end: boolean;
  /** The period that is paid, or that waits for its payment while `past_due`. */
  readonly period_start: Date;
  readonly period_end: Date;
}

const GRACE_MS = PAYMENT_GRACE_DAYS * DAY_MS;

/**
 * The instant at which the plan ends unless the provider says otherwise before; null when it gives none at all. A
 * cancelled one ends with its period, an unpaid one 7 days into the period that was not paid, and one that renews
 * gets the same 7 days for news that are late (Decisions 8).
 */
export function planEnd(subscription: SubscriptionFacts): Date | null {
  const { status, cancel_at_period_end, period_start, period_end } = subscription;
  if (status === 'canceled' || status === 'incomplete') return null;
  const paidUntil = status === 'past_due' ? period_start.getTime() : period_end.getTime();
  const grace = status === 'past_due' || !cancel_at_period_end ? GRACE_MS : 0;
  const end = paidUntil + grace;
  return new Date(cancel_at_period_end ? Math.min(end, period_end.getTime()) : end);
}

/** Of several subscriptions the one that counts now: PREMIUM before PRO, then the one that lasts longer. */
export function chosenSubscription<S extends SubscriptionFacts>(all: readonly S[], now: Date): S | null {
  const rank = (s: S) => [s.plan_type === 'premium_yearly' ? 1 : 0, planEnd(s)!.getTime()] as const;
  const live = all.filter((s) => (planEnd(s)?.getTime() ?? 0) > now.getTime());
  const [best] = live.sort((a, b) => rank(b)[0] - rank(a)[0] || rank(b)[1] - rank(a)[1]);
  return best ?? null;
}

interface OwnPlan {
  readonly subscription_tier: 'free' | 'pro';
  readonly subscription_ends_at: string | null;
}

/** What a user is once the plan is over. */
const OVER = {
  subscription_tier: 'free',
  subscription_status: 'canceled',
  subscription_plan: null,
  subscription_start_date: null,
  subscription_cancel_requested: null,
  subscription_period_end: null,
  subscription_ends_at: null,
} as const;

/** The user with the plan of this instant: when its end has passed, the row is read as free (Decisions 8). */
export function withPlanNow<U extends OwnPlan>(user: U, now: Date): U {
  const { subscription_tier, subscription_ends_at } = user;
  const over =
    subscription_tier === 'pro' && subscription_ends_at !== null && Date.parse(subscription_ends_at) <= now.getTime();
  return over ? { ...user, ...OVER } : user;
}
