import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { PlatformConfig } from '#platform/config/config.ts';
import type { ShutdownPhase } from '#platform/http/shutdown-phase.ts';
import type { Queue } from '#platform/jobs/queue.ts';
import type { Live } from '#platform/live/live.ts';

/** So long requests in progress may take once no new connections are accepted. */
const CLOSE_MS = 10_000;
/** The stop of a process takes this much longer than its draining, at most. */
const STOP_MARGIN_MS = 15_000;
/** So long the embedded database has to write what it holds in memory. */
const DATABASE_STOP_MS = 30_000;

/** After so many milliseconds the program ends whatever is unfinished. An embedded database goes on to its end alone. */
export const stopLimit = ({
  drain_seconds,
  database_url,
}: Pick<PlatformConfig, 'drain_seconds' | 'database_url'>): number =>
  drain_seconds * 1000 + STOP_MARGIN_MS + (database_url === null ? DATABASE_STOP_MS : 0);

/** What a stop ends besides the app. */
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

/** Lets requests in progress finish, then cuts those that take too long: a silent client must not delay the others. */
async function close(app: FastifyInstance): Promise<void> {
  const cut = setTimeout(() => app.server.closeAllConnections(), CLOSE_MS);
  await app.close().finally(() => clearTimeout(cut));
}

/**
 * Shuts down gracefully. /ready answers 503 and live streams are told to reconnect immediately; everything else is served
 * for `drain_ms` more, so that a load balancer can notice. Then requests in progress and jobs finish.
 */
export async function drainAndStop({ app, server }: Parts, drain_ms: number): Promise<void> {
  server.phase.now = 'draining';
  server.live.endStreams();
  // Without a load balancer there is nothing to wait for.
  if (drain_ms > 0) await wait(drain_ms);
  // Requests in progress may still enqueue jobs.
  await Promise.all([close(app), server.queue.rest()]);
  await server.stop();
}
