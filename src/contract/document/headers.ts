import type { Endpoint } from '#platform/contract/endpoint.ts';
import type { Json } from './schemas.ts';

/** Builds a text header of a response or a posted event. */
export const text = (description: string, example: string, keywords: Json = {}): Json => ({
  description,
  schema: { type: 'string', ...keywords },
  example,
});

/** Every response header, as components of the document. */
export const HEADERS: Record<string, Json> = {
  'X-Request-Id': {
    ...text('The id of this request, which the server has in its log.', '3f1c2f8e-6a64-4b0f-9a51-0c9ce2b7d5a4', {
      format: 'uuid',
    }),
    required: true,
  },
  'Retry-After': {
    description: 'The seconds to wait before the next try.',
    schema: { type: 'integer', minimum: 1 },
    example: 2,
  },
  'RateLimit-Policy': text(
    'Of the limits on this call, the one with the fewest calls left: its name, and how many calls it allows (q) in how many seconds (w). Calls with limits of their own list them in `x-ratelimit`.',
    '"token";q=120;w=60',
  ),
  RateLimit: text(
    'What is left of that limit: its name, the calls left (r), and the seconds until it resets (t).',
    '"token";r=119;t=42',
  ),
  'Content-Language': text('The language of the sentences in this answer.', 'en'),
  ETag: text('A tag of this answer, to send back as If-None-Match.', 'W/"3f1c2f8e6a644b0f"'),
  Location: text('The path of what was created.', '/api/missions/019aa5b0-5c7e-7a3d-9d0e-3b8f4f1f2a10', {
    format: 'uri-reference',
  }),
  'WWW-Authenticate': text(
    'What you lack, in the words of RFC 6750.',
    'Bearer realm="emberkin", error="invalid_token"',
  ),
  'Idempotency-Replayed': text('`true` when this is the answer to an earlier request with the same key.', 'true', {
    enum: ['true'],
  }),
  Deprecation: text('The moment from which no one should start using this call (RFC 9745).', '@1767225600'),
  Sunset: text('The day from which the call may be gone (RFC 8594).', 'Fri, 01 Jan 2027 00:00:00 GMT'),
  Link: text('Where the change is described.', '</docs/api/changes>; rel="deprecation"'),
};

const refs = (names: readonly string[]): Json =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

/** Returns the headers of an endpoint's response with this status. */
export function headersOf(endpoint: Endpoint, status: number): Json {
  const isGood = status < 400;
  return refs([
    'X-Request-Id',
    'RateLimit-Policy',
    'RateLimit',
    ...(status === 429 || status === 503 ? ['Retry-After'] : []),
    ...(status === 401 || status === 403 ? ['WWW-Authenticate'] : []),
    ...(!isGood || endpoint.translated ? ['Content-Language'] : []),
    ...(isGood && endpoint.etag ? ['ETag'] : []),
    ...(status === 201 && endpoint.location ? ['Location'] : []),
    ...(isGood && endpoint.idempotent ? ['Idempotency-Replayed'] : []),
    ...(endpoint.deprecated ? ['Deprecation', 'Sunset', 'Link'] : []),
  ]);
}

/** Returns an endpoint's header parameters as names of components. */
export const headerParametersOf = ({ etag, idempotent }: Endpoint): string[] => [
  ...(etag ? ['IfNoneMatch'] : []),
  ...(idempotent ? ['IdempotencyKey'] : []),
];

export const HEADER_PARAMETERS: Record<string, Json> = {
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description: 'The ETag of the answer that you have: while it still fits, you get an empty 304.',
    schema: { type: 'string', maxLength: 1000 },
    example: 'W/"3f1c2f8e6a644b0f"',
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'A key of your own for this request, for instance a new UUID. Sent again within 24 hours, it gets the first answer and does nothing twice.',
    schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[!-~]+$' },
    example: '8e03978e-40d5-43e8-bc93-6894a57f9324',
  },
};
