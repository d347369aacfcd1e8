import errors from '#messages/en/errors.json' with { type: 'json' };
import type { Endpoint } from '#platform/contract/endpoint.ts';
import type { ErrorCode } from '#platform/contract/errors.ts';
import { scopeOf } from '../api-token-scopes.ts';
import { ERRORS } from '../errors.ts';
import { ErrorAnswer } from './error.ts';
import { headersOf } from './headers.ts';
import type { Json } from './schemas.ts';

const ANY_CALL: ErrorCode[] = [
  'request_timeout',
  'too_many_requests',
  'headers_too_large',
  'internal',
  'overloaded',
  'unavailable',
  'storage_full',
];
/** The server reads the body of every method except GET, even if the call needs none. */
const ANY_BODY: ErrorCode[] = ['malformed_body', 'body_too_large', 'unsupported_media_type'];

function refusalsOf(endpoint: Endpoint): ErrorCode[] {
  if (endpoint.access === 'public') return [];
  if (endpoint.access === 'admin') return ['not_signed_in'];
  const scope = scopeOf(endpoint);
  if (scope === null) return ['not_signed_in', 'token_not_accepted'];
  return ['not_signed_in', 'api_access_needs_premium', ...(scope === 'write' ? (['token_reads_only'] as const) : [])];
}

/**
 * Returns the 404 for a malformed ID, which is the same as for an unknown ID. Only the operator can see that the
 * operator's calls exist.
 */
function missingOf({ params, path, errors = [] }: Endpoint): ErrorCode[] {
  const own = errors.find((code) => ERRORS[code] === 404);
  if (path.startsWith('/api/admin/')) return ['not_found'];
  return params && !own ? ['not_found'] : [];
}

/** Lists every error of a call once, with its own errors after the general ones. */
export function codesOf(endpoint: Endpoint): ErrorCode[] {
  const { method, params, query, body, files, idempotent, errors = [] } = endpoint;
  return [
    ...new Set<ErrorCode>([
      ...refusalsOf(endpoint),
      // A path that cannot be decoded.
      ...(params ? (['malformed_body'] as const) : []),
      ...(method === 'GET' ? [] : ANY_BODY),
      ...(body || files || query ? (['invalid_input'] as const) : []),
      ...(method === 'POST' && !idempotent ? (['idempotency_key_unused'] as const) : []),
      ...(idempotent ? (['invalid_input', 'idempotency_key_reused', 'conflict'] as const) : []),
      ...missingOf(endpoint),
      ...errors,
      ...ANY_CALL,
    ]),
  ];
}

/** Returns the status of a successful call. */
export const goodStatusOf = ({ status, response, events, download }: Endpoint): number =>
  status ?? (response || events || download ? 200 : 204);

function contentOf({ response, events, download }: Endpoint): Json | undefined {
  if (events) return { 'text/event-stream': { schema: events } };
  if (download) return { [download]: { schema: { type: 'string', format: 'binary' } } };
  return response && { 'application/json': { schema: response } };
}

const GOOD: Record<number, string> = { 200: 'Done.', 201: 'Created.', 204: 'Done; the answer has no body.' };

/** Longer lists of codes rarely occur twice. */
const SHARED_CODES_MAX = 2;
const toPascalCase = (code: string) => code.replaceAll(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());

/** Describes a failure. Calls share it under the name of its codes, unless it belongs to one call only. */
function failureOf(endpoint: Endpoint, codes: readonly ErrorCode[], status: number, shared: Json): Json {
  const failure = {
    description: codes.map((code) => `\`${code}\`: ${errors[code]}`).join('; '),
    headers: headersOf(endpoint, status),
    content: { 'application/json': { schema: ErrorAnswer } },
  };
  if (codes.length > SHARED_CODES_MAX || endpoint.deprecated) return failure;
  const name = codes.map(toPascalCase).join('Or');
  shared[name] = failure;
  return { $ref: `#/components/responses/${name}` };
}

/** Describes every response of a call by its status. Adds the failures that calls share to `shared`. */
export function answersOf(endpoint: Endpoint, shared: Json): Json {
  const good = goodStatusOf(endpoint);
  const content = contentOf(endpoint);
  const codes = new Map<number, ErrorCode[]>();
  for (const code of codesOf(endpoint)) codes.set(ERRORS[code], [...(codes.get(ERRORS[code]) ?? []), code]);
  return {
    [good]: { description: GOOD[good], headers: headersOf(endpoint, good), ...(content && { content }) },
    ...(endpoint.etag
      ? { 304: { description: 'You have this answer already.', headers: headersOf(endpoint, 304) } }
      : {}),
    ...Object.fromEntries([...codes].map(([status, list]) => [status, failureOf(endpoint, list, status, shared)])),
  };
}
