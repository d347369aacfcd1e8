export const API_SCOPES = ['read', 'write'] as const;
/** What a personal API token may do: only ask, or also change. */
export type ApiScope = (typeof API_SCOPES)[number];

/** What personal API tokens begin with, so that people and scanners of leaked secrets know them. */
export const API_TOKEN_PREFIX = 'emb_';

/** Whether a plan opens the API to personal tokens: PREMIUM alone. Decisions 4. */
export const hasApiAccess = (plan: { subscription_tier: string; subscription_plan: string | null }): boolean =>
  plan.subscription_tier !== 'free' && plan.subscription_plan === 'premium_yearly';
