import type * as z from 'zod/mini';
import type { ErrorCode } from './errors.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
/** Who may call: anybody, a signed-in user, or the operator. */
export type Access = 'public' | 'user' | 'admin';

type Schema = z.ZodMiniType;

/** A file part of a multipart body: which limit holds and whether the call can do without it. */
export interface FilePart {
  readonly max_bytes: number;
  readonly too_large: ErrorCode;
  readonly optional?: boolean;
}

/** One call of the API, whole: the server serves by it, the web calls by it, `/api/openapi.json` is made from it. */
export interface Endpoint {
  readonly method: Method;
  /** Path with `{name}` for parameters, as the specification writes it (Spec 7). */
  readonly path: `/api/${string}`;
  readonly access: Access;
  readonly summary: string;
  readonly params?: Schema;
  readonly query?: Schema;
  readonly body?: Schema;
  /** Present: the body is multipart/form-data; JSON is taken too when no file is sent. */
  readonly files?: Readonly<Record<string, FilePart>>;
  /** Absent: the answer has no body (204). */
  readonly response?: Schema;
  /** Present: the answer is a stream of server-sent events, each with one of these as its data. */
  readonly events?: Schema;
  /** The status of a good answer; 200 with a response, 204 without, unless said here. */
  readonly status?: 200 | 201;
  /** Codes of this call's own rules; those that any call may answer are not listed. */
  readonly errors?: readonly ErrorCode[];
  /** The named rate limit, besides the general one (limits: http/rate-limits.ts). */
  readonly rate?: string;
}

/** Keeps the literal types of a call's parts, so that both sides infer from them. */
export const endpoint = <const E extends Endpoint>(e: E): E => e;

type Part<E extends Endpoint, K extends 'params' | 'query' | 'body', Side extends 'in' | 'out'> = E[K] extends Schema
  ? Side extends 'in'
    ? z.input<E[K]>
    : z.output<E[K]>
  : undefined;

/** What a caller hands over for a part of the call (before parsing). */
export type Input<E extends Endpoint, K extends 'params' | 'query' | 'body'> = Part<E, K, 'in'>;
/** What a handler receives for a part of the call (after parsing). */
export type Parsed<E extends Endpoint, K extends 'params' | 'query' | 'body'> = Part<E, K, 'out'>;
/** The answer of a call. */
export type Answer<E extends Endpoint> = E['response'] extends Schema ? z.output<E['response']> : undefined;
