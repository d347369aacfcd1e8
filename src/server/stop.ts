import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Composed } from './compose.ts';
import type { Config } from './config/config.ts';

/** So long requests in progress may take once no new connections are accepted. */
const CLOSE_MS = 10_000;
/** So long a process that was replaced still answers on its connections, to end each of them with an answer. */
const FADE_MS = 1000;
/** The stop of a process takes this much longer than its draining, at most. */
export const STOP_MARGIN_MS = 15_000;
/** So long the primary has after its workers had to be gone: it kills those that are not. */
const KILL_MS = 5000;
/** So long the embedded database has to write what it holds in memory. */
const DATABASE_STOP_MS = 30_000;

/** After so many milliseconds the program ends whatever is unfinished. An embedded database goes on to its end alone. */
export const stopLimit = ({
  drain_seconds,
  web_concurrency,
  database_url,
}: Pick<Config, 'drain_seconds' | 'web_concurrency' | 'database_url'>): number =>
  drain_seconds * 1000 +
  STOP_MARGIN_MS +
  (web_concurrency > 1 ? KILL_MS : 0) +
  (database_url === null ? DATABASE_STOP_MS : 0);

interface Parts {
  readonly app: FastifyInstance;
  readonly server: Pick<Composed, 'live' | 'queue' | 'stage' | 'stop'>;
}

/** Answers what is in progress; a connection on which nothing comes does not keep the others waiting. */
async function close(app: FastifyInstance): Promise<void> {
  const cut = setTimeout(() => app.server.closeAllConnections(), CLOSE_MS);
  await app.close().finally(() => clearTimeout(cut));
}

/** No new connections, then no more jobs, hints and statements. Requests in progress may still enqueue jobs. */
async function end({ app, server }: Parts): Promise<void> {
  await Promise.all([close(app), server.queue.rest()]);
  await server.stop();
}

/**
 * Stops a process that nothing replaces: /ready answers 503 and live streams are told to come back at once, everything
 * else is served for `drain_ms` more, so that a load balancer can notice. Jobs go on meanwhile.
 */
export async function drainAndStop(parts: Parts, drain_ms: number): Promise<void> {
  const { stage, live } = parts.server;
  stage.now = 'draining';
  live.endStreams();
  // Without a load balancer nobody is waited for.
  if (drain_ms > 0) await wait(drain_ms);
  await end(parts);
}

/**
 * Stops a process that another one has replaced on the same port. The instance stays ready, so /ready says so; clients
 * are led to the other process by answers that end their connections.
 */
export async function fadeAndStop(parts: Parts): Promise<void> {
  parts.server.stage.now = 'fading';
  await wait(FADE_MS);
  await end(parts);
}
