import * as z from 'zod/mini';
import { API_SCOPES, API_TOKEN_PREFIX, type ApiScope } from '#domain/api-tokens.ts';
import { withPlanNow } from '#domain/billing.ts';
import { Id, Instant } from '#platform/db/columns.ts';
import { unlessDiskFull } from '#platform/db/failures.ts';
import type { Db, Queryable } from '#platform/db/open.ts';
import { MINUTE_MS } from '#platform/lib/durations.ts';
import { UserRow, userColumns } from '../../facts/users.ts';
import { SavedStreaks, savedStreaksSql } from '../../life/public.ts';
import { bearerOf, createSessionToken, hashToken, type SessionUser } from '../auth/public.ts';
import { planLimits } from '../billing/public.ts';

const USER_COLUMNS = userColumns('u');

/** A caller with a personal API token instead of a session. */
export interface ApiTokenCaller {
  token_id: string;
  scope: ApiScope;
  user: Omit<SessionUser, 'session_id'>;
}

const SHAPE = new RegExp(`^${API_TOKEN_PREFIX}[A-Za-z0-9_-]{43}$`);

/**
 * Creates a personal API token: a prefix and 256 random bits. Session tokens have no prefix, so the two cannot be
 * confused.
 */
export const newApiToken = (): string => `${API_TOKEN_PREFIX}${createSessionToken()}`;

const TokenCaller = z.extend(UserRow, {
  saved_streaks: z.nullable(SavedStreaks),
  token_id: Id,
  scope: z.enum(API_SCOPES),
  last_used_at: z.nullable(Instant),
});

/**
 * Finds the owner of the API token in an `authorization` header. Returns null if it is missing, unknown, expired or
 * revoked.
 */
export async function findTokenCaller(db: Db, header: string | undefined, now: Date): Promise<ApiTokenCaller | null> {
  const token = bearerOf(header);
  if (token === null || !SHAPE.test(token)) return null;
  const [found] = await db.rows(
    TokenCaller,
    `select ${USER_COLUMNS}, ${savedStreaksSql('u', '$2')} as saved_streaks, t.id as token_id, t.scope, t.last_used_at
     from api_tokens t join users u on u.id = t.user_id where t.token_hash = $1 and u.suspended_at is null
       and (t.expires_at is null or t.expires_at > $2)`,
    [hashToken(token), now],
  );
  if (!found) return null;
  const { token_id, scope, last_used_at, ...user } = found;
  // At most once a minute, so few reads cause a write.
  if (last_used_at === null || now.getTime() - Date.parse(last_used_at) > MINUTE_MS)
    await unlessDiskFull(db.rows('update api_tokens set last_used_at = $2 where id = $1', [token_id, now]));
  // Uses the current plan: an ended plan stops the token even before an event arrives.
  return { token_id, scope, user: withPlanNow(user, now) };
}

const TokenOwner = z.extend(UserRow, { token_id: Id });

/** Returns the IDs of tokens that are still valid. */
export async function listValidTokens(
  db: Queryable,
  ids: readonly string[],
  plans: boolean,
  now: Date,
): Promise<Set<string>> {
  const rows = await db.rows(
    TokenOwner,
    `select ${USER_COLUMNS}, t.id as token_id from api_tokens t join users u on u.id = t.user_id
     where t.id = any($1) and u.suspended_at is null and (t.expires_at is null or t.expires_at > $2)`,
    [ids, now],
  );
  const allowed = rows.filter((row) => planLimits(withPlanNow(row, now), now, plans).api_tokens);
  return new Set(allowed.map(({ token_id }) => token_id));
}
