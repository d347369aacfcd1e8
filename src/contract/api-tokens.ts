import * as z from 'zod/mini';
import { API_SCOPES } from '#domain/api-tokens.ts';
import { API_TOKEN_NAME_MAX } from '#domain/limits.ts';
import { endpoint } from './endpoint.ts';
import { Id, Instant, line } from './fields.ts';

/** An API token as its owner sees it, which never includes the token itself. */
export const ApiToken = z.object({
  id: z.string(),
  name: z.string(),
  scope: z.enum(API_SCOPES),
  /** The first characters of the token. */
  hint: z.string(),
  created_at: Instant,
  last_used_at: z.nullable(Instant),
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
    scope: z.enum(API_SCOPES, 'Please choose what the token may do'),
  }),
  response: z.extend(ApiToken, { token: z.string() }),
  status: 201,
  errors: ['api_access_needs_premium', 'too_many_tokens'],
});

export const deleteToken = endpoint({
  method: 'DELETE',
  path: '/api/tokens/{id}',
  access: 'user',
  summary: 'Revoke an API token',
  params: z.object({ id: Id }),
});
