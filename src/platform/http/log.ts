/**
 * The log has a line per request with the route's pattern, never its path: paths contain secrets, and masking missed
 * unexpected spellings. Networks are cut to /24 and /48, enough to locate an attack and too little to follow a person.
 * Security events are log lines, because an attacker could fill a table.
 */

import { type FastifyBaseLogger, type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import { type DestinationStream, type Logger, pino } from 'pino';
import { isOfOutage } from '#platform/db/failures.ts';
import { cleanForeignText, describeThrown } from '#platform/lib/foreign-text.ts';
import { networkKey } from './rate-limits.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The ID of the signed-in user, for the log. It is null for visitors and the operator. */
    user_id: string | null;
  }

  interface FastifyBaseLogger extends Pick<Logger, 'isLevelEnabled'> {}
}

/** Returns the route's pattern, such as `/api/missions/:id`. */
export const routeOf = (request: FastifyRequest): string => request.routeOptions.url ?? 'other';

const textOf = (value: unknown) => (typeof value === 'string' ? cleanForeignText(value) : undefined);

/** A stack with more lines contains another system's message. */
const STACK_LINES = 30;

function describeStack({ name, message, stack = '' }: Error): string {
  const at = stack.indexOf(message);
  const frames = stack.slice(at < 0 ? 0 : at + message.length).split('\n', STACK_LINES);
  return [`${name}: ${message}`, ...frames.slice(1)].map(cleanForeignText).join('\n');
}

/**
 * Picks safe fields. Database drivers add whole rows to errors, with password hashes, and the HTTP parser adds the raw
 * request.
 */
function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { message: describeThrown(error) };
  const { code, constraint } = error as { code?: unknown; constraint?: unknown };
  return {
    type: textOf(error.name),
    code: textOf(code),
    constraint: textOf(constraint),
    message: describeThrown(error),
    // A stack adds nothing to a database outage.
    ...(!isOfOutage(error) && { stack: describeStack(error) }),
    ...(error.cause === undefined ? {} : { cause: describeError(error.cause) }),
  };
}

/**
 * Creates a logger of JSON lines. Its serializers leave out paths, headers and bodies. Writes to the process's stream,
 * because pino's own destination blocks forever on a full disk.
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

/** Logs an unreadable request, which has no method, route or user. */
export function logUnreadable(
  log: FastifyBaseLogger,
  { id, status, address }: { readonly id: string; readonly status: number; readonly address: string },
): void {
  const line = { reqId: id, method: null, route: 'other', status, ms: null, user_id: null, net: networkKey(address) };
  log.info(line, 'request');
}

/** Logs a line at the end of each request: a response, a closed stream, or a client that hung up. */
export class RequestLog extends LogController {
  override incomingRequest(request: FastifyRequest, reply: FastifyReply): void {
    if (!request.log.isLevelEnabled('info')) return;
    // Read now, because a closed connection has lost its remote address.
    const address: string | undefined = request.ip;
    // Emitted once per request, even if no response finishes and no `onResponse` hook runs.
    reply.raw.once('close', () => logRequest(request, reply, address));
  }

  override requestCompleted(): void {}

  override streamError(error: Error & { code?: string }, request: FastifyRequest, reply: FastifyReply): void {
    if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') super.streamError(error, request, reply);
  }
}

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

/** All events start at 0, because alerts on growth miss a counter's first value. */
const counted = new Map<SecurityEvent, number>(SECURITY_EVENTS.map((event) => [event, 0]));

/** Returns this process's counts of security events by name, including 0. */
export const countsBySecurityEvent = (): ReadonlyMap<SecurityEvent, number> => counted;

/**
 * Logs and counts a security event, after the commit. `user_id` is the affected account or null; `rule` is the reached
 * rate limit. Add no addresses, names, codes or tokens (docs/rules.md#operator).
 */
export function logSecurity(
  { log, ip }: Pick<FastifyRequest, 'log' | 'ip'>,
  event: SecurityEvent,
  about: { readonly user_id?: string | null; readonly rule?: string } = {},
): void {
  counted.set(event, (counted.get(event) ?? 0) + 1);
  log.info({ log: 'security', event, ...about, net: networkKey(ip) }, event);
}
