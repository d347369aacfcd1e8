import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { MINUTE_MS } from '#domain/durations.ts';
import type { Composed } from './compose.ts';
import type { Config } from './config/config.ts';

/** So long requests in progress may take once no new connections are accepted. */
const CLOSE_MS = 10_000;
/** The same in a process that was replaced, which nobody waits for: time for an upload on a slow line. */
const FADE_CLOSE_MS = 10 * MINUTE_MS;
/** So long a process that was replaced still answers on its connections, to end each of them with an answer. */
export const FADE_MS = 1000;
/** The stop of a process takes this much longer than its draining, at most. */
export const STOP_MARGIN_MS = 15_000;
/** So long a process that was replaced may take altogether. */
export const FADE_LIMIT_MS = FADE_CLOSE_MS + STOP_MARGIN_MS;
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

/**
 * Answers what is in progress for up to `limit_ms`, or for as long as every stop allows once `hurry` is aborted; a
 * connection on which nothing comes does not keep the others waiting.
 */
async function close(app: FastifyInstance, limit_ms: number, hurry?: AbortSignal): Promise<void> {
  const cutAfter = (ms: number) => setTimeout(() => app.server.closeAllConnections(), ms);
  let cut = cutAfter(hurry?.aborted ? CLOSE_MS : limit_ms);
  const onHurry = () => {
    clearTimeout(cut);
    cut = cutAfter(CLOSE_MS);
  };
  hurry?.addEventListener('abort', onHurry);
  await app.close().finally(() => {
    hurry?.removeEventListener('abort', onHurry);
    clearTimeout(cut);
  });
}

/** No new connections, then no more jobs, hints and statements. Requests in progress may still enqueue jobs. */
async function end({ server }: Parts, closing: Promise<void>): Promise<void> {
  await Promise.all([closing, server.queue.rest()]);
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
  await end(parts, close(parts.app, CLOSE_MS));
}

/**
 * Stops a process that another one has replaced on the same port. The instance stays ready, so /ready says so; clients
 * are led to the other process: streams at once, the others by answers that end their connections. What was begun may go
 * on for 10 minutes, and for 10 s once `hurry` says that the whole instance stops.
 */
export async function fadeAndStop(parts: Parts, hurry: AbortSignal): Promise<void> {
  const { stage, live } = parts.server;
  stage.now = 'fading';
  live.endStreams();
  await wait(FADE_MS);
  await end(parts, close(parts.app, FADE_CLOSE_MS, hurry));
}
