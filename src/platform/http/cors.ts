import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Endpoint } from '#platform/contract/endpoint.ts';
import { addVary } from './compression.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether API tokens open the route, so other sites' pages may call it. */
    is_open_to_tokens?: boolean;
  }
}

type CorsOrigins = '*' | readonly string[];

const REQUEST_HEADERS = 'Authorization, Content-Type, Idempotency-Key, If-None-Match';
const MAX_AGE_SECONDS = 7200;
const EXPOSED = [
  'ETag',
  'Location',
  'Retry-After',
  'RateLimit',
  'RateLimit-Policy',
  'X-Request-Id',
  'Idempotency-Replayed',
  'WWW-Authenticate',
  'Deprecation',
  'Sunset',
  'Link',
].join(', ');

export interface CorsRules {
  readonly origins: CorsOrigins;
  /** The start of an API token. Session tokens have no prefix. */
  readonly token_prefix: string;
  readonly isOpenToTokens: (endpoint: Endpoint) => boolean;
}

const allowedOrigin = (origins: CorsOrigins, origin: string | undefined): string | null => {
  if (origin === undefined) return null;
  if (origins === '*') return '*';
  return origins.includes(origin) ? origin : null;
};

/**
 * Lets pages of CORS_ORIGINS read responses of calls for API tokens, but never with a session's token. Without origins
 * no hook runs.
 */
export function allowOrigins(app: FastifyInstance, { origins, token_prefix }: CorsRules): void {
  if (origins !== '*' && origins.length === 0) return;
  const token = new RegExp(`^bearer ${token_prefix}[\\w-]{43}$`, 'i');
  const isWithoutSession = ({ headers: { authorization } }: FastifyRequest) =>
    authorization === undefined || token.test(authorization);
  app.addHook('onRequest', (request, reply, done) => {
    if (!request.routeOptions.config.is_open_to_tokens) return done();
    addVary(reply, 'origin');
    const origin = allowedOrigin(origins, request.headers.origin);
    if (origin !== null && isWithoutSession(request))
      reply.header('access-control-allow-origin', origin).header('access-control-expose-headers', EXPOSED);
    done();
  });
}

/** Adds the allowed calls of a path to the response to a preflight. */
export function answerPreflight(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  endpoints: readonly Endpoint[],
  { origins, isOpenToTokens }: CorsRules,
): void {
  const methods = endpoints.filter(isOpenToTokens).map(({ method }) => method);
  if (methods.length === 0 || (origins !== '*' && origins.length === 0)) return;
  addVary(reply, 'origin');
  const origin = allowedOrigin(origins, headers.origin);
  const method = headers['access-control-request-method'];
  if (origin === null || !methods.some((one) => one === method || (one === 'GET' && method === 'HEAD'))) return;
  reply.headers({
    'access-control-allow-origin': origin,
    'access-control-allow-methods': methods.join(', '),
    'access-control-allow-headers': REQUEST_HEADERS,
    'access-control-max-age': MAX_AGE_SECONDS,
  });
}
