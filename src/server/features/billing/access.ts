import { hasApiAccess } from '#domain/api-scopes.ts';
import { FREE_ACTIVE_MISSIONS, PRO_COHOSTS_MAX } from '#domain/limits.ts';
import type { UserRow } from '../../http/sign-in.ts';

/** What a plan allows; null sets no limit. */
export interface PlanLimits {
  /** Active missions up to which one may create another. */
  readonly active_missions: number | null;
  /** Co-hosts of one mission. */
  readonly cohosts: number | null;
  /** Whole insights; without, a preview. */
  readonly insights: boolean;
  /** Personal API tokens. */
  readonly api_tokens: boolean;
}

/** The limits of a user's plan, for every check of every feature (Spec 9, Decisions 4). */
export function planLimits(user: Pick<UserRow, 'subscription_tier' | 'subscription_plan'>): PlanLimits {
  if (user.subscription_tier === 'free')
    return { active_missions: FREE_ACTIVE_MISSIONS, cohosts: 0, insights: false, api_tokens: false };
  const premium = user.subscription_plan === 'premium_yearly';
  return {
    active_missions: null,
    cohosts: premium ? null : PRO_COHOSTS_MAX,
    insights: true,
    api_tokens: hasApiAccess(user),
  };
}
