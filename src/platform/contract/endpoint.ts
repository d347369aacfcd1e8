import type * as z from 'zod/mini';
import type { ErrorCode, PlainExactName } from '#platform/contract/errors.ts';
import { IdParams } from '#platform/contract/ids.ts';
import type { RateName } from '#platform/lib/rate-rules.ts';

/** Visible ASCII characters of an Idempotency-Key. */
export const IDEMPOTENCY_KEY_MAX = 255;

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
/** Who can call: anyone, a signed-in user, or the operator. */
type Access = 'public' | 'user' | 'admin';

type Schema = z.ZodMiniType;

/** A file part of a multipart body: its largest size, the error for a larger one, and whether it may be left out. */
export interface FilePart {
  readonly max_bytes: number;
  readonly too_large: ErrorCode;
  readonly optional?: boolean;
}

/**
 * The full description of an endpoint. The server routes, the web client and `/api/openapi.json` all derive from it.
 */
export interface Endpoint {
  readonly method: Method;
  /** The path, with `{name}` for parameters. */
  readonly path: `/api/${string}`;
  /** Earlier paths, which are served for good and are not in the document. */
  readonly aliases?: readonly `/api/${string}`[];
  readonly access: Access;
  readonly summary: string;
  /** By default the `{id}` of the path. */
  readonly params?: Schema;
  readonly query?: Schema;
  readonly body?: Schema;
  /** If present, the body is multipart/form-data. JSON is accepted too when no file is sent. */
  readonly files?: Readonly<Record<string, FilePart>>;
  /** If absent, the response has no body (204). */
  readonly response?: Schema;
  /** If present, the response is a stream of server-sent events whose data have this shape. */
  readonly events?: Schema;
  /** If present, the response is a file of this media type, streamed while it is generated. */
  readonly download?: string;
  /** The status of a successful response, by default 200 with a `response` and 204 without. */
  readonly status?: 200 | 201;
  /** Error codes of this endpoint's own rules. Those that any endpoint may return are not listed. */
  readonly errors?: readonly ErrorCode[];
  /** The name of a rate limit that applies besides the general one; see `RateRules`. */
  readonly rate?: RateName;
  /** Further ones, which its handler counts itself. */
  readonly rates?: readonly RateName[];
  /** Where what was created is found, with `{name}` for fields of the response: the header `Location` of a 201. */
  readonly location?: `/api/${string}`;
  /**
   * Whether a repeated request with the same header `Idempotency-Key` gets the first response. Every POST that makes
   * something has it; the others refuse the header.
   */
  readonly idempotent?: true;
  /** How a call without `idempotent` is repeated, as the name of the sentence that refuses the header. */
  readonly repeated_by?: PlainExactName;
  /** Whether the response has an `ETag`, and is a 304 for a caller who has it already. */
  readonly etag?: true;
  /** Whether the response has a secret in it, such as a new token, so that it is never compressed. */
  readonly secret?: true;
  /** Whether the response has sentences in it, in the language of the request. */
  readonly translated?: true;
  /** Since which day no one should start to use it, and the day from which it can be gone, a year later at least. */
  readonly deprecated?: { readonly since: string; readonly sunset: string };
}

/** The parts that the web app reads as well. */
type Wire = Pick<Endpoint, 'method' | 'path' | 'body'>;

/**
 * Declares an endpoint. Keeps the literal types of its parts, so that server and web infer from them. Everything except
 * its method, its path and its body goes into the second argument, `ON_SERVER && {...}`: the bundler of the
 * web app drops that branch with its schemas and sentences (docs/decisions/0091).
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

/** What a caller passes for a part of the request, before parsing. */
export type Input<E extends Endpoint, K extends 'params' | 'query' | 'body'> = Part<E, K, 'in'>;
/** What a handler receives for a part of the request, after parsing. */
export type Parsed<E extends Endpoint, K extends 'params' | 'query' | 'body'> = Part<E, K, 'out'>;
/** The body of a successful response. */
export type Answer<E extends Endpoint> = E['response'] extends Schema ? z.output<E['response']> : undefined;
