export const API_SCOPES = ['read', 'write'] as const;
/** `read` only sends GET requests; `write` can also change things. */
export type ApiScope = (typeof API_SCOPES)[number];

/** The prefix of every API token, so that people and secret scanners recognize a leaked token. */
export const API_TOKEN_PREFIX = 'emb_';

/** Returns true if the plan includes personal API tokens: only PREMIUM does (docs/rules.md#plans). */
export const hasApiAccess = (plan: { subscription_tier: string; subscription_plan: string | null }): boolean =>
  plan.subscription_tier !== 'free' && plan.subscription_plan === 'premium_yearly';
