import { createHash, timingSafeEqual } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { isLoopbackAddress, isLoopbackHost } from '#platform/config/loopback.ts';
import type { Db } from '#platform/db/open.ts';
import { EMPTY_REPORT, readMediaReport } from '#platform/db/server-facts.ts';
import type { Queue } from '#platform/jobs/queue.ts';
import type { Clock } from '#platform/lib/clock.ts';
import type { Live } from '#platform/live/live.ts';
import { newestBackup } from '#platform/storage/backup-folder.ts';
import type { Storage } from '#platform/storage/storage.ts';
import { send } from './error-handler.ts';
import { Failure } from './errors.ts';
import { findForwardingHeader } from './forwarding.ts';
import { countsBySecurityEvent, routeOf } from './log.ts';
import type { ShutdownPhase } from './shutdown-phase.ts';

const REPORT_MS = 1000;

interface MetricsAccess {
  readonly metrics_token: string | null;
  readonly production: boolean;
}

/** Digests have equal length, so the time reveals neither the first difference nor the expected length. */
const isSame = (text: string, other: string): boolean => {
  const [digest, expected] = [text, other].map((value) => createHash('sha256').update(value).digest());
  return timingSafeEqual(digest!, expected!);
};

/** A proxy on this machine connects from loopback too, but its headers or the requested host differ. */
function isDirectFromHere({ raw, headers }: FastifyRequest): boolean {
  const hostname = (headers.host ?? '').replace(/:\d+$/, '');
  return (
    isLoopbackAddress(raw.socket.remoteAddress ?? '') &&
    isLoopbackHost(hostname) &&
    findForwardingHeader(headers) === undefined
  );
}

/** Returns true with METRICS_TOKEN. If that is unset, returns true for this machine outside production. */
function canReadMetrics(request: FastifyRequest, { metrics_token, production }: MetricsAccess): boolean {
  if (metrics_token !== null) return isSame(request.headers.authorization ?? '', `Bearer ${metrics_token}`);
  return !production && isDirectFromHere(request);
}

interface Deps {
  readonly db: Pick<Db, 'countConnections' | 'alive' | 'rows'>;
  readonly storage: Pick<Storage, 'place'>;
  readonly live: Pick<Live, 'count'>;
  readonly queue: Pick<Queue, 'countsByJob'>;
  readonly config: MetricsAccess & { readonly backup_dir: string | null };
  readonly clock: Clock;
  readonly phase: ShutdownPhase;
}

function registerGauges(registry: Registry, { db, storage, live, queue, config, clock }: Deps): void {
  new Gauge({
    name: 'db_pool_connections',
    help: 'Connections for requests by state',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      for (const [state, count] of Object.entries(db.countConnections())) this.set({ state }, count);
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
    help: 'Job attempts in this process by queue and outcome; dead means given up',
    labelNames: ['queue', 'outcome'],
    registers: [registry],
    collect() {
      for (const [name, { done, failed, dead }] of queue.countsByJob()) {
        this.set({ queue: name, outcome: 'done' }, done);
        this.set({ queue: name, outcome: 'failed' }, failed);
        this.set({ queue: name, outcome: 'dead' }, dead);
      }
    },
  });
  registerMediaGauges(registry, db, storage);
  registerBackupGauge(registry, config.backup_dir, clock);
}

/** Reads the database, because the daily sweep runs in one process and any process must report it. */
function registerMediaGauges(registry: Registry, db: Deps['db'], storage: Deps['storage']): void {
  let last = EMPTY_REPORT;
  let reading: Promise<typeof last> | null = null;
  const read = async () => {
    // If the database is down or slow, return the last known values.
    const latest = await Promise.race([
      readMediaReport(db, storage.place),
      wait(REPORT_MS, null, { ref: false }),
    ]).catch(() => null);
    reading = null;
    last = latest ?? last;
    return last;
  };
  const report = () => {
    reading ??= read();
    return reading;
  };
  new Gauge({
    name: 'media_files',
    help: 'The last daily sweep: photos that no row names, rows whose files are missing',
    labelNames: ['state'],
    registers: [registry],
    async collect() {
      const { orphans, missing } = await report();
      this.set({ state: 'orphan' }, orphans);
      this.set({ state: 'missing' }, missing);
    },
  });
  new Gauge({
    name: 'emberkin_media_foreign',
    help: '1 while the photo storage belongs to another database, so the server removes nothing there',
    registers: [registry],
    async collect() {
      this.set(Number((await report()).place === 'foreign'));
    },
  });
  new Gauge({
    name: 'emberkin_media_sweep_held',
    help: '1 while the daily sweep of photos waits for the operator, because it would move too many',
    registers: [registry],
    async collect() {
      this.set(Number((await report()).held !== null));
    },
  });
}

/** Reads the folder, so all processes agree, also after a restart. Without a folder the metric has no value. */
function registerBackupGauge(registry: Registry, folder: string | null, clock: Clock): void {
  new Gauge({
    name: 'backup_last_success_seconds',
    help: 'When the newest nightly backup started, in seconds since 1970; 0 before the first one',
    registers: [registry],
    async collect() {
      if (folder === null) return this.remove();
      try {
        this.set(((await newestBackup(folder, clock.now()))?.getTime() ?? 0) / 1000);
      } catch {
        // An unreadable folder says nothing about its backups; keep the last value.
      }
    },
  });
}

/** Counts events for alerts, as an alternative to searching the log. */
function registerSecurityEvents(registry: Registry): void {
  new Counter({
    name: 'security_events_total',
    help: 'Security events of this process by name, as in the log',
    labelNames: ['event'],
    registers: [registry],
    collect() {
      this.reset();
      for (const [event, count] of countsBySecurityEvent()) this.inc({ event }, count);
    },
  });
}

function makeFigures(deps: Deps) {
  const registry = new Registry();
  // Samples the event loop twice a second. Every 10 ms, the default, is half the load of an idle server.
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: 500 });
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Duration of requests by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  registerGauges(registry, deps);
  registerSecurityEvents(registry);
  return { registry, duration };
}

/**
 * Serves `/health` and `/healthz` while the process lives, and `/ready` while the database responds and the process
 * does not drain. Serves `/metrics` to readers with access.
 */
export function serveHealth(app: FastifyInstance, deps: Deps): void {
  const { registry, duration } = makeFigures(deps);
  app.addHook('onResponse', (request, reply, done) => {
    duration.observe(
      { method: request.method, route: routeOf(request), status: String(reply.statusCode) },
      reply.elapsedTime / 1000,
    );
    done();
  });
  for (const path of ['/health', '/healthz']) app.get(path, { logLevel: 'silent' }, async () => ({ status: 'ok' }));
  app.get('/ready', { logLevel: 'silent' }, async (_request, reply) =>
    deps.phase.now !== 'draining' && (await deps.db.alive())
      ? { status: 'ok' }
      : send(reply, new Failure('unavailable')),
  );
  app.get('/metrics', { logLevel: 'silent' }, async (request, reply) => {
    if (!canReadMetrics(request, deps.config)) return send(reply, new Failure('not_found'));
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}
