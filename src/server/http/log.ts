import type { FastifyRequest } from 'fastify';
import { type DestinationStream, pino } from 'pino';
import { maskEmailsIn } from '../adapters/mail/mail.ts';

/** A path without its secrets: codes, reset links, signatures. */
const safePath = (url: string) =>
  url
    .replace(/\?.*$/, '')
    .replace(/^(\/api\/missions\/join|\/join)\/[^/]+/, '$1/*')
    .replace(/^(\/api\/invitations|\/accept-invitation)\/[^/]+/, '$1/*')
    .replace(/^((?:\/api)?\/(?:one-tap|unsubscribe))\/[^/]+/, '$1/*');

const textOf = (value: unknown) => (typeof value === 'string' ? maskEmailsIn(value) : undefined);

/**
 * Picks the safe fields of an error: a database driver adds whole rows to its errors (with password hashes), the HTTP
 * parser the raw request.
 */
function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { message: maskEmailsIn(String(error)) };
  const { code, constraint } = error as { code?: unknown; constraint?: unknown };
  return {
    type: error.name,
    code: textOf(code),
    constraint: textOf(constraint),
    message: maskEmailsIn(error.message),
    stack: textOf(error.stack),
    ...(error.cause === undefined ? {} : { cause: describeError(error.cause) }),
  };
}

/** One JSON line for each event, without headers and bodies: no token, password, code or address gets into a log. */
export const makeLogger = (level: string, destination?: DestinationStream) =>
  pino(
    {
      level,
      redact: { paths: ['*.password', '*.new_password', '*.token', '*.authorization'], remove: true },
      serializers: {
        err: describeError,
        req: (request: FastifyRequest) => ({ method: request.method, path: safePath(request.url) }),
      },
    },
    destination,
  );
