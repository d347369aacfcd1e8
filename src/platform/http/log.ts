/**
 * The log has one line for each request, with the pattern of its route and never its path. Paths hold secrets (codes of
 * invitations, keys, tokens of links), and masking the known places let through spellings that nobody had thought of.
 * The ids of the request and the user lead from a complaint to its lines. Networks are cut to /24 and /48: enough to
 * see where an attack comes from, too little to follow a person. Security events are lines beside these and no rows of
 * a table, which an attacker could fill.
 */

import { type FastifyBaseLogger, type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import { type DestinationStream, type Logger, pino } from 'pino';
import { isOfOutage } from '#platform/db/failures.ts';
import { cleanForeignText, describeThrown } from '#platform/lib/foreign-text.ts';
import { networkKey } from './rate-limits.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The signed-in user, for the log; null for visitors and for the operator. */
    user_id: string | null;
  }

  interface FastifyBaseLogger extends Pick<Logger, 'isLevelEnabled'> {}
}

/** The pattern of a request's route, such as `/api/missions/:id`; a path may contain codes, names and signatures. */
export const routeOf = (request: FastifyRequest): string => request.routeOptions.url ?? 'other';

const textOf = (value: unknown) => (typeof value === 'string' ? cleanForeignText(value) : undefined);

/** The most lines of a stack that are logged: more can only be the message of another system. */
const STACK_LINES = 30;

/** Returns where an error was thrown, with its message cleaned like everywhere else. */
function describeStack({ name, message, stack = '' }: Error): string {
  const at = stack.indexOf(message);
  const frames = stack.slice(at < 0 ? 0 : at + message.length).split('\n', STACK_LINES);
  return [`${name}: ${message}`, ...frames.slice(1)].map(cleanForeignText).join('\n');
}

/**
 * Picks the safe fields of an error: a database driver adds whole rows to its errors (with password hashes), the HTTP
 * parser the raw request.
 */
function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { message: describeThrown(error) };
  const { code, constraint } = error as { code?: unknown; constraint?: unknown };
  return {
    type: textOf(error.name),
    code: textOf(code),
    constraint: textOf(constraint),
    message: describeThrown(error),
    // Where a database that is away was met says nothing.
    ...(!isOfOutage(error) && { stack: describeStack(error) }),
    ...(error.cause === undefined ? {} : { cause: describeError(error.cause) }),
  };
}

/**
 * One JSON line for each event, of fields that are named where it is written, never whole headers, bodies or rows: no
 * token, password, code or address gets into a log. Written to the stream of the process rather than by pino's own
 * writer, which waits for ever on a full disk.
 */
export const makeLogger = (level: string, destination: DestinationStream = process.stdout) =>
  pino(
    {
      level,
      serializers: {
        err: describeError,
        req: (request: FastifyRequest) => ({ method: request.method, route: routeOf(request) }),
      },
    },
    destination,
  );

/** Writes the line of a request; the status is null when the client hung up before the answer. */
function logRequest(request: FastifyRequest, reply: FastifyReply, address: string | undefined): void {
  const line = {
    method: request.method,
    route: routeOf(request),
    status: reply.raw.headersSent ? reply.statusCode : null,
    ms: Math.round(reply.elapsedTime),
    user_id: request.user_id ?? null,
    net: networkKey(address),
  };
  request.log.info(line, 'request');
}

/** Writes the line of a request that could not be read: it has no method, no route and no user. */
export function logUnreadable(
  log: FastifyBaseLogger,
  { id, status, address }: { readonly id: string; readonly status: number; readonly address: string },
): void {
  const line = { reqId: id, method: null, route: 'other', status, ms: null, user_id: null, net: networkKey(address) };
  log.info(line, 'request');
}

/** Logs one line for each request, at its end: an answer, the end of a stream, or a client that hung up. */
export class RequestLog extends LogController {
  override incomingRequest(request: FastifyRequest, reply: FastifyReply): void {
    if (!request.log.isLevelEnabled('info')) return;
    // Read while the connection is open, because one that was cut no longer knows the address of the other side.
    const address: string | undefined = request.ip;
    // Emitted once for every request, also when no answer is finished and no `onResponse` hook runs.
    reply.raw.once('close', () => logRequest(request, reply, address));
  }

  override requestCompleted(): void {}

  override streamError(error: Error & { code?: string }, request: FastifyRequest, reply: FastifyReply): void {
    if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') super.streamError(error, request, reply);
  }
}

/** What an operator has to know about attempts on accounts; each is a line of its own in the log. */
const SECURITY_EVENTS = [
  'login',
  'login_failed',
  'logout',
  'password_guessing',
  'registered',
  'email_verified',
  'email_changed',
  'password_reset',
  'password_changed',
  'oidc_linked',
  'archive_taken',
  'account_deleted',
  'key_created',
  'key_used',
  'token_created',
  'token_revoked',
  'webhook_created',
  'webhook_changed',
  'webhook_secret_rotated',
  'webhook_removed',
  'limit_reached',
  'admin_login',
  'admin_login_failed',
  'suspended',
] as const;
export type SecurityEvent = (typeof SECURITY_EVENTS)[number];

/** Every event from the beginning: an alert on a growing counter misses the first one of a counter that comes with it. */
const counted = new Map<SecurityEvent, number>(SECURITY_EVENTS.map((event) => [event, 0]));

/** How many security events this process has logged, by name, those that never happened included. */
export const countsBySecurityEvent = (): ReadonlyMap<SecurityEvent, number> => counted;

/**
 * Logs and counts a security event of a request, after the commit. `user_id` is the account that it is about, null where
 * there is none; `rule` is the rate limit that was reached. Nothing else may be added: no address, name, code or token
 * (docs/rules.md#operator).
 */
export function logSecurity(
  { log, ip }: Pick<FastifyRequest, 'log' | 'ip'>,
  event: SecurityEvent,
  about: { readonly user_id?: string | null; readonly rule?: string } = {},
): void {
  counted.set(event, (counted.get(event) ?? 0) + 1);
  log.info({ log: 'security', event, ...about, net: networkKey(ip) }, event);
}
