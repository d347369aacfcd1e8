import type { Readable } from 'node:stream';
import fastJson, { type Schema as JsonSchema } from 'fast-json-stringify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { Answer, Endpoint, Parsed } from '#contract/endpoint.ts';
import { ERRORS, type ErrorCode } from '#contract/errors.ts';
import { NOT_AN_ID } from '#contract/fields.ts';
import type { Deps } from '../deps.ts';
import { type Admin, findAdmin } from '../features/admin/public.ts';
import { findTokenCaller, requireScope } from '../features/api-tokens/public.ts';
import { findSessionUser, type SessionUser } from '../features/auth/public.ts';
import { fail } from './errors.ts';
import { jsonSchema } from './openapi.ts';
import { type ReceivedFile, receiveFiles } from './uploads.ts';

type Files<E extends Endpoint> =
  E['files'] extends Readonly<Record<string, unknown>>
    ? {
        readonly [K in keyof E['files']]: E['files'][K] extends { optional: true }
          ? ReceivedFile | undefined
          : ReceivedFile;
      }
    : undefined;

/** What a handler gets: everything is parsed, and the user is there when the endpoint asks for one. */
export interface Call<E extends Endpoint> {
  readonly params: Parsed<E, 'params'>;
  readonly query: Parsed<E, 'query'>;
  readonly body: Parsed<E, 'body'>;
  readonly files: Files<E>;
  readonly user: E['access'] extends 'user' ? SessionUser : undefined;
  readonly admin: E['access'] extends 'admin' ? Admin : undefined;
  /** One instant for the whole request. */
  readonly now: Date;
  readonly request: FastifyRequest;
  /** Only for a stream, which takes the connection over with `hijack()`. */
  readonly reply: FastifyReply;
}

/** A file as it is made, with the name under which it is saved. */
export interface Download {
  readonly name: string;
  readonly stream: Readable;
}

type Result<E extends Endpoint> = E['download'] extends string ? Download : Answer<E>;
export type Handler<E extends Endpoint> = (call: Call<E>) => Promise<Result<E>>;
export type Serve = <E extends Endpoint>(endpoint: E, handler: Handler<E>) => void;

/** The 404 of a call, so that a malformed id and an unknown one are the same answer, byte for byte (Decisions 1). */
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

const emailOf = (body: unknown) =>
  typeof body === 'object' && body !== null && 'email' in body && typeof body.email === 'string'
    ? body.email
    : undefined;

/** `{id}` of the contract to `:id` of the router. */
const routePath = (path: string) => path.replaceAll(/\{(\w+)\}/g, ':$1');

/**
 * Makes a route of an endpoint: sign-in and rate limits before the body is read, then the upload is spooled under
 * its cap, then zod parses, then the handler runs, then the response schema serializes, which is also the whitelist
 * of fields. One place for every call.
 */
export function serveOn(app: FastifyInstance, deps: Deps): Serve {
  return (endpoint, handler) => {
    const stringify = endpoint.response && fastJson(jsonSchema(endpoint.response, 'output') as unknown as JsonSchema);
    const status = endpoint.status ?? (endpoint.response || endpoint.download ? 200 : 204);
    const signedIn = new WeakMap<FastifyRequest, SessionUser>();
    const operators = new WeakMap<FastifyRequest, Admin>();

    const guard = async (request: FastifyRequest) => {
      const { authorization } = request.headers;
      const now = deps.clock.now();
      const token = endpoint.access === 'user' ? await findTokenCaller(deps.db, authorization, now) : null;
      const session = endpoint.access === 'user' && !token ? await findSessionUser(deps.db, authorization, now) : null;
      const user = token ? { ...token.user, session_id: token.token_id } : session;
      const admin = endpoint.access === 'admin' ? await findAdmin(deps.db, authorization, now) : null;
      const caller = {
        address: request.ip,
        user_id: user?.id ?? admin?.session_id,
        token_id: token?.token_id,
      };
      // The provider speaks for all buyers from a few addresses, so its own limit takes the place of the general one.
      if (endpoint.rate !== 'webhook') await deps.limits.general(caller);
      if (token) requireScope(endpoint, token);
      if (endpoint.access !== 'public' && !user && !admin) fail('not_signed_in');
      if (user) signedIn.set(request, user);
      if (admin) operators.set(request, admin);
      await deps.limits.named(endpoint.rate, 'before_body', caller);
    };

    const answer = async (request: FastifyRequest, reply: FastifyReply) => {
      const multipart = endpoint.files && request.isMultipart();
      const upload = multipart ? await receiveFiles(request, endpoint.files, deps.config.data_dir) : null;
      try {
        const missing = Object.entries(endpoint.files ?? {}).find(
          ([name, part]) => !part.optional && !upload?.files[name],
        );
        if (missing)
          fail('invalid_input', {
            detail: 'Please choose a file',
            errors: [{ path: missing[0], message: 'Please choose a file' }],
          });
        const body = parse(endpoint, 'body', upload ? upload.fields : request.body);
        await deps.limits.named(endpoint.rate, 'after_body', { address: request.ip, email: emailOf(body) });
        const result = await handler({
          params: parse(endpoint, 'params', request.params),
          query: parse(endpoint, 'query', request.query),
          body,
          files: endpoint.files && (upload?.files ?? {}),
          user: signedIn.get(request),
          admin: operators.get(request),
          now: deps.clock.now(),
          request,
          reply,
        } as Call<typeof endpoint>);
        if (endpoint.events) return reply;
        // Gone before the answer says so: whoever has it may look.
        await upload?.cleanup();
        reply.code(status).header('cache-control', 'no-store');
        if (endpoint.download) {
          const { name, stream } = result as Download;
          reply.type(endpoint.download).header('content-disposition', `attachment; filename="${name}"`);
          return reply.send(stream);
        }
        if (!stringify) return reply.send();
        if (deps.check_answers) z.parse(endpoint.response!, result);
        return reply.type('application/json; charset=utf-8').send(stringify(result));
      } finally {
        await upload?.cleanup();
      }
    };

    app.route({ method: endpoint.method, url: routePath(endpoint.path), onRequest: guard, handler: answer });
  };
}
