import * as z from 'zod/mini';
import { ON_SERVER } from '#contract-side';
import { API_SCOPES } from '#domain/api-tokens.ts';
import { API_TOKEN_DAYS_MAX, API_TOKEN_NAME_MAX } from '#domain/limits.ts';
import { described, named, namedObject } from '#platform/contract/describe.ts';
import { endpoint } from '#platform/contract/endpoint.ts';
import { problem } from '#platform/i18n/problem.ts';
import { User } from './auth.ts';
import { Day, Instant, line, whole } from './fields.ts';

export const ApiToken = namedObject('ApiToken', 'One of your API tokens, without the token itself.', {
  id: described(z.string(), 'The id of the token.'),
  name: described(z.string(), 'Your name for it.'),
  scope: described(z.enum(API_SCOPES), 'Whether it can also write.'),
  hint: described(z.string(), 'The first characters of the token.'),
  created_at: described(Instant, 'When it was created.'),
  last_used_at: described(z.nullable(Instant), 'When it was last used; null if never.'),
  expires_at: described(z.nullable(Instant), 'When it expires; null for never.'),
});
export type ApiToken = z.output<typeof ApiToken>;

export const listTokens = endpoint(
  { method: 'GET', path: '/api/tokens' },
  ON_SERVER && {
    access: 'user',
    summary: 'List your API tokens, newest first, and whether your plan allows using them',
    response: z.object({
      tokens: described(z.array(ApiToken), 'The tokens, newest first.'),
      allowed: described(z.boolean(), 'Whether your plan allows using them.'),
    }),
  },
);

export const createToken = endpoint(
  {
    method: 'POST',
    path: '/api/tokens',
    body: z.object({
      name: described(line('problems.labels.name', API_TOKEN_NAME_MAX), 'A name for it.'),
      scope: described(z.enum(API_SCOPES, problem('problems.scope')), 'Whether it can also write.'),
      expires_in_days: described(
        z.nullish(whole(1, API_TOKEN_DAYS_MAX, problem('problems.token_days', { max: API_TOKEN_DAYS_MAX }))),
        'After how many days it expires; null or left out for never.',
      ),
    }),
  },
  ON_SERVER && {
    access: 'user',
    summary: 'Create an API token; this response is the only one that contains it',
    response: named(
      'NewApiToken',
      'A new API token, with the token itself.',
      z.extend(ApiToken, { token: described(z.string(), 'The token; no other answer contains it.') }),
    ),
    status: 201,
    secret: true,
    idempotent: true,
    errors: ['api_access_needs_premium', 'too_many_tokens'],
  },
);

export const deleteToken = endpoint(
  { method: 'DELETE', path: '/api/tokens/{id}' },
  ON_SERVER && {
    access: 'user',
    summary: 'Revoke an API token',
  },
);

export const Me = namedObject('Me', 'The account and the token that you call with.', {
  ...z.pick(User, {
    id: true,
    name: true,
    email: true,
    avatar_url: true,
    look: true,
    timezone: true,
    points: true,
    level: true,
    streak_days: true,
    subscription_tier: true,
    subscription_plan: true,
  }).shape,
  today: described(Day, 'Today on your calendar.'),
  token: described(
    z.nullable(z.pick(ApiToken, { id: true, name: true, scope: true, expires_at: true })),
    'The token that you call with; null in a session.',
  ),
});
export type Me = z.output<typeof Me>;

export const getMe = endpoint(
  { method: 'GET', path: '/api/me' },
  ON_SERVER && {
    access: 'user',
    summary: 'Get your account and the token that you call with',
    response: Me,
  },
);
