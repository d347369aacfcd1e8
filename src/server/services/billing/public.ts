import { hasApiAccess } from '#domain/api-tokens.ts';
import { withPlanNow } from '#domain/billing.ts';
import {
  FREE_ACTIVE_MISSIONS,
  INVITATIONS_A_DAY_FREE,
  INVITATIONS_A_DAY_PAID,
  PRO_COHOSTS_MAX,
} from '#domain/limits.ts';
import type { UserRow } from '../../facts/users.ts';

/** The limits of a plan; null means no limit. */
export interface PlanLimits {
  /** The maximum number of a user's active missions. */
  readonly active_missions: number | null;
  /** The maximum number of a mission's co-hosts. */
  readonly cohosts: number | null;
  readonly invitations_a_day: number;
  /** Whether all insights are visible, rather than a preview. */
  readonly insights: boolean;
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

/** The limits of a server without plans. Only mails to strangers are limited. */
const HOUSE: PlanLimits = {
  active_missions: null,
  cohosts: null,
  invitations_a_day: INVITATIONS_A_DAY_PAID,
  insights: true,
  api_tokens: true,
};

/**
 * Returns the current limits of a user's plan (docs/rules.md#plans). `plans` is whether this server has plans; without
 * plans, nothing is restricted except invitations.
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
