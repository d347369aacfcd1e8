import { createServer } from 'node:net';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { PlatformConfig } from '#platform/config/config.ts';
import { limitConnections } from '#platform/http/limit-connections.ts';
import type { Queue } from '#platform/jobs/queue.ts';
import type { Live } from '#platform/live/live.ts';
import { drainAndStop, type Stoppable } from './stop.ts';

export interface RunningServer {
  readonly log: Pick<FastifyBaseLogger, 'error'>;
  /** Finishes requests, then stops jobs, then the database. */
  stop(): Promise<void>;
}

export const say = (line: string): void => void process.stdout.write(`${line}\n`);

type Settings = Pick<PlatformConfig, 'port' | 'host' | 'drain_seconds'>;

/** Checks the port before the database starts, so the error is immediate and nothing stays running. */
const requireFreePort = ({ port, host }: Settings) =>
  new Promise<void>((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(port, host, () => probe.close(() => resolve()));
  });

interface Server extends Stoppable {
  readonly log: FastifyBaseLogger;
  readonly live: Pick<Live, 'start' | 'endStreams'>;
  readonly queue: Pick<Queue, 'start' | 'rest'>;
}

interface Product<Config, Composed> {
  compose(config: Config, options: { readonly report: (line: string) => void }): Promise<Composed>;
  buildApp(server: Composed): Promise<FastifyInstance>;
  /** Runs after the database is prepared and before any job. */
  beforeWork(server: Composed): Promise<void>;
  onListening(server: Composed): Promise<void>;
}

/** Starts a product's server: creates its parts, starts jobs and listens. */
export async function startWith<Config extends Settings, Composed extends Server>(
  config: Config,
  { compose, buildApp, beforeWork, onListening }: Product<Config, Composed>,
): Promise<RunningServer> {
  await requireFreePort(config);
  const server = await compose(config, { report: say });
  let app: FastifyInstance | undefined;
  try {
    app = await buildApp(server);
    await server.live.start();
    await beforeWork(server);
    server.queue.start();
    await limitConnections(app.server, server.log);
    await app.listen({ port: config.port, host: config.host });
  } catch (error) {
    await app?.close();
    await server.stop();
    throw error;
  }
  const serving = { app, server };
  await onListening(server);
  return { log: server.log, stop: () => drainAndStop(serving, config.drain_seconds * 1000) };
}
