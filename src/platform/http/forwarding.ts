import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance } from 'fastify';

export const UNTRUSTED_PROXY =
  'X-Forwarded-For is set, but TRUST_PROXY is not: all visitors share one address and its limits.';

/** Returns the name of a header that only proxies add, or undefined for a direct request. */
export const findForwardingHeader = (headers: IncomingHttpHeaders): string | undefined =>
  Object.keys(headers).find((name) => /^(?:forwarded|via|x-real-ip|x-forwarded-.*)$/.test(name));

/**
 * Warns once if requests come through an unconfigured proxy. All visitors then share one address, so a busy one can
 * lock out the others.
 */
export function warnOfUntrustedProxy(app: FastifyInstance, trustProxy: string[] | false): void {
  if (trustProxy !== false) return;
  let isWarned = false;
  app.addHook('onRequest', (request, _reply, done) => {
    if (!isWarned && request.headers['x-forwarded-for'] !== undefined) {
      isWarned = true;
      app.log.warn({}, UNTRUSTED_PROXY);
    }
    done();
  });
}
