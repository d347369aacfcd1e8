/**
 * The style policy is `style-src 'self'` without `'unsafe-inline'`, except for the API reference. So the build removes
 * the toast library's `<style>` element, the editor injects no styles, and prerendered pages have no `style`
 * attributes.
 */

import type { FastifyInstance } from 'fastify';

const EVERYWHERE = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
};

const PAGE_POLICY = {
  'default-src': ["'none'"],
  'script-src': ["'self'"],
  'style-src': ["'self'"],
  'img-src': ["'self'", 'blob:', 'data:'],
  'font-src': ["'self'"],
  'connect-src': ["'self'"],
  'manifest-src': ["'self'"],
  'worker-src': ["'self'"],
  'form-action': ["'self'"],
  'base-uri': ["'none'"],
  'object-src': ["'none'"],
  'frame-ancestors': ["'none'"],
};

/** Returns the content security policy of pages, with more sources for some directives. */
export function pagePolicy(more: Readonly<Record<string, readonly string[]>> = {}) {
  const directives = Object.entries(PAGE_POLICY).map(([name, sources]) =>
    [name, ...sources, ...(more[name] ?? [])].join(' '),
  );
  return { 'content-security-policy': directives.join(';') };
}

const OF_PAGES = {
  ...pagePolicy(),
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'permissions-policy': 'camera=(self), microphone=(), geolocation=(), payment=()',
  'x-frame-options': 'DENY',
};

const DATA_POLICY = { 'content-security-policy': "default-src 'none';frame-ancestors 'none'" };

const IS_DATA = /^\/(?:api|assets|healthz?|media|metrics|ready)(?:[/?]|$)/;

const HSTS = { 'strict-transport-security': 'max-age=31536000' };

/** Returns the security headers of data; HSTS only if the site has an https address. */
export const dataHeaders = (https: boolean): Readonly<Record<string, string>> => ({
  ...EVERYWHERE,
  ...DATA_POLICY,
  ...(https ? HSTS : {}),
});

/**
 * Sets security headers and the request ID; HSTS only if the site has an https address. Routes may override them. All
 * responses share the header objects.
 */
export function setHeaders(app: FastifyInstance, https: boolean): void {
  const page = { ...EVERYWHERE, ...OF_PAGES, ...(https ? HSTS : {}) };
  const data = dataHeaders(https);
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(IS_DATA.test(request.url) ? data : page).header('x-request-id', request.id);
    done();
  });
}
