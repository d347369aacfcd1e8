import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type * as z from 'zod/mini';
import { scopeOf } from '#contract/api-token-scopes.ts';
import type { Answer, Endpoint, Parsed } from '#contract/endpoint.ts';
import { type RateName, WITHOUT_GENERAL } from '#domain/rate-limits.ts';
import type { Clock } from '../adapters/clock.ts';
import { fail } from './errors.ts';
import { type IdempotentRequest, identifyRequest, readIdempotencyKey, refuseUnusedKey } from './idempotency.ts';
import { missingCode, readInput } from './input.ts';
import type { IsForAdmin } from './networks.ts';
import { announceOn, type RateLimits } from './rate-limits.ts';
import { type Download, deprecationHeaders, makeSend } from './send-answer.ts';
import { type ReceivedFile, receiveFiles } from './uploads.ts';

type Files<E extends Endpoint> =
  E['files'] extends Readonly<Record<string, unknown>>
    ? {
        readonly [K in keyof E['files']]: E['files'][K] extends { optional: true }
          ? ReceivedFile | undefined
          : ReceivedFile;
      }
    : undefined;

/** The input of a handler: everything is parsed, and the caller is present when the endpoint requires one. */
export interface Call<E extends Endpoint, User, Admin> {
  readonly params: Parsed<E, 'params'>;
  readonly query: Parsed<E, 'query'>;
  readonly body: Parsed<E, 'body'>;
  readonly files: Files<E>;
  readonly user: E['access'] extends 'user' ? User : undefined;
  readonly admin: E['access'] extends 'admin' ? Admin : undefined;
  /** True for an API token that can only read; some answers hold less for it (docs/rules.md#api-tokens). */
  readonly reads_only: boolean;
  /** The API token of the caller; null in a session. */
  readonly token_id: string | null;
  /** How a repeated request is recognised; null without the header `Idempotency-Key`. */
  readonly idempotency: IdempotentRequest | null;
  /** The same instant during the whole request. */
  readonly now: Date;
  /** When its headers came. `now` is later by the time that the body took, minutes for a photo on a slow line. */
  readonly arrived_at: Date;
  /** Counts the request against one of the endpoint's further limits; ends it beyond. */
  readonly count: (limit: E['rates'] extends readonly RateName[] ? E['rates'][number] : never) => Promise<void>;
  readonly request: FastifyRequest;
  /** Only for a stream, which takes over the connection with `hijack()`. */
  readonly reply: FastifyReply;
}

type Outcome<E extends Endpoint> = E['download'] extends string
  ? Promise<Download>
  : E['response'] extends z.ZodMiniType
    ? Promise<Answer<E>>
    : Promise<void>;

export type Handler<E extends Endpoint, User, Admin> = (call: Call<E, User, Admin>) => Outcome<E>;

/**
 * Serves an endpoint of the contract. As `User` a feature names the parts of the signed-in user that it needs; by
 * default the id.
 */
export type Serve<User = { readonly id: string }, Admin = unknown> = <E extends Endpoint>(
  endpoint: E,
  handler: Handler<E, User, Admin>,
) => void;

/** Who sent a request. */
export interface Identity<User, Admin> {
  readonly user?: User;
  readonly admin?: Admin;
  /** The user whose requests the rate limits count. */
  readonly user_id: string;
  readonly token_id?: string;
  readonly reads_only?: boolean;
  /** Ends the request when the caller's token is not allowed to use this endpoint. */
  authorize?(): void;
}

/**
 * Finds who sent a request to an endpoint that is not public, by its `authorization` header; null when it is unknown.
 */
export type Authenticate<User, Admin> = (
  endpoint: Endpoint,
  authorization: string | undefined,
  now: Date,
) => Promise<Identity<User, Admin> | null>;

/**
 * Ends the request when the thing with this id does not exist for the user, or the user has no right to this call on it;
 * asked before wrong input is answered, and never otherwise.
 */
export type RequireAccess<User> = (endpoint: Endpoint, user: User, id: string, now: Date) => Promise<void>;

export interface ServeOptions<User, Admin> {
  readonly authenticate: Authenticate<User, Admin>;
  readonly requireAccess: RequireAccess<User>;
  readonly clock: Clock;
  readonly limits: RateLimits;
  readonly config: { readonly data_dir: string };
  /** Whether the operator's calls exist for a request. */
  readonly isForAdmin: IsForAdmin;
  /** Tests parse every answer with the contract's own schema as well: the serializer does not check enums. */
  readonly check_answers?: boolean | undefined;
}

/** No path of ours has a control character, and PostgreSQL fails on NUL: such a path is unknown, whatever the body. */
function refuseControlCharacters(endpoint: Endpoint, params: unknown): void {
  if (Object.values(params as Record<string, string>).some((text) => /\p{Cc}/u.test(text))) fail(missingCode(endpoint));
}

const emailOf = (body: unknown) =>
  typeof body === 'object' && body !== null && 'email' in body && typeof body.email === 'string'
    ? body.email
    : undefined;

/** Converts `{id}` of the contract to `:id` of the router. */
const routePath = (path: string) => path.replaceAll(/\{(\w+)\}/g, ':$1');

/**
 * Creates the route of an endpoint, in one place for every call: sign-in and rate limits before the body is read, then
 * the upload is spooled within its size limit, then zod parses, then the handler runs, then the response schema
 * serializes. Wrong input is a 422 only for somebody who could make the call with the right one.
 */
export function serveOn<User, Admin>(app: FastifyInstance, options: ServeOptions<User, Admin>): Serve<User, Admin> {
  const {
    authenticate,
    requireAccess,
    clock,
    limits,
    config: { data_dir },
    isForAdmin,
    check_answers = false,
  } = options;
  return (endpoint, handler) => {
    const send = makeSend(endpoint, check_answers);
    const identities = new WeakMap<FastifyRequest, Identity<User, Admin>>();
    const arrivals = new WeakMap<FastifyRequest, Date>();
    const deprecation = deprecationHeaders(endpoint);
    const isOperators = endpoint.access === 'admin' || endpoint.path.startsWith('/api/admin/');

    const guard = async (request: FastifyRequest, reply: FastifyReply) => {
      if (isOperators && !isForAdmin(request)) fail('not_found');
      if (deprecation) reply.headers(deprecation);
      const arrived_at = clock.now();
      arrivals.set(request, arrived_at);
      const isPublic = endpoint.access === 'public';
      const identity = isPublic ? null : await authenticate(endpoint, request.headers.authorization, arrived_at);
      // The operator's identity counts by its session, which is no user.
      if (identity?.user !== undefined) request.user_id = identity.user_id;
      const { user_id, token_id } = identity ?? {};
      const caller = { address: request.ip, user_id, token_id, onCounted: announceOn(reply) };
      if (!WITHOUT_GENERAL.has(endpoint.rate)) await limits.general(caller);
      identity?.authorize?.();
      if (!isPublic && !identity) fail('not_signed_in');
      if (identity) identities.set(request, identity);
      await limits.named(endpoint.rate, 'before_body', caller);
      refuseControlCharacters(endpoint, request.params);
      refuseUnusedKey(endpoint, request.headers['idempotency-key']);
    };

    const answer = async (request: FastifyRequest, reply: FastifyReply) => {
      const multipart = endpoint.files && request.isMultipart();
      const upload = multipart ? await receiveFiles(request, endpoint.files, data_dir) : null;
      try {
        const now = clock.now();
        const identity = identities.get(request);
        const files = upload?.files ?? {};
        const { params, query } = request;
        const input = readInput(endpoint, { params, query, body: upload ? upload.fields : request.body, files });
        const key = readIdempotencyKey(endpoint, request.headers['idempotency-key']);
        if (typeof key === 'object' && key !== null) input.wrong.push(key);
        if (input.wrong.length > 0) {
          if (identity?.user && input.about) await requireAccess(endpoint, identity.user, input.about, now);
          fail('invalid_input', { detail: input.detail ?? input.wrong[0]!.message, errors: input.wrong });
        }
        const caller = {
          address: request.ip,
          user_id: identity?.user_id,
          email: emailOf(input.body),
          onCounted: announceOn(reply),
        };
        await limits.named(endpoint.rate, 'after_body', caller);
        const token_id = identity?.token_id ?? null;
        const count: (limit: never) => Promise<void> = (limit) => limits.named(limit, 'before_body', caller);
        const result = await handler({
          params: input.params,
          query: input.query,
          body: input.body,
          files: endpoint.files && files,
          user: identity?.user,
          admin: identity?.admin,
          reads_only: identity?.reads_only ?? false,
          token_id,
          idempotency:
            typeof key === 'string'
              ? identifyRequest(endpoint, key, { ...input, token_id }, () =>
                  reply.header('idempotency-replayed', 'true'),
                )
              : null,
          now,
          arrived_at: arrivals.get(request) ?? now,
          count,
          request,
          reply,
        } as Call<typeof endpoint, User, Admin>);
        if (endpoint.events) return reply;
        // Removed before the answer is sent, so that a client with the answer finds no file left.
        await upload?.cleanup();
        return send(reply, result);
      } finally {
        await upload?.cleanup();
      }
    };

    const config = { secret: endpoint.secret ?? false, is_open_to_tokens: scopeOf(endpoint) !== null };
    for (const path of [endpoint.path, ...(endpoint.aliases ?? [])])
      app.route({ method: endpoint.method, url: routePath(path), config, onRequest: guard, handler: answer });
  };
}
