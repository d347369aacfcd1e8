import { setTimeout as wait } from 'node:timers/promises';
import { copyForBareServer } from './bare-tables.ts';
import { PROGRAMS } from './build.ts';
import { startServerProcess } from './child.ts';
import { type BenchDatabase, startDatabase } from './database.ts';
import { makeDataset } from './dataset.ts';
import { MIB, memoryOf, memoryOfCluster, processorTimeOf } from './processes.ts';
import { heading, median, table, type Verdict, verdict } from './report.ts';

const WHERE = 'docs/performance.md#limits';
const STARTS = 7;
const READY_WISH_S = 0.7;
/** The largest ratio to the bare server's processor time until it answers. */
const START_MAX = 4.2;
const MEMORY_MAX_MIB = 150;
const MEMORY_RATIO_MAX = 2.1;
const IDLE_MS_PER_S_MAX = 6;
/** A server without requests for this long is idle: startup memory is freed, and recurring jobs have run. */
const IDLE_MS = 10_000;

interface Measured {
  /** The time of each start, from the process to its first successful response of the path. */
  ready_ms: number[];
  /** Processor time of the start, which other load hardly changes. */
  processor_ms: number[];
  idle_bytes: number[];
  idle_ms_per_s: number[];
  database_bytes: number[];
}

async function measure(
  program: string,
  database: BenchDatabase,
  env: Record<string, string>,
  path: string,
): Promise<Measured> {
  const ready_ms: number[] = [];
  const processor_ms: number[] = [];
  const idle_bytes: number[] = [];
  const idle_ms_per_s: number[] = [];
  const database_bytes: number[] = [];
  // The first start reads its files from the disk and is not counted.
  for (let start = 0; start <= STARTS; start++) {
    const server = await startServerProcess(program, env, path);
    try {
      if (start === 0) continue;
      ready_ms.push(server.ready_ms);
      processor_ms.push((await processorTimeOf(server.pid)) / 1000);
      if (start > STARTS - 3) {
        await wait(IDLE_MS);
        idle_bytes.push(await memoryOf(server.pid));
        database_bytes.push(await memoryOfCluster(await database.postmaster()));
        const before_us = await processorTimeOf(server.pid);
        await wait(IDLE_MS);
        idle_ms_per_s.push(((await processorTimeOf(server.pid)) - before_us) / IDLE_MS);
      }
    } finally {
      await server.stop();
    }
  }
  return { ready_ms, processor_ms, idle_bytes, idle_ms_per_s, database_bytes };
}

/** Measures a start on a running database up to /ready, and the memory of the idle process. */
export async function measureStart(): Promise<Verdict[]> {
  const database = await startDatabase();
  try {
    await makeDataset(database.url, { people: 200, each: 5, days: 20 }, 'none');
    await copyForBareServer(database.url);
    // Like `npm start`, with only the database set.
    const env = { DATABASE_URL: database.url, DATA_DIR: database.data_dir, NODE_ENV: '' };
    const product = await measure(PROGRAMS.product, database, env, '/ready');
    const bare = await measure(PROGRAMS.bare, database, env, '/health');
    const ready_s = median(product.ready_ms) / 1000;
    const [idle, bareIdle] = [product, bare].map(({ idle_bytes }) => median(idle_bytes) / MIB) as [number, number];
    heading(
      `Start with the database running (medians of ${STARTS}), and memory after ${IDLE_MS / 1000} s (resident of Node, PSS of the database)`,
    );
    table(
      ['', 'ready after ms', 'slowest', 'processor ms', 'idle MiB', 'idle ms a second', 'database MiB'],
      (
        [
          ['this server', product],
          ['bare server', bare],
        ] as const
      ).map(([name, { ready_ms, processor_ms, idle_bytes, idle_ms_per_s, database_bytes }]) => [
        name,
        median(ready_ms).toFixed(0),
        Math.max(...ready_ms).toFixed(0),
        median(processor_ms).toFixed(0),
        (median(idle_bytes) / MIB).toFixed(0),
        median(idle_ms_per_s).toFixed(1),
        (median(database_bytes) / MIB).toFixed(0),
      ]),
    );
    const started = median(product.processor_ms) / median(bare.processor_ms);
    const ready = `${started.toFixed(2)}, after ${ready_s.toFixed(2)} s`;
    return [
      verdict(
        WHERE,
        `A start takes at most ${START_MAX} times the bare server's processor time`,
        started <= START_MAX,
        ready,
        `ready after ${READY_WISH_S} s`,
      ),
      verdict(WHERE, `Idle at most ${MEMORY_MAX_MIB} MiB`, idle <= MEMORY_MAX_MIB, `${idle.toFixed(0)} MiB`),
      verdict(
        WHERE,
        `Idle at most ${MEMORY_RATIO_MAX} times the bare server's memory`,
        idle / bareIdle <= MEMORY_RATIO_MAX,
        (idle / bareIdle).toFixed(2),
      ),
      verdict(
        WHERE,
        `Idle at most ${IDLE_MS_PER_S_MAX} ms of processor time a second`,
        median(product.idle_ms_per_s) <= IDLE_MS_PER_S_MAX,
        `${median(product.idle_ms_per_s).toFixed(1)} ms`,
      ),
    ];
  } finally {
    await database.remove();
  }
}
