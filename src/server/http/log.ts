import type { FastifyRequest } from 'fastify';
import { pino } from 'pino';

export type Logger = ReturnType<typeof makeLogger>;

/** A path without what may be secret in it: codes, reset links, signatures. */
const safePath = (url: string) =>
  url
    .replace(/\?.*$/, '')
    .replace(/^(\/api\/missions\/join|\/join)\/[^/]+/, '$1/*')
    .replace(/^(\/api\/invitations|\/accept-invitation)\/[^/]+/, '$1/*');

/** One JSON line an event, without headers and bodies: no token, password, code or address gets into a log. */
export const makeLogger = (level: string) =>
  pino({
    level,
    redact: { paths: ['*.password', '*.new_password', '*.token', '*.authorization', 'err.config'], remove: true },
    serializers: {
      req: (request: FastifyRequest) => ({ method: request.method, path: safePath(request.url) }),
    },
  });
