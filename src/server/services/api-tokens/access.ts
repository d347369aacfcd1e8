import { scopeOf } from '#contract/api-token-scopes.ts';
import type { Endpoint } from '#platform/contract/endpoint.ts';
import { fail } from '#platform/http/errors.ts';
import { planLimits } from '../billing/public.ts';
import type { ApiTokenCaller } from './public.ts';

/**
 * Throws if no token may make this call, the owner's plan has no API access, or the token is read-only. `plans` is
 * whether this server has plans.
 */
export function requireScope(endpoint: Endpoint, { scope, user }: ApiTokenCaller, plans: boolean, now: Date): void {
  const needed = scopeOf(endpoint);
  if (needed === null) fail('token_not_accepted');
  if (!planLimits(user, now, plans).api_tokens) fail('api_access_needs_premium');
  if (needed === 'write' && scope === 'read') fail('token_reads_only');
}
