import * as z from 'zod/mini';
import { API_SCOPES } from '#domain/api-tokens.ts';
import { API_TOKEN_DAYS_MAX, API_TOKEN_NAME_MAX } from '#domain/limits.ts';
import { User } from './auth.ts';
import { endpoint } from './endpoint.ts';
import { Day, Id, Instant, line, whole } from './fields.ts';

/** An API token as its owner sees it, which never includes the token itself. */
export const ApiToken = z.object({
  id: z.string(),
  name: z.string(),
  scope: z.enum(API_SCOPES),
  /** The first characters of the token. */
  hint: z.string(),
  created_at: Instant,
  last_used_at: z.nullable(Instant),
  /** From then on it opens nothing; it stays in the list for 30 days more. Null for one without an end. */
  expires_at: z.nullable(Instant),
});
export type ApiToken = z.output<typeof ApiToken>;

export const listTokens = endpoint({
  method: 'GET',
  path: '/api/tokens',
  access: 'user',
  summary: 'List your API tokens, newest first, and whether your plan allows using them',
  response: z.object({ tokens: z.array(ApiToken), allowed: z.boolean() }),
});

export const createToken = endpoint({
  method: 'POST',
  path: '/api/tokens',
  access: 'user',
  summary: 'Create an API token; this response is the only one that contains it',
  body: z.object({
    name: line('Name', API_TOKEN_NAME_MAX),
    scope: z.enum(API_SCOPES, 'Please choose what the token can do'),
    /** Left out or null, the token has no end. */
    expires_in_days: z.nullish(whole(1, API_TOKEN_DAYS_MAX, `A token can last 1 to ${API_TOKEN_DAYS_MAX} days`)),
  }),
  response: z.extend(ApiToken, { token: z.string() }),
  status: 201,
  secret: true,
  idempotent: true,
  errors: ['api_access_needs_premium', 'too_many_tokens'],
});

export const deleteToken = endpoint({
  method: 'DELETE',
  path: '/api/tokens/{id}',
  access: 'user',
  summary: 'Revoke an API token',
  params: z.object({ id: Id }),
});

/** What the API tells about the account: the parts of the account that programs show, and the token that asks. */
export const Me = z.object({
  ...z.pick(User, {
    id: true,
    name: true,
    email: true,
    avatar_url: true,
    timezone: true,
    points: true,
    level: true,
    streak_days: true,
    subscription_tier: true,
    subscription_plan: true,
  }).shape,
  /** The day on the user's own calendar. */
  today: Day,
  /** Null in a session. */
  token: z.nullable(z.pick(ApiToken, { id: true, name: true, scope: true, expires_at: true })),
});
export type Me = z.output<typeof Me>;

export const getMe = endpoint({
  method: 'GET',
  path: '/api/me',
  access: 'user',
  summary: 'Get your account, with the token that asks',
  response: Me,
});
