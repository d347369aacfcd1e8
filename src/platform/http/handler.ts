import type { FastifyReply, FastifyRequest } from 'fastify';
import type * as z from 'zod/mini';
import type { Answer, Endpoint, Parsed } from '#platform/contract/endpoint.ts';
import type { Queryable } from '#platform/db/open.ts';
import type { Translate } from '#platform/i18n/translate.ts';
import type { RateName } from '#platform/lib/rate-rules.ts';
import type { Registered } from '#platform/register.ts';
import type { IdempotentRequest } from './idempotency.ts';
import type { Download } from './send-answer.ts';
import type { ReceivedFile } from './uploads.ts';

type Files<E extends Endpoint> =
  E['files'] extends Readonly<Record<string, unknown>>
    ? {
        readonly [K in keyof E['files']]: E['files'][K] extends { optional: true }
          ? ReceivedFile | undefined
          : ReceivedFile;
      }
    : undefined;

export interface Call<E extends Endpoint, User, Admin> {
  readonly params: Parsed<E, 'params'>;
  readonly query: Parsed<E, 'query'>;
  readonly body: Parsed<E, 'body'>;
  readonly files: Files<E>;
  readonly user: E['access'] extends 'user' ? User : undefined;
  readonly admin: E['access'] extends 'admin' ? Admin : undefined;
  /**
   * Whether the caller has an API token that can only read. Some responses contain less for it
   * (docs/rules.md#accounts).
   */
  readonly reads_only: boolean;
  /** Null in a session. */
  readonly token_id: string | null;
  /** Recognizes a repeated request. Returns null without the header `Idempotency-Key`. */
  readonly idempotency: IdempotentRequest | null;
  readonly now: Date;
  /** When the headers arrived. A slow body can delay `now` by minutes. */
  readonly arrived_at: Date;
  readonly t: Translate;
  /** Counts the request against one of the endpoint's `rates`; throws beyond it. */
  readonly count: (limit: E['rates'] extends readonly RateName[] ? E['rates'][number] : never) => Promise<void>;
  readonly request: FastifyRequest;
  /** For streams only, which take over the connection with `hijack()`. */
  readonly reply: FastifyReply;
}

type Outcome<E extends Endpoint> = E['download'] extends string
  ? Promise<Download>
  : E['response'] extends z.ZodMiniType
    ? Promise<Answer<E>>
    : Promise<void>;

type Handler<E extends Endpoint, User, Admin> = (call: Call<E, User, Admin>) => Outcome<E>;

/**
 * Throws the 404 or 403 that right input would get, so a 422 never reveals what exists. Runs only for wrong input;
 * otherwise the handler checks under a lock. `id` is from the path or the input.
 */
export type Check<User> = (
  db: Queryable,
  user: User,
  id: string,
  call: { readonly now: Date; readonly token_id: string | null },
) => Promise<unknown>;

type KeyOf<Part> = Part extends z.ZodMiniType ? keyof z.input<Part> : never;
type HasInput<E extends Endpoint> = E extends
  | { readonly body: z.ZodMiniType }
  | { readonly query: z.ZodMiniType }
  | { readonly files: object }
  | { readonly idempotent: true }
  ? true
  : false;
/** An input field that names the object of the call. */
export type Subject = Registered<'subject', never>;
type NamedSubject<E extends Endpoint> = Extract<KeyOf<E['body']> | KeyOf<E['query']>, Subject>;
type IsAboutOne<E extends Endpoint> = E['path'] extends `${string}{id}${string}`
  ? true
  : NamedSubject<E> extends never
    ? false
    : true;

/** A user's call needs a check if it has input about an object that its path or input names. */
export type Served<E extends Endpoint, User, Admin> = [E['access'], HasInput<E>, IsAboutOne<E>] extends [
  'user',
  true,
  true,
]
  ? [check: Check<User>, handler: Handler<E, User, Admin>]
  : [handler: Handler<E, User, Admin>];
