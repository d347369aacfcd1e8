import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Endpoint } from '#platform/contract/endpoint.ts';
import type { Queryable } from '#platform/db/open.ts';
import type { Clock } from '#platform/lib/clock.ts';
import { fail } from './errors.ts';
import type { Check, Served, Subject } from './handler.ts';
import { identifyRequest, readIdempotencyKey, refuseUnusedKey } from './idempotency.ts';
import { missingCode, readInput } from './input.ts';
import { languageOfHeader, translateOf } from './language.ts';
import type { IsForAdmin } from './networks.ts';
import { type RateLimits, setRateLimitHeaders } from './rate-limits.ts';
import { deprecationHeaders, makeSend } from './send-answer.ts';
import { type ReceivedFile, receiveFiles } from './uploads.ts';

/**
 * Serves an endpoint. `User` names the parts of the user that a feature needs. The check only runs before a response
 * about wrong input.
 */
export type Serve<User = { readonly id: string }, Admin = unknown> = <E extends Endpoint>(
  endpoint: E,
  ...served: Served<E, User, Admin>
) => void;

interface Principal<User, Admin> {
  readonly user?: User;
  readonly admin?: Admin;
  /** The user whose requests the rate limits count. */
  readonly user_id: string;
  readonly token_id?: string;
  readonly reads_only?: boolean;
  authorize?(): void;
}

/**
 * Finds the sender of a request to an endpoint that is not public. Returns null if unknown. `language` is the
 * request's.
 */
export type Authenticate<User, Admin> = (
  endpoint: Endpoint,
  authorization: string | undefined,
  now: Date,
  language: string,
) => Promise<Principal<User, Admin> | null>;

export interface ServeOptions<User, Admin> {
  readonly authenticate: Authenticate<User, Admin>;
  readonly db: Queryable;
  readonly clock: Clock;
  readonly limits: RateLimits;
  readonly config: { readonly data_dir: string };
  readonly subjects: readonly Subject[];
  readonly endpoints: Readonly<Record<string, Endpoint>>;
  readonly isOpenToTokens: (endpoint: Endpoint) => boolean;
  readonly isForAdmin: IsForAdmin;
  /** Tests also parse responses with the contract's schema, because the serializer does not check enums. */
  readonly check_answers?: boolean | undefined;
}

/** No valid path has control characters, and PostgreSQL fails on NUL. Such a path is unknown, whatever the body. */
function refuseControlCharacters(endpoint: Endpoint, params: unknown): void {
  if (Object.values(params as Record<string, string>).some((text) => /\p{Cc}/u.test(text))) fail(missingCode(endpoint));
}

const emailOf = (body: unknown) =>
  typeof body === 'object' && body !== null && 'email' in body && typeof body.email === 'string'
    ? body.email
    : undefined;

const routePath = (path: string) => path.replaceAll(/\{(\w+)\}/g, ':$1');

interface Admitted<User, Admin> {
  /** Null for a public endpoint. */
  readonly identity: Principal<User, Admin> | null;
  readonly arrived_at: Date;
}

type Admissions<User, Admin> = WeakMap<FastifyRequest, Admitted<User, Admin>>;

function makeGuard<User, Admin>(
  endpoint: Endpoint,
  { authenticate, clock, limits, isForAdmin }: ServeOptions<User, Admin>,
  admissions: Admissions<User, Admin>,
) {
  const deprecation = deprecationHeaders(endpoint);
  const isOperators = endpoint.access === 'admin' || endpoint.path.startsWith('/api/admin/');
  return async (request: FastifyRequest, reply: FastifyReply) => {
    if (isOperators && !isForAdmin(request)) fail('not_found');
    if (deprecation) reply.headers(deprecation);
    const arrived_at = clock.now();
    const isPublic = endpoint.access === 'public';
    const language = languageOfHeader(request.headers['accept-language']);
    const principal = isPublic
      ? null
      : await authenticate(endpoint, request.headers.authorization, arrived_at, language);
    // The operator's identity has a session and no user.
    if (principal?.user !== undefined) request.user_id = principal.user_id;
    const { user_id, token_id } = principal ?? {};
    const caller = { address: request.ip, user_id, token_id, onCounted: setRateLimitHeaders(reply) };
    await limits.general(caller, endpoint.rate);
    principal?.authorize?.();
    if (!isPublic && !principal) fail('not_signed_in');
    admissions.set(request, { identity: principal, arrived_at });
    await limits.named(endpoint.rate, 'before_body', caller);
    refuseControlCharacters(endpoint, request.params);
    refuseUnusedKey(endpoint, request.headers['idempotency-key']);
  };
}

interface Received {
  readonly body: unknown;
  readonly files: Readonly<Record<string, ReceivedFile>>;
}

/** Parses a request. Wrong input is a 422 only if the caller could make the call with right input. */
async function readValid(
  endpoint: Endpoint,
  { params, query, headers }: FastifyRequest,
  { body, files }: Received,
  { subjects, requireRight }: { subjects: readonly Subject[]; requireRight: (about: string) => Promise<void> },
) {
  const input = readInput(endpoint, { params, query, body, files }, subjects);
  const key = readIdempotencyKey(endpoint, headers['idempotency-key']);
  if (typeof key === 'object' && key !== null) input.wrong.push(key);
  if (input.wrong.length > 0) {
    if (input.about) await requireRight(input.about);
    fail('invalid_input', { errors: input.wrong, problem: input.detail });
  }
  return { input, key: typeof key === 'string' ? key : null };
}

interface Steps<User> {
  readonly name: string;
  readonly check: Check<User> | undefined;
  readonly handler: (call: never) => Promise<unknown>;
}

/** Runs the handler of an admitted request and returns the result for `send`. */
async function handle<User, Admin>(
  endpoint: Endpoint,
  { name, check, handler }: Steps<User>,
  { db, clock, limits, subjects }: ServeOptions<User, Admin>,
  { identity, arrived_at }: Admitted<User, Admin>,
  [request, reply, received]: [FastifyRequest, FastifyReply, Received],
): Promise<unknown> {
  const now = clock.now();
  const user = identity?.user;
  const token_id = identity?.token_id ?? null;
  const requireRight = async (about: string) => {
    if (user) await check?.(db, user, about, { now, token_id });
  };
  const { input, key } = await readValid(endpoint, request, received, { subjects, requireRight });
  const caller = {
    address: request.ip,
    user_id: identity?.user_id,
    email: emailOf(input.body),
    onCounted: setRateLimitHeaders(reply),
  };
  await limits.named(endpoint.rate, 'after_body', caller);
  const onReplayed = () => reply.header('idempotency-replayed', 'true');
  const call = {
    params: input.params,
    query: input.query,
    body: input.body,
    files: endpoint.files && received.files,
    user,
    admin: identity?.admin,
    reads_only: identity?.reads_only ?? false,
    token_id,
    idempotency: key === null ? null : identifyRequest(name, endpoint, key, { ...input, token_id }, onReplayed),
    now,
    arrived_at,
    t: translateOf(request),
    count: (limit: never) => limits.named(limit, 'before_body', caller),
    request,
    reply,
  };
  return handler(call as never);
}

/**
 * Creates all routes in the same way. Signs in and counts rate limits before it reads the body, spools an upload within
 * its size limit, and parses. Then it runs the handler and serializes by the response schema.
 */
export function serveOn<User, Admin>(app: FastifyInstance, options: ServeOptions<User, Admin>): Serve<User, Admin> {
  const { data_dir } = options.config;
  const names = new Map(Object.entries(options.endpoints).map(([name, endpoint]) => [endpoint, name]));
  return (endpoint, ...served) => {
    const name = names.get(endpoint) ?? '';
    // The name is part of the key of a stored response.
    if (endpoint.idempotent && name === '') throw new Error(`${endpoint.path} is not in the list of endpoints.`);
    const [handler, check] = served.toReversed() as [Steps<User>['handler'], Check<User>?];
    const send = makeSend(endpoint, options.check_answers ?? false);
    const admissions: Admissions<User, Admin> = new WeakMap();

    const answer = async (request: FastifyRequest, reply: FastifyReply) => {
      const multipart = endpoint.files && request.isMultipart();
      const upload = multipart ? await receiveFiles(request, endpoint.files, data_dir) : null;
      try {
        const received = upload ? { body: upload.fields, files: upload.files } : { body: request.body, files: {} };
        const admitted = admissions.get(request)!;
        const result = await handle(endpoint, { name, check, handler }, options, admitted, [request, reply, received]);
        if (endpoint.events) return reply;
        // Before the response, so a client that has it finds no file left.
        await upload?.cleanup();
        return send(reply, result);
      } finally {
        await upload?.cleanup();
      }
    };

    const guard = makeGuard(endpoint, options, admissions);
    const config = { secret: endpoint.secret ?? false, is_open_to_tokens: options.isOpenToTokens(endpoint) };
    for (const path of [endpoint.path, ...(endpoint.aliases ?? [])])
      app.route({ method: endpoint.method, url: routePath(path), config, onRequest: guard, handler: answer });
  };
}
