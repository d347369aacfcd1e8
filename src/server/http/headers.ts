import type { FastifyInstance } from 'fastify';

const EVERYWHERE = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
};

/** What only a document that a browser shows has a use for. */
const OF_PAGES = {
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' blob: data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
  ].join(';'),
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'permissions-policy': 'camera=(self), microphone=(), geolocation=(), payment=()',
  'x-frame-options': 'DENY',
};

/** Data and pictures load nothing, so they need no list of what may be loaded. */
const DATA_POLICY = { 'content-security-policy': "default-src 'none';frame-ancestors 'none'" };

/** Paths that answer with data or pictures and never with a page. */
const IS_DATA = /^\/(?:api|assets|health|media|metrics|ready)(?:[/?]|$)/;

/** The security headers of an answer that is data, for what is refused before any route is found. */
export const DATA_HEADERS: Readonly<Record<string, string>> = { ...EVERYWHERE, ...DATA_POLICY };

/**
 * The security headers and the request id of every answer, the same objects for all of them; HSTS only where the site is
 * reached over https. A route may set a header of its own over them.
 */
export function setHeaders(app: FastifyInstance, https: boolean): void {
  const transport = https ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {};
  const page = { ...EVERYWHERE, ...OF_PAGES, ...transport };
  const data = { ...DATA_HEADERS, ...transport };
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(IS_DATA.test(request.url) ? data : page).header('x-request-id', request.id);
    done();
  });
}
