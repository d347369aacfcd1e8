import type * as z from 'zod/mini';
import type { ErrorCode, PlainExactName } from '#platform/contract/errors.ts';
import { IdParams } from '#platform/contract/ids.ts';
import type { RateName } from '#platform/lib/rate-rules.ts';

/** Visible ASCII characters. */
export const IDEMPOTENCY_KEY_MAX = 255;

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
/** Who may call: anyone, a signed-in user, or the operator. */
type Access = 'public' | 'user' | 'admin';

type Schema = z.ZodMiniType;

/** A file part of a multipart body; `too_large` is the error for a file over `max_bytes`. */
export interface FilePart {
  readonly max_bytes: number;
  readonly too_large: ErrorCode;
  readonly optional?: boolean;
}

/** An endpoint's full description; the server's routes, the web client and `/api/openapi.json` derive from it. */
export interface Endpoint {
  readonly method: Method;
  readonly path: `/api/${string}`;
  /** Old paths, which stay valid but are not in the document. */
  readonly aliases?: readonly `/api/${string}`[];
  readonly access: Access;
  readonly summary: string;
  /** The `{id}` of the path by default. */
  readonly params?: Schema;
  readonly query?: Schema;
  readonly body?: Schema;
  /** If present, the body is multipart/form-data. Without files JSON is accepted too. */
  readonly files?: Readonly<Record<string, FilePart>>;
  readonly response?: Schema;
  /** If present, the response is a stream of server-sent events whose data have this shape. */
  readonly events?: Schema;
  /** If present, the response is a file of this media type, streamed while it is generated. */
  readonly download?: string;
  /** 200 with a `response` and 204 without, by default. */
  readonly status?: 200 | 201;
  /** Error codes of this endpoint's own rules. Every endpoint can also return the general codes. */
  readonly errors?: readonly ErrorCode[];
  /** The name of a rate limit besides the general limit (see `RateRules`). */
  readonly rate?: RateName;
  readonly rates?: readonly RateName[];
  /** The `Location` of a 201, with `{name}` for fields of the response. */
  readonly location?: `/api/${string}`;
  /**
   * Whether a retry with the same `Idempotency-Key` returns the first response. Every POST that creates something has
   * it; others reject the header.
   */
  readonly idempotent?: true;
  /** How to repeat a call without `idempotent`: the name of the sentence that rejects the header. */
  readonly repeated_by?: PlainExactName;
  /** Whether the response has an `ETag`; a request that has the current one gets a 304. */
  readonly etag?: true;
  /** Whether the response contains a secret such as a new token. It is then never compressed. */
  readonly secret?: true;
  /** Whether the response contains sentences in the request's language. */
  readonly translated?: true;
  /** The day of the deprecation, and the day from which it can be removed, at least a year later. */
  readonly deprecated?: { readonly since: string; readonly sunset: string };
}

type Wire = Pick<Endpoint, 'method' | 'path' | 'body'>;

/**
 * Declares an endpoint and keeps its literal types, so server and web infer from them. Everything but method, path and
 * body goes into `ON_SERVER && {...}`. The web bundler drops that branch with its schemas and sentences
 * (docs/decisions/0091).
 */
export const endpoint = <const W extends Wire, const S extends Omit<Endpoint, keyof Wire>>(
  wire: W,
  onServer: S | false,
): WithParams<W & S> =>
  ({ ...(wire.path.includes('{id}') && { params: IdParams }), ...wire, ...onServer }) as unknown as WithParams<W & S>;

type WithParams<E extends Endpoint> = E extends { readonly params: Schema }
  ? E
  : E['path'] extends `${string}{id}${string}`
    ? E & { readonly params: typeof IdParams }
    : E;

type Part<E extends Endpoint, K extends 'params' | 'query' | 'body', Side extends 'in' | 'out'> = E[K] extends Schema
  ? Side extends 'in'
    ? z.input<E[K]>
    : z.output<E[K]>
  : undefined;

/** A part of the request before parsing, as the caller passes it. */
export type Input<E extends Endpoint, K extends 'params' | 'query' | 'body'> = Part<E, K, 'in'>;
/** A part of the request after parsing, as the handler receives it. */
export type Parsed<E extends Endpoint, K extends 'params' | 'query' | 'body'> = Part<E, K, 'out'>;
/** The body of a successful response. */
export type Answer<E extends Endpoint> = E['response'] extends Schema ? z.output<E['response']> : undefined;
