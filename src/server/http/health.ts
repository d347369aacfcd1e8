import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { MediaReport } from '../adapters/storage/sweep.ts';
import { isLoopbackAddress, isLoopbackHost } from '../config/loopback.ts';
import type { Db } from '../db/open.ts';
import type { Queue } from '../jobs/queue.ts';
import type { Live } from '../live/live.ts';
import { send } from './error-handler.ts';
import { Failure } from './errors.ts';
import { findForwardingHeader } from './forwarding.ts';
import { routeOf } from './log.ts';

interface MetricsAccess {
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
function canReadMetrics(request: FastifyRequest, { metrics_token, production }: MetricsAccess): boolean {
  if (metrics_token !== null) return isSame(request.headers.authorization ?? '', `Bearer ${metrics_token}`);
  return !production && isDirectFromHere(request);
}

interface Deps {
  readonly db: Pick<Db, 'pool' | 'alive'>;
  readonly live: Pick<Live, 'count'>;
  readonly queue: Pick<Queue, 'countsByQueue'>;
  readonly media_report: MediaReport;
  readonly config: MetricsAccess;
}

/** Figures that are measured when they are read. */
function registerGauges(registry: Registry, { db, live, queue, media_report }: Deps): void {
  new Gauge({
    name: 'db_pool_connections',
    help: 'Connections of the pool by state',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      const { totalCount, idleCount, waitingCount } = db.pool;
      this.set({ state: 'total' }, totalCount);
      this.set({ state: 'idle' }, idleCount);
      this.set({ state: 'waiting' }, waitingCount);
    },
  });
  new Gauge({
    name: 'live_streams',
    help: 'Open streams of hints on this instance',
    registers: [registry],
    collect() {
      this.set(live.count());
    },
  });
  new Gauge({
    name: 'jobs_total',
    help: 'Tries of jobs in this process by queue and outcome; dead is given up',
    labelNames: ['queue', 'outcome'],
    registers: [registry],
    collect() {
      for (const [name, { done, failed, dead }] of queue.countsByQueue()) {
        this.set({ queue: name, outcome: 'done' }, done);
        this.set({ queue: name, outcome: 'failed' }, failed);
        this.set({ queue: name, outcome: 'dead' }, dead);
      }
    },
  });
  new Gauge({
    name: 'media_files',
    help: 'The last daily sweep of this process: photos that no row names and were removed, rows whose files are missing',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      this.set({ state: 'orphan' }, media_report.orphans);
      this.set({ state: 'missing' }, media_report.missing);
    },
  });
}

/**
 * `/health` answers while the process lives, `/ready` while the database answers, `/metrics` to readers with access.
 */
export function serveHealth(app: FastifyInstance, deps: Deps): void {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Duration of requests by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  registerGauges(registry, deps);
  app.addHook('onResponse', async (request, reply) => {
    duration.observe(
      { method: request.method, route: routeOf(request), status: String(reply.statusCode) },
      reply.elapsedTime / 1000,
    );
  });
  app.get('/health', { logLevel: 'silent' }, async () => ({ status: 'ok' }));
  app.get('/ready', { logLevel: 'silent' }, async (_request, reply) =>
    (await deps.db.alive()) ? { status: 'ok' } : send(reply, new Failure('unavailable')),
  );
  app.get('/metrics', { logLevel: 'silent' }, async (request, reply) => {
    if (!canReadMetrics(request, deps.config)) return send(reply, new Failure('not_found'));
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}
