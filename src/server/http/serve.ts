import type { Readable } from 'node:stream';
import fastJson, { type Schema as JsonSchema } from 'fast-json-stringify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { Answer, Endpoint, Parsed } from '#contract/endpoint.ts';
import { ERRORS, type ErrorCode } from '#contract/errors.ts';
import { NOT_AN_ID } from '#contract/fields.ts';
import type { Clock } from '../adapters/clock.ts';
import { fail } from './errors.ts';
import { jsonSchema } from './openapi.ts';
import type { RateLimits } from './rate-limits.ts';
import { type ReceivedFile, receiveFiles, type Upload } from './uploads.ts';

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
  /** The same instant during the whole request. */
  readonly now: Date;
  readonly request: FastifyRequest;
  /** Only for a stream, which takes over the connection with `hijack()`. */
  readonly reply: FastifyReply;
}

/** A file that is sent while it is created, with the name for saving it. */
export interface Download {
  readonly name: string;
  readonly stream: Readable;
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

export interface ServeOptions<User, Admin> {
  readonly authenticate: Authenticate<User, Admin>;
  readonly clock: Clock;
  readonly limits: RateLimits;
  readonly config: { readonly data_dir: string };
  /** Tests parse every answer with the contract's own schema as well: the serializer does not check enums. */
  readonly check_answers?: boolean | undefined;
}

/** The 404 code of a call, so that a malformed id and an unknown one get the same answer, byte for byte. */
const missingCode = (endpoint: Endpoint): ErrorCode =>
  endpoint.errors?.find((code) => ERRORS[code].status === 404) ?? 'not_found';

function parse(endpoint: Endpoint, part: 'params' | 'query' | 'body', value: unknown): unknown {
  const schema = endpoint[part];
  if (!schema) return undefined;
  if (part === 'body' && (typeof value !== 'object' || value === null || Array.isArray(value))) fail('malformed_body');
  const result = z.safeParse(schema, value);
  if (result.success) return result.data;
  const issues = result.error.issues;
  if (part === 'params' || issues.some((issue) => issue.message === NOT_AN_ID)) fail(missingCode(endpoint));
  const errors = issues.map((issue) => ({ path: issue.path.join('.'), message: issue.message }));
  return fail('invalid_input', { detail: errors[0]!.message, errors });
}

/** No path of ours has a control character, and PostgreSQL fails on NUL: such a path is unknown, whatever the body. */
function refuseControlCharacters(endpoint: Endpoint, params: unknown): void {
  if (Object.values(params as Record<string, string>).some((text) => /\p{Cc}/u.test(text))) fail(missingCode(endpoint));
}

function requireFiles(endpoint: Endpoint, upload: Upload | null): void {
  const missing = Object.entries(endpoint.files ?? {}).find(([name, part]) => !part.optional && !upload?.files[name]);
  if (!missing) return;
  const message = 'Please choose a file';
  fail('invalid_input', { detail: message, errors: [{ path: missing[0], message }] });
}

const emailOf = (body: unknown) =>
  typeof body === 'object' && body !== null && 'email' in body && typeof body.email === 'string'
    ? body.email
    : undefined;

/** Converts `{id}` of the contract to `:id` of the router. */
const routePath = (path: string) => path.replaceAll(/\{(\w+)\}/g, ':$1');

/** Sends a handler's result. The response schema serializes, and is the whitelist of fields. */
function makeSend(endpoint: Endpoint, check: boolean) {
  const { response, download } = endpoint;
  let stringify: ((result: unknown) => string) | undefined;
  const status = endpoint.status ?? (response || download ? 200 : 204);
  return (reply: FastifyReply, result: unknown): FastifyReply => {
    reply.code(status).header('cache-control', 'no-store');
    if (download) {
      const { name, stream } = result as Download;
      reply.type(download).header('content-disposition', `attachment; filename="${name}"`);
      return reply.send(stream);
    }
    if (!response) return reply.send();
    if (check) z.parse(response, result);
    // Compiled with the first answer: compiling all of them would take a third of the start.
    stringify ??= fastJson(jsonSchema(response, 'output') as unknown as JsonSchema);
    return reply.type('application/json; charset=utf-8').send(stringify(result));
  };
}

/**
 * Creates the route of an endpoint, in one place for every call: sign-in and rate limits before the body is read, then
 * the upload is spooled within its size limit, then zod parses, then the handler runs, then the response schema
 * serializes.
 */
export function serveOn<User, Admin>(app: FastifyInstance, options: ServeOptions<User, Admin>): Serve<User, Admin> {
  const { authenticate, clock, limits, config, check_answers = false } = options;
  return (endpoint, handler) => {
    const send = makeSend(endpoint, check_answers);
    const identities = new WeakMap<FastifyRequest, Identity<User, Admin>>();

    const guard = async (request: FastifyRequest) => {
      const isPublic = endpoint.access === 'public';
      const identity = isPublic ? null : await authenticate(endpoint, request.headers.authorization, clock.now());
      // The operator's identity counts by its session, which is no user.
      if (identity?.user !== undefined) request.user_id = identity.user_id;
      const caller = { address: request.ip, user_id: identity?.user_id, token_id: identity?.token_id };
      // The provider sends events for all buyers from a few addresses, so its own limit replaces the general one.
      if (endpoint.rate !== 'webhook') await limits.general(caller);
      identity?.authorize?.();
      if (!isPublic && !identity) fail('not_signed_in');
      if (identity) identities.set(request, identity);
      await limits.named(endpoint.rate, 'before_body', caller);
      refuseControlCharacters(endpoint, request.params);
    };

    const answer = async (request: FastifyRequest, reply: FastifyReply) => {
      const multipart = endpoint.files && request.isMultipart();
      const upload = multipart ? await receiveFiles(request, endpoint.files, config.data_dir) : null;
      try {
        requireFiles(endpoint, upload);
        const body = parse(endpoint, 'body', upload ? upload.fields : request.body);
        await limits.named(endpoint.rate, 'after_body', { address: request.ip, email: emailOf(body) });
        const identity = identities.get(request);
        const result = await handler({
          params: parse(endpoint, 'params', request.params),
          query: parse(endpoint, 'query', request.query),
          body,
          files: endpoint.files && (upload?.files ?? {}),
          user: identity?.user,
          admin: identity?.admin,
          reads_only: identity?.reads_only ?? false,
          now: clock.now(),
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

    app.route({ method: endpoint.method, url: routePath(endpoint.path), onRequest: guard, handler: answer });
  };
}
