/**
 * The style policy of pages is `style-src 'self'` without `'unsafe-inline'`, except for the reference of the API. Whatever brings styles of
 * its own is therefore made to leave them out: the build cuts the call out of the toast library that writes a `<style>`
 * element, the editor is told to inject nothing, and pages that are drawn by the build carry no `style` attribute.
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

/** Returns the content security policy of pages with more sources for some of its directives. */
export function pagePolicy(more: Readonly<Record<string, readonly string[]>> = {}) {
  const directives = Object.entries(PAGE_POLICY).map(([name, sources]) =>
    [name, ...sources, ...(more[name] ?? [])].join(' '),
  );
  return { 'content-security-policy': directives.join(';') };
}

/** Headers that only matter for documents in a browser. */
const OF_PAGES = {
  ...pagePolicy(),
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'permissions-policy': 'camera=(self), microphone=(), geolocation=(), payment=()',
  'x-frame-options': 'DENY',
};

/** Data and pictures load nothing, so their policy needs no sources. */
const DATA_POLICY = { 'content-security-policy': "default-src 'none';frame-ancestors 'none'" };

/** Paths that answer with data or pictures and never with a page. */
const IS_DATA = /^\/(?:api|assets|healthz?|media|metrics|ready)(?:[/?]|$)/;

const HSTS = { 'strict-transport-security': 'max-age=31536000' };

/** The security headers of an answer with data; HSTS only where the site has an https address. */
export const dataHeaders = (https: boolean): Readonly<Record<string, string>> => ({
  ...EVERYWHERE,
  ...DATA_POLICY,
  ...(https ? HSTS : {}),
});

/**
 * Sets the security headers and the request id of every answer, the same objects for all of them; HSTS only where the
 * site has an https address. A route may override them.
 */
export function setHeaders(app: FastifyInstance, https: boolean): void {
  const page = { ...EVERYWHERE, ...OF_PAGES, ...(https ? HSTS : {}) };
  const data = dataHeaders(https);
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(IS_DATA.test(request.url) ? data : page).header('x-request-id', request.id);
    done();
  });
}
