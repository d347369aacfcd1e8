import * as contract from '#contract/api-tokens.ts';
import { API_TOKEN_PREFIX } from '#domain/api-tokens.ts';
import { dayOf } from '#domain/days.ts';
import { API_TOKENS_PER_USER } from '#domain/limits.ts';
import type { Tx } from '#platform/db/open.ts';
import { fail } from '#platform/http/errors.ts';
import { logSecurity } from '#platform/http/log.ts';
import type { Serve } from '#platform/http/serve.ts';
import { DAY_MS } from '#platform/lib/durations.ts';
import type { Deps } from '../../app/deps.ts';
import { hashToken, lockSessionUser, type SessionUser } from '../auth/public.ts';
import { planLimits } from '../billing/public.ts';
import { once } from '../idempotency-keys/public.ts';
import { toUser } from '../profile/public.ts';
import { sendTokenNotice } from './jobs.ts';
import { newApiToken } from './public.ts';
import * as queries from './queries.ts';

/** The number of visible characters of a token: the prefix and 4 of the 43 that follow. */
const HINT_LENGTH = API_TOKEN_PREFIX.length + 4;

/** Personal API tokens for PREMIUM. After a downgrade they stop working but stay listed (docs/rules.md#accounts). */
export function tokenRoutes(serve: Serve<SessionUser>, deps: Deps): void {
  const { db, config } = deps;
  serve(contract.getMe, async ({ user, token_id, now }) => {
    const [me, token] = await Promise.all([
      toUser(deps, user, now),
      token_id === null ? null : queries.findToken(db, token_id),
    ]);
    return { ...me, today: dayOf(now, user.timezone), token };
  });

  serve(contract.listTokens, async ({ user, now }) => ({
    tokens: await queries.listTokens(db, user.id),
    allowed: planLimits(user, now, config.plans).api_tokens,
  }));

  serve(contract.createToken, ({ user, body, now, idempotency, request }) => {
    const create = async (tx: Tx) => {
      const owner = await lockSessionUser(tx, user, now);
      if (!planLimits(owner, now, config.plans).api_tokens) fail('api_access_needs_premium');
      if ((await queries.countTokens(tx, user.id, now)) >= API_TOKENS_PER_USER) fail('too_many_tokens');
      const token = newApiToken();
      const hint = token.slice(0, HINT_LENGTH);
      const { name, scope, expires_in_days: days } = body;
      const expires_at = days ? new Date(now.getTime() + days * DAY_MS) : null;
      const stored = { name, scope, user_id: user.id, token_hash: hashToken(token), hint, expires_at };
      const row = await queries.insertToken(tx, stored, now);
      await tx.enqueue(sendTokenNotice, { user_id: user.id, name: row.name, scope: row.scope });
      return { ...row, token };
    };
    const call = { user, idempotency, now };
    return once(deps, call, create, () => logSecurity(request, 'token_created', { user_id: user.id }));
  });

  serve(contract.deleteToken, async ({ user, params, request }) => {
    if (!(await queries.deleteToken(db, user.id, params.id))) fail('not_found');
    logSecurity(request, 'token_revoked', { user_id: user.id });
  });
}
