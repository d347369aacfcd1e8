import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { isLoopbackAddress, isLoopbackHost } from '../config/loopback.ts';
import { findForwardingHeader } from './forwarding.ts';

export interface MetricsAccess {
  readonly metrics_token: string | null;
  readonly production: boolean;
}

/** Digests have one length, so the time reveals neither where the texts differ nor how long the right one is. */
const isSame = (text: string, other: string): boolean => {
  const [digest, expected] = [text, other].map((value) => createHash('sha256').update(value).digest());
  return timingSafeEqual(digest!, expected!);
};

/** A proxy on this machine connects from loopback as well, but its headers and the requested host name differ. */
function isDirectFromHere({ raw, headers }: FastifyRequest): boolean {
  const hostname = (headers.host ?? '').replace(/:\d+$/, '');
  return (
    isLoopbackAddress(raw.socket.remoteAddress ?? '') &&
    isLoopbackHost(hostname) &&
    findForwardingHeader(headers) === undefined
  );
}

/**
 * Whether a request may read the metrics: with METRICS_TOKEN if it is set, else from this machine outside of
 * production.
 */
export function canReadMetrics(request: FastifyRequest, { metrics_token, production }: MetricsAccess): boolean {
  if (metrics_token !== null) return isSame(request.headers.authorization ?? '', `Bearer ${metrics_token}`);
  return !production && isDirectFromHere(request);
}
