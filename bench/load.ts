import { setTimeout as wait } from 'node:timers/promises';
import { PROGRAMS } from './build.ts';
import { ask, type ServerProcess, startProgram } from './child.ts';
import type { BenchDatabase } from './database.ts';
import type { LoadJob, LoadResult } from './load-process.ts';
import { processorTimeOf, processorTimeOfCluster } from './processes.ts';

/** Work after the last response of a round, such as sending hints, belongs to that round. */
const AFTERWARDS_MS = 30;

type Stretch = Pick<LoadJob, 'requests' | 'targets'>;
export type Target = LoadJob['targets'][number];

/** Microseconds of processor time for one request. */
export interface Sample {
  node_us: number;
  postgres_us: number;
}

export interface Loader {
  /**
   * Sends the requests of a stretch over `connections` concurrent connections and returns the cost of one. Each must
   * succeed.
   */
  measure(server: ServerProcess, stretch: Stretch, connections: number): Promise<Sample>;
  stop(): void;
}

/** Starts a load generator in a separate process, so that its work does not count as the server's. */
export async function startLoader(database: BenchDatabase): Promise<Loader> {
  const child = startProgram(PROGRAMS.load);
  const postmaster = await database.postmaster();
  return {
    async measure(server, stretch, connections) {
      const [node, postgres] = [await processorTimeOf(server.pid), await processorTimeOfCluster(postmaster)];
      const job: LoadJob = { url: server.url, connections, ...stretch };
      const { failed, requests, bad_statuses } = await ask<LoadResult>(child, job);
      await wait(AFTERWARDS_MS);
      const [path] = stretch.targets.map((target) => target.path);
      if (failed > 0)
        throw new Error(`${failed} of ${requests} requests such as ${path} failed, with ${bad_statuses.join(', ')}.`);
      return {
        node_us: ((await processorTimeOf(server.pid)) - node) / requests,
        postgres_us: ((await processorTimeOfCluster(postmaster)) - postgres) / requests,
      };
    },
    stop: () => void child.kill(),
  };
}
