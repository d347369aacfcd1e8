import { DAY_MS } from '#platform/lib/durations.ts';
import { PAYMENT_GRACE_DAYS } from './limits.ts';

export const PLAN_TYPES = ['pro_monthly', 'premium_yearly'] as const;
export type PlanType = (typeof PLAN_TYPES)[number];

interface Plan {
  readonly name: 'PRO' | 'PREMIUM';
  /** The price of one period, in cents. */
  readonly amount: number;
  readonly currency: 'usd';
  readonly interval: 'month' | 'year';
}

export const PLANS: Readonly<Record<PlanType, Plan>> = {
  pro_monthly: { name: 'PRO', amount: 500, currency: 'usd', interval: 'month' },
  premium_yearly: { name: 'PREMIUM', amount: 5000, currency: 'usd', interval: 'year' },
};

/** The fields of a subscription that decide the plan. `incomplete` was never paid; `canceled` has ended for good. */
export interface SubscriptionFacts {
  readonly plan_type: PlanType;
  readonly status: 'active' | 'past_due' | 'canceled' | 'incomplete';
  readonly cancel_at_period_end: boolean;
  /** The paid period, or the unpaid one while `past_due`. */
  readonly period_start: Date;
  readonly period_end: Date;
}

const GRACE_MS = PAYMENT_GRACE_DAYS * DAY_MS;

/**
 * Returns when the plan ends, or null if the subscription gives no plan. A canceled subscription ends with its period,
 * and an unpaid one 7 days into the unpaid period. A renewing one lasts 7 days beyond its period, because the
 * provider's event might be late. A later event can move the end (docs/rules.md#payments).
 */
export function planEnd(subscription: SubscriptionFacts): Date | null {
  const { status, cancel_at_period_end, period_start, period_end } = subscription;
  if (status === 'canceled' || status === 'incomplete') return null;
  const paidUntil = status === 'past_due' ? period_start.getTime() : period_end.getTime();
  const grace = status === 'past_due' || !cancel_at_period_end ? GRACE_MS : 0;
  const end = paidUntil + grace;
  return new Date(cancel_at_period_end ? Math.min(end, period_end.getTime()) : end);
}

/**
 * Returns the subscription in force at `now`: PREMIUM before PRO, then the latest end. Returns null if none is in
 * force.
 */
export function chosenSubscription<S extends SubscriptionFacts>(all: readonly S[], now: Date): S | null {
  const priority = (s: S) => [s.plan_type === 'premium_yearly' ? 1 : 0, planEnd(s)!.getTime()] as const;
  const current = all.filter((s) => (planEnd(s)?.getTime() ?? 0) > now.getTime());
  const [best] = current.sort((a, b) => priority(b)[0] - priority(a)[0] || priority(b)[1] - priority(a)[1]);
  return best ?? null;
}

interface PlanFields {
  readonly subscription_tier: 'free' | 'pro';
  readonly subscription_ends_at: string | null;
}

/** The plan columns of `users` for a user whose plan is over. */
export const FREE_PLAN = {
  subscription_tier: 'free',
  subscription_status: 'canceled',
  subscription_plan: null,
  subscription_start_date: null,
  subscription_cancel_requested: null,
  subscription_period_end: null,
  subscription_ends_at: null,
} as const;

/** Returns the user with the plan at `now`: after its end, the user reads as free. */
export function withPlanNow<U extends PlanFields>(user: U, now: Date): U {
  const { subscription_tier, subscription_ends_at } = user;
  const isOver =
    subscription_tier === 'pro' && subscription_ends_at !== null && Date.parse(subscription_ends_at) <= now.getTime();
  return isOver ? { ...user, ...FREE_PLAN } : user;
}
