import { me } from '#contract/auth.ts';
import { listCheckins } from '#contract/checkins.ts';
import { getDashboard } from '#contract/dashboard.ts';
import { getMission } from '#contract/missions.ts';
import { getQuilt } from '#contract/missions-quilt.ts';
import { listNotifications } from '#contract/notifications.ts';
import { PROGRAMS } from './build.ts';
import { type ServerProcess, startServerProcess } from './child.ts';
import { checkInsOf, readTarget } from './compare-rows.ts';
import { type BenchDatabase, NOT_DURABLE, startDatabase } from './database.ts';
import { fillForGrowth, type Readers, TEAM_SIZES, type TeamSize } from './growth-data.ts';
import { type Loader, type Sample, startLoader, type Target } from './load.ts';
import { heading, median, table, type Verdict, verdict } from './report.ts';
import { addTeams } from './teams.ts';

const SIZES = [10_000, 100_000, 1_000_000];
const FULL_SIZE = 10_000_000;
const RATIO_MAX = 1.3;
/** The mission page shows a whole team of 100, whose rows spread further as the database grows. */
const MISSION_OF_100 = { call: `${getMission.method} ${getMission.path}`, size: 100, ratio: 1.5 };
const WHERE = 'docs/performance.md#limits';

const CONNECTIONS = 4;
const ROUNDS = 7;
/** Requests per round: fewer if each shows hundreds of people. */
const REQUESTS: Record<TeamSize, number> = { 2: 120, 11: 120, 100: 80, 500: 40 };
/** Check-ins per team size, by people without other missions or history. */
const CHECKINS: Record<TeamSize, number> = { 2: 480, 11: 484, 100: 500, 500: 500 };

const READS = [me, getDashboard, getMission, listCheckins, getQuilt, listNotifications];

/** Microseconds of Node and of PostgreSQL for one request. */
interface Cost {
  node: number;
  postgres: number;
}

/** By call, then by team size. */
type Costs = Map<string, Map<TeamSize, Cost>>;

const costOf = (samples: readonly Sample[]): Cost => ({
  node: median(samples.map((sample) => sample.node_us)),
  postgres: median(samples.map((sample) => sample.postgres_us)),
});

interface Call {
  name: string;
  size: TeamSize;
  warm_up: number;
  requests: number;
  targets: (count: number) => Target[];
}

async function listCalls(url: string, readers: Readers): Promise<Call[]> {
  const calls: Call[] = READS.flatMap((call) =>
    TEAM_SIZES.map((size) => ({
      name: `${call.method} ${call.path}`,
      size,
      warm_up: 2 * REQUESTS[size],
      requests: REQUESTS[size],
      targets: () => readers.get(size)!.map((reader) => readTarget(call.path, reader)),
    })),
  );
  for (const size of TEAM_SIZES) {
    const requests = Math.floor(CHECKINS[size] / (ROUNDS + 1));
    const targets = checkInsOf((await addTeams(url, size, CHECKINS[size])).values());
    calls.push({ name: 'POST /api/checkins', size, warm_up: requests, requests, targets });
  }
  return calls;
}

interface SizedServer {
  checkins: number;
  server: ServerProcess;
  loader: Loader;
  calls: Call[];
}

async function startSized(checkins: number, database: BenchDatabase): Promise<SizedServer> {
  const begun = performance.now();
  const { readers, count } = await fillForGrowth(database.url, checkins);
  const calls = await listCalls(database.url, readers);
  console.log(`${count} check-ins, filled in ${((performance.now() - begun) / 1000).toFixed(0)} s`);
  const server = await startServerProcess(PROGRAMS.product, database.env);
  return { checkins, server, loader: await startLoader(database), calls };
}

interface Measured {
  checkins: number;
  costs: Costs;
}

/** Measures each call at all sizes in turn. Each round starts with another size, so other load affects all alike. */
async function measureCalls(sized: readonly SizedServer[]): Promise<Measured[]> {
  const measured = sized.map(({ checkins }): Measured => ({ checkins, costs: new Map() }));
  for (const [at, { name, size, warm_up, requests }] of sized[0]!.calls.entries()) {
    const measure = ({ loader, server, calls }: SizedServer, count: number) =>
      loader.measure(server, { requests: count, targets: calls[at]!.targets(count) }, CONNECTIONS);
    for (const one of sized) await measure(one, warm_up);
    const samples = sized.map((): Sample[] => []);
    for (let round = 0; round < ROUNDS; round++)
      for (let turn = 0; turn < sized.length; turn++) {
        const index = (round + turn) % sized.length;
        samples[index]!.push(await measure(sized[index]!, requests));
      }
    for (const [index, { costs }] of measured.entries())
      costs.set(name, (costs.get(name) ?? new Map<TeamSize, Cost>()).set(size, costOf(samples[index]!)));
  }
  return measured;
}

const powerOfTen = (count: number) => `10^${Math.round(Math.log10(count))}`;

/** Reports microseconds of Node and PostgreSQL at each size, and the ratio of their sum to the smallest size. */
function reportCosts(measured: readonly Measured[]): Verdict[] {
  const rows: string[][] = [];
  const verdicts: Verdict[] = [];
  const [smallest, largest] = [measured[0]!, measured.at(-1)!];
  for (const [name, bySize] of smallest.costs) {
    for (const size of bySize.keys()) {
      const costs = measured.map((one) => one.costs.get(name)!.get(size)!);
      const ratios = costs.map((cost) => (cost.node + cost.postgres) / (costs[0]!.node + costs[0]!.postgres));
      const parts = costs.map(({ node, postgres }) => `${node.toFixed(0)} + ${postgres.toFixed(0)}`);
      const limit = name === MISSION_OF_100.call && size === MISSION_OF_100.size ? MISSION_OF_100.ratio : RATIO_MAX;
      rows.push([name, String(size), ...parts, ...ratios.slice(1).map((ratio) => ratio.toFixed(2)), `<= ${limit}`]);
      const sentence = `${name} of a team of ${size} costs at ${powerOfTen(largest.checkins)} check-ins at most ${limit} times what it costs at ${powerOfTen(smallest.checkins)}`;
      const wish = limit === RATIO_MAX ? undefined : RATIO_MAX;
      verdicts.push(verdict(WHERE, sentence, ratios.at(-1)! <= limit, ratios.at(-1)!.toFixed(2), wish));
    }
  }
  heading(
    'Processor time of a request by the number of check-ins: Node us + PostgreSQL us, and the ratio to the smallest',
  );
  const sizes = measured.map(({ checkins }) => powerOfTen(checkins));
  table(['', 'team', ...sizes, ...sizes.slice(1).map((size) => `${size} ratio`), 'limit'], rows);
  return verdicts;
}

/** Measures members' calls as the database grows, with three years of check-ins. */
export async function measureGrowth({ full }: { full: boolean }): Promise<Verdict[]> {
  const sized: SizedServer[] = [];
  const databases: BenchDatabase[] = [];
  try {
    for (const checkins of full ? [...SIZES, FULL_SIZE] : SIZES) {
      const database = await startDatabase(NOT_DURABLE);
      databases.push(database);
      sized.push(await startSized(checkins, database));
    }
    return reportCosts(await measureCalls(sized));
  } finally {
    for (const { loader } of sized) loader.stop();
    // A failed stop must not prevent stopping the other servers.
    await Promise.allSettled(sized.map(({ server }) => server.stop()));
    await Promise.allSettled(databases.map((database) => database.remove()));
  }
}
