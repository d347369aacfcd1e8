import type { User } from '#contract/auth.ts';
import { PLANS, type PlanType } from '#domain/billing.ts';
import { FREE_ACTIVE_MISSIONS, PRO_COHOSTS_MAX } from '#domain/limits.ts';
import type { PlainKey, Translate } from '#platform/i18n/translate.ts';
import { detailOf, isRetryable } from '#platform/web/lib/api/api-error.ts';

export type OwnPlan = 'free' | PlanType;

/** Returns a user's plan; a paid tier without a subscription counts as PRO. */
export const planOf = ({ subscription_tier, subscription_plan }: User): OwnPlan =>
  subscription_tier === 'free' ? 'free' : (subscription_plan ?? 'pro_monthly');

const dollars = (cents: number) => `$${cents % 100 === 0 ? cents / 100 : (cents / 100).toFixed(2)}`;
/** Formats a price as `$5 per month`. */
export const priceOf = (t: Translate, plan: PlanType): string =>
  t(PLANS[plan].interval === 'month' ? 'app.billing.a_month' : 'app.billing.a_year', {
    price: dollars(PLANS[plan].amount),
  });
export const planName = (t: Translate, plan: OwnPlan): string =>
  plan === 'free' ? t('app.billing.free') : PLANS[plan].name;

/** Returns the notice about an overdue renewal; `day` is the plan's last day without payment. */
export const unpaidText = (t: Translate, plan: OwnPlan, day: string): string =>
  t('app.billing.unpaid', { plan: planName(t, plan), day });

/** Plans in the order of their cards, each with one more flame than the previous plan. */
export const CARD_PLANS = ['free', 'pro_monthly', 'premium_yearly'] as const satisfies readonly OwnPlan[];

export interface PlanCardWords {
  readonly price: string;
  readonly per: string;
  readonly save?: string;
  readonly lines: readonly string[];
}

const saved = Math.round(100 - (100 * PLANS.premium_yearly.amount) / (12 * PLANS.pro_monthly.amount));

export const cardWords = (t: Translate): Readonly<Record<OwnPlan, PlanCardWords>> => ({
  free: {
    price: dollars(0),
    per: t('app.billing.card.for_ever'),
    lines: [
      t('app.billing.card.some_missions', { count: FREE_ACTIVE_MISSIONS }),
      t('app.billing.card.all_checkins'),
      t('app.billing.card.groups'),
      t('app.billing.card.points'),
      t('app.billing.card.streaks'),
    ],
  },
  pro_monthly: {
    price: dollars(PLANS.pro_monthly.amount),
    per: t('app.billing.card.per_month'),
    lines: [
      t('app.billing.card.all_missions'),
      t('app.billing.card.all_of_free'),
      t('app.billing.card.some_cohosts', { count: PRO_COHOSTS_MAX }),
      t('app.billing.card.analytics'),
      t('app.billing.card.support'),
    ],
  },
  premium_yearly: {
    price: dollars(PLANS.premium_yearly.amount),
    per: t('app.billing.card.per_year', { price: dollars(PLANS.premium_yearly.amount / 12) }),
    save: t('app.billing.card.save', { percent: saved }),
    lines: [
      t('app.billing.card.all_missions'),
      t('app.billing.card.all_of_pro'),
      t('app.billing.card.all_cohosts'),
      t('app.billing.card.api'),
      t('app.billing.card.manager'),
    ],
  },
});

const UNLIMITED = 'app.billing.compare.unlimited';
/** A value that is shown as faintly as a missing feature. */
export const NONE = 'app.billing.compare.none';

/**
 * The features of each plan in card order (docs/rules.md#plans).
 *
 * A value is a message, a number, or whether the plan includes the feature.
 */
export const ROWS = [
  { name: 'app.billing.compare.active_missions', values: [FREE_ACTIVE_MISSIONS, UNLIMITED, UNLIMITED] },
  { name: 'app.billing.compare.checkins', values: [UNLIMITED, UNLIMITED, UNLIMITED] },
  { name: 'app.billing.compare.team', values: [NONE, 'app.billing.compare.limited', UNLIMITED] },
  { name: 'app.billing.card.analytics', values: [false, true, true] },
  { name: 'app.billing.card.support', values: [false, true, true] },
  { name: 'app.billing.card.api', values: [false, false, true] },
  { name: 'app.billing.card.manager', values: [false, false, true] },
] as const satisfies readonly { name: PlainKey; values: readonly (PlainKey | number | boolean)[] }[];

/** Explains why no checkout opened: the server's reason, or a suggestion to retry. */
export function upgradeProblem(t: Translate, error: unknown): string {
  const failed = t('app.billing.not_upgraded');
  return isRetryable(error) ? failed : detailOf(error, failed);
}

export const planLabel = (t: Translate, user: User): string =>
  user.subscription_tier === 'pro' ? PLANS.pro_monthly.name : t('app.billing.free_plan');
