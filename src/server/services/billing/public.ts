import { hasApiAccess } from '#domain/api-tokens.ts';
import { withPlanNow } from '#domain/billing.ts';
import {
  FREE_ACTIVE_MISSIONS,
  INVITATIONS_A_DAY_FREE,
  INVITATIONS_A_DAY_PAID,
  PRO_COHOSTS_MAX,
} from '#domain/limits.ts';
import type { UserRow } from '../../facts/users.ts';

/** What a plan allows; null means no limit. */
export interface PlanLimits {
  /** How many active missions a user may have. */
  readonly active_missions: number | null;
  /** How many co-hosts a mission may have. */
  readonly cohosts: number | null;
  readonly invitations_a_day: number;
  /** Whether all insights are shown, rather than a preview. */
  readonly insights: boolean;
  /** Whether personal API tokens work. */
  readonly api_tokens: boolean;
}

type Plan = Pick<UserRow, 'subscription_tier' | 'subscription_plan' | 'subscription_ends_at'>;

const FREE: PlanLimits = {
  active_missions: FREE_ACTIVE_MISSIONS,
  cohosts: 0,
  invitations_a_day: INVITATIONS_A_DAY_FREE,
  insights: false,
  api_tokens: false,
};

/** Where there are no plans; only the number of mails to strangers has a bound. */
const HOUSE: PlanLimits = {
  active_missions: null,
  cohosts: null,
  invitations_a_day: INVITATIONS_A_DAY_PAID,
  insights: true,
  api_tokens: true,
};

/**
 * The limits of a user's plan at this instant, for every check of every feature (docs/rules.md#plans). `plans` is
 * whether there are plans on this server; without them everybody has everything.
 */
export function planLimits(user: Plan, now: Date, plans: boolean): PlanLimits {
  if (!plans) return HOUSE;
  const plan = withPlanNow(user, now);
  if (plan.subscription_tier === 'free') return FREE;
  return {
    active_missions: null,
    cohosts: plan.subscription_plan === 'premium_yearly' ? null : PRO_COHOSTS_MAX,
    invitations_a_day: INVITATIONS_A_DAY_PAID,
    insights: true,
    api_tokens: hasApiAccess(plan),
  };
}
