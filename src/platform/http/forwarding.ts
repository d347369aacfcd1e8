import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** Logged once, with the first request that shows it (docs/rules.md#operator). */
export const UNTRUSTED_PROXY =
  'X-Forwarded-For came, but TRUST_PROXY is not set: all visitors share one address and its limits.';

/** The name of a header that only a proxy adds; undefined for a request that came directly. */
export const findForwardingHeader = (headers: IncomingHttpHeaders): string | undefined =>
  Object.keys(headers).find((name) => /^(?:forwarded|via|x-real-ip|x-forwarded-.*)$/.test(name));

/**
 * Warns once when requests come through a proxy that is not configured: all visitors then share one address, and a busy
 * one locks out the others.
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
