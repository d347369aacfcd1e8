import { randomUUID } from 'node:crypto';
import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorCode } from '#platform/contract/errors.ts';
import { isAway, isDiskFull, isOfOutage } from '#platform/db/failures.ts';
import { AccountLineFull } from '#platform/images/image-errors.ts';
import { Overloaded } from '#platform/lib/concurrency-limit.ts';
import { StorageFull, StorageUnavailable } from '#platform/storage/storage.ts';
import { Failure } from './errors.ts';
import { translateFor, translateOf } from './language.ts';
import { logUnreadable } from './log.ts';

const RETRY_AFTER_SECONDS = 2;

const FRAMEWORK: Record<string, ErrorCode> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'malformed_body',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'malformed_body',
  FST_ERR_CTP_INVALID_JSON_BODY: 'malformed_body',
};

const BY_STATUS: Record<number, ErrorCode> = {
  400: 'malformed_body',
  403: 'forbidden',
  404: 'not_found',
  405: 'method_not_allowed',
  408: 'request_timeout',
  413: 'body_too_large',
  415: 'unsupported_media_type',
  429: 'too_many_requests',
  431: 'headers_too_large',
};

/** An error of the framework, or a plugin's error for the client (http-errors). */
type Refusal = FastifyError & { expose?: boolean; headers?: Record<string, string> };

/**
 * Returns the 4xx status of a library's rejection. Returns null for other errors, such as failed calls to other
 * systems.
 */
function statusOfRefusal({ code, expose, statusCode = 500 }: Refusal): number | null {
  const isOfLibrary = expose === true || (code ?? '').startsWith('FST_');
  return isOfLibrary && statusCode >= 400 && statusCode < 500 ? statusCode : null;
}

const STATEMENT_TIMEOUT = '57014';
const LOCK_TIMEOUT = '55P03';
/** Returns our code if PostgreSQL is unreachable, full or too slow, or null for other errors. */
function databaseFailure(error: Error & { code?: string }): ErrorCode | null {
  const code = error.code ?? '';
  if (isDiskFull(error)) return 'storage_full';
  if (code === STATEMENT_TIMEOUT || code === LOCK_TIMEOUT) return 'overloaded';
  return isAway(error) ? 'unavailable' : null;
}

/** Converts a thrown error to a Failure. Returns null for our bugs (500). */
export function toFailure(error: FastifyError): Failure | null {
  if (error instanceof Failure) return error;
  if (error instanceof Overloaded) return new Failure('overloaded');
  if (error instanceof AccountLineFull) return new Failure('too_many_requests', { retryAfter: RETRY_AFTER_SECONDS });
  if (error instanceof StorageFull) return new Failure('storage_full');
  if (error instanceof StorageUnavailable) return new Failure('unavailable');
  const known = FRAMEWORK[error.code] ?? BY_STATUS[statusOfRefusal(error) ?? 0];
  if (known) return new Failure(known);
  const database = databaseFailure(error);
  if (database) return new Failure(database, { retryAfter: RETRY_AFTER_SECONDS });
  if (error instanceof SyntaxError || error.statusCode === 400) return new Failure('malformed_body');
  return null;
}

const withoutBody = ({ headers = {} }: Refusal) => ({ ...headers, 'cache-control': 'no-store' });

/**
 * Answers each error as a ProblemBody, or with the bare status of a file's rejected header. The log line has the cause
 * and the same request ID.
 */
export function handleErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
    const failure = toFailure(error);
    const refusal = failure ? null : statusOfRefusal(error);
    // For a file: a range that it lacks (416, with its size), or another version of it (412).
    if (refusal !== null) return reply.code(refusal).headers(withoutBody(error)).send();
    if (!failure) {
      request.log.error({ err: error }, 'request failed');
      return send(reply, new Failure('internal'));
    }
    // db/outage.ts logs an outage once, and each request has its own line.
    if (failure.status >= 500 && !isOfOutage(error)) request.log.warn({ err: error }, failure.code);
    return send(reply, failure);
  });
}

/** Returns the challenge of RFC 6750, or null if a token would not help. */
function challengeFor({ status, code }: Failure, hasToken: boolean): string | null {
  const realm = 'Bearer realm="emberkin"';
  if (code === 'token_reads_only') return `${realm}, error="insufficient_scope", scope="write"`;
  if (status !== 401) return null;
  return hasToken ? `${realm}, error="invalid_token"` : realm;
}

/** Sends a failure. A 429 and a 503 always have Retry-After, and a 401 has a challenge. */
export function send(reply: FastifyReply, failure: Failure): FastifyReply {
  const challenge = challengeFor(failure, reply.request.headers.authorization !== undefined);
  if (challenge !== null) reply.header('www-authenticate', challenge);
  const wait = failure.retryAfter ?? (failure.status === 503 ? RETRY_AFTER_SECONDS : undefined);
  if (wait !== undefined) reply.header('retry-after', String(wait));
  const t = translateOf(reply.request);
  return reply
    .code(failure.status)
    .header('cache-control', 'no-store')
    .header('content-language', t.language.tag)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(failure.body(t)));
}

type Headers = Readonly<Record<string, string>>;

/**
 * Answers what the router rejects before all hooks: an undecodable path or a too long parameter. `headers` are the
 * headers of data responses.
 */
export const answerUnrouted =
  (headers: Headers) =>
  (error: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
    reply.headers(headers).header('x-request-id', request.id);
    send(reply, new Failure(error.code === 'FST_ERR_MAX_PARAM_LENGTH' ? 'not_found' : 'malformed_body'));
  };

const PARSER: Record<string, ErrorCode> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
};

/** Answers unreadable or slow requests with the headers of data, then closes the connection. */
export const answerUnreadable = (dataHeaders: Headers) =>
  function (this: FastifyInstance, error: Error & { code?: string }, socket: Socket): void {
    if (error.code === 'ECONNRESET' || socket.destroyed) return;
    const failure = new Failure(PARSER[error.code ?? ''] ?? 'malformed_body');
    const id = randomUUID();
    const body = JSON.stringify(failure.body(translateFor('en')));
    const headers = {
      ...dataHeaders,
      'x-request-id': id,
      'cache-control': 'no-store',
      'content-language': 'en',
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
      connection: 'close',
    };
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
    const head = [`HTTP/1.1 ${failure.status} ${STATUS_CODES[failure.status]}`, ...lines].join('\r\n');
    // In the middle of another response, this one would become part of it.
    const { _httpMessage: answer } = socket as Socket & { _httpMessage?: ServerResponse | null };
    if (socket.writable && !answer?.headersSent) socket.write(`${head}\r\n\r\n${body}`);
    logUnreadable(this.log, { id, status: failure.status, address: socket.remoteAddress ?? '' });
    socket.destroy(error);
  };
