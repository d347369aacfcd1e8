import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { PlatformConfig } from '#platform/config/config.ts';
import type { ShutdownPhase } from '#platform/http/shutdown-phase.ts';
import type { Queue } from '#platform/jobs/queue.ts';
import type { Live } from '#platform/live/live.ts';

/** How long requests in progress can take after the listener has closed. */
const CLOSE_MS = 10_000;
/** How long a stop can take beyond the drain time. */
const STOP_MARGIN_MS = 15_000;
/** How long the embedded database has to write its memory to disk. */
const DATABASE_STOP_MS = 30_000;

/**
 * Returns the milliseconds after which the program exits, even unfinished. An embedded database continues its stop
 * without the program.
 */
export const stopLimit = ({
  drain_seconds,
  database_url,
}: Pick<PlatformConfig, 'drain_seconds' | 'database_url'>): number =>
  drain_seconds * 1000 + STOP_MARGIN_MS + (database_url === null ? DATABASE_STOP_MS : 0);

export interface Stoppable {
  readonly live: Pick<Live, 'endStreams'>;
  readonly queue: Pick<Queue, 'rest'>;
  readonly phase: ShutdownPhase;
  /** Stops the adapters, then the database. */
  stop(): Promise<void>;
}

interface Parts {
  readonly app: FastifyInstance;
  readonly server: Stoppable;
}

/** Lets requests in progress finish, then cuts slow requests, so a silent client does not delay the stop. */
async function close(app: FastifyInstance): Promise<void> {
  const cut = setTimeout(() => app.server.closeAllConnections(), CLOSE_MS);
  await app.close().finally(() => clearTimeout(cut));
}

/**
 * Shuts down gracefully: /ready returns 503, and live streams reconnect immediately. Serves other requests for
 * `drain_ms`, so a load balancer can notice. Then requests in progress and jobs finish.
 */
export async function drainAndStop({ app, server }: Parts, drain_ms: number): Promise<void> {
  server.phase.now = 'draining';
  server.live.endStreams();
  // Without a load balancer no drain is needed.
  if (drain_ms > 0) await wait(drain_ms);
  // Requests in progress can still enqueue jobs.
  await Promise.all([close(app), server.queue.rest()]);
  await server.stop();
}
