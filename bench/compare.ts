import { type ChildProcess, spawn } from 'node:child_process';
import { createCheckin, listCheckins } from '#contract/checkins.ts';
import { getDashboard } from '#contract/dashboard.ts';
import { PROGRAMS } from './build.ts';
import { ask, type ServerProcess } from './child.ts';
import type { Crowd } from './crowd.ts';
import type { Membership } from './dataset.ts';
import type { LoadJob, LoadResult } from './load-process.ts';
import { heading, median, percentile, table, type Verdict, verdict } from './report.ts';

/** Many short rounds: what else the machine does then falls on both servers of a pair, or on a pair that is no median. */
const ROUNDS = 25;
const CONNECTIONS = 16;
const READS = 700;
const CHECKINS = 180;
const FEED_READS = { warm_up: 1500, round: 400 };
/** Lets the compiler and the connections get warm; not counted. */
const WARM_UP = { reads: 3000, checkins: 450 };
/** Half of the rounds further apart than this say that the machine was busy with something else. */
const SPREAD_MAX = 0.3;

interface Sample extends LoadResult {
  /** Microseconds of the server's processor time for one request. */
  cpu_us: number;
}

type Stretch = Pick<LoadJob, 'requests' | 'targets'>;

async function sample(loader: ChildProcess, server: ServerProcess, stretch: Stretch): Promise<Sample> {
  const before = await server.cpu();
  const job: LoadJob = { url: server.url, connections: CONNECTIONS, ...stretch };
  const result = await ask<LoadResult>(loader, job);
  if (result.failed > 0) throw new Error(`${result.failed} of ${result.requests} requests to ${server.url} failed.`);
  return { ...result, cpu_us: ((await server.cpu()) - before) / result.requests };
}

interface Comparison {
  name: string;
  /** The lowest share of the minimal server's throughput that the product may have. */
  aim: number;
  warm_up(): Stretch;
  round(): Stretch;
}

/** One call on both servers, a round each in turn, the first of a pair changing: what drifts hits both alike. */
async function compare(
  loader: ChildProcess,
  servers: { product: ServerProcess; minimal: ServerProcess },
  comparison: Comparison,
): Promise<Verdict> {
  const samples = { product: [] as Sample[], minimal: [] as Sample[] };
  for (const name of ['product', 'minimal'] as const) await sample(loader, servers[name], comparison.warm_up());
  for (let round = 0; round < ROUNDS; round++) {
    const order = round % 2 === 0 ? (['product', 'minimal'] as const) : (['minimal', 'product'] as const);
    for (const name of order) samples[name].push(await sample(loader, servers[name], comparison.round()));
  }
  const ratios = samples.product.map((one, i) => one.requests_per_second / samples.minimal[i]!.requests_per_second);
  const ratio = median(ratios);
  heading(`${comparison.name}: medians of ${ROUNDS} rounds, ${CONNECTIONS} connections`);
  const of = (name: 'product' | 'minimal', key: keyof Sample) => median(samples[name].map((one) => one[key]));
  table(
    ['', 'requests/s', 'p50 ms', 'p99 ms', 'CPU us/request'],
    (['product', 'minimal'] as const).map((name) => [
      name === 'product' ? 'this server' : 'minimal Fastify + pg',
      of(name, 'requests_per_second').toFixed(0),
      of(name, 'p50_ms').toFixed(1),
      of(name, 'p99_ms').toFixed(1),
      of(name, 'cpu_us').toFixed(0),
    ]),
  );
  const sorted = ratios.toSorted((one, other) => one - other);
  const [low, high] = [percentile(sorted, 0.25), percentile(sorted, 0.75)];
  const ofCpu = of('minimal', 'cpu_us') / of('product', 'cpu_us');
  console.log(
    `ratio ${ratio.toFixed(2)} (half of the rounds ${low.toFixed(2)} to ${high.toFixed(2)}; by processor time ${ofCpu.toFixed(2)}), aim ${comparison.aim}`,
  );
  if (high - low > SPREAD_MAX) console.log('The rounds differ much: measure again when the machine does nothing else.');
  return verdict(
    `${comparison.name} at least ${comparison.aim} of the minimal server`,
    ratio >= comparison.aim,
    ratio.toFixed(2),
  );
}

const startLoader = () => spawn(process.execPath, [PROGRAMS.load], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });

/** The first page of a large mission's feed on both servers. */
export async function compareFeed(
  servers: { product: ServerProcess; minimal: ServerProcess },
  { mission_id, tokens }: Crowd,
): Promise<Verdict> {
  const loader = startLoader();
  try {
    const path = listCheckins.path.replace('{id}', mission_id);
    const targets = tokens.map((token) => ({ method: listCheckins.method, path, token }));
    return await compare(loader, servers, {
      name: 'Feed read, 100 members and 20,000 check-ins',
      aim: 0.5,
      warm_up: () => ({ requests: FEED_READS.warm_up, targets }),
      round: () => ({ requests: FEED_READS.round, targets }),
    });
  } finally {
    loader.kill();
  }
}

/** Both hot calls on both servers. Every check-in is another member's first one today, so that each succeeds. */
export async function compareServers(
  servers: { product: ServerProcess; minimal: ServerProcess },
  memberships: readonly Membership[],
): Promise<Verdict[]> {
  const loader = startLoader();
  try {
    const readers = memberships.slice(0, 500).map(({ token }) => ({ ...pathOf(getDashboard), token }));
    const reads = (requests: number): Stretch => ({ requests, targets: readers });
    let used = 0;
    const checkins = (count: number): Stretch => {
      const members = memberships.slice(used, used + count);
      used += count;
      const targets = members.map(({ token, mission_id }) => ({
        ...pathOf(createCheckin),
        token,
        body: JSON.stringify({ mission_id, type: 'tick' }),
      }));
      return { requests: targets.length, targets };
    };
    return [
      await compare(loader, servers, {
        name: 'Dashboard read',
        aim: 0.6,
        warm_up: () => reads(WARM_UP.reads),
        round: () => reads(READS),
      }),
      await compare(loader, servers, {
        name: 'Check-in with notifications for 10 members',
        aim: 0.5,
        warm_up: () => checkins(WARM_UP.checkins),
        round: () => checkins(CHECKINS),
      }),
    ];
  } finally {
    loader.kill();
  }
}

const pathOf = ({ method, path }: { method: 'GET' | 'POST'; path: string }) => ({ method, path });
