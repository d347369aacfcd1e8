import { getDashboard } from '#contract/dashboard.ts';
import type { ServerProcess } from './child.ts';
import { type CompareRow, listRows, listTeamRows } from './compare-rows.ts';
import type { BenchDatabase } from './database.ts';
import type { Dataset } from './dataset.ts';
import { type Loader, type Sample, startLoader } from './load.ts';
import { heading, median, table, type Verdict, verdict } from './report.ts';

/** More rounds for pairs of servers: other load on the machine affects both of them. */
const ROUNDS = { medians: 5, pairs: 15 };
const CONNECTIONS = 16;

const WHERE = 'docs/performance.md#requests';
const WHERE_OTHERS = 'docs/performance.md#limits';

/** `logging` is the product with a log line per request, as in production. */
type Name = 'product' | 'bare' | 'logging';
export type Servers = Readonly<Partial<Record<Name, ServerProcess>>>;

type Samples = Readonly<Partial<Record<Name, Sample[]>>>;

/** Measures one request on its servers in turn. Each round starts with another server, so drift affects all alike. */
async function measureRow(loader: Loader, servers: Servers, row: CompareRow): Promise<Samples> {
  const names = Object.keys(row.targets) as Name[];
  const samples: Partial<Record<Name, Sample[]>> = {};
  const measure = (name: Name, requests: number) =>
    loader.measure(servers[name]!, { requests, targets: row.targets[name]!(requests) }, CONNECTIONS);
  for (const name of names) await measure(name, row.warm_up);
  const rounds = row.targets.logging ? ROUNDS.pairs : ROUNDS.medians;
  for (let round = 0; round < rounds; round++)
    for (let turn = 0; turn < names.length; turn++) {
      const name = names[(round + turn) % names.length]!;
      samples[name] ??= [];
      samples[name].push(await measure(name, row.requests));
    }
  return samples;
}

interface Cost {
  node: number;
  postgres: number;
  sum: number;
}

const sumOf = ({ node_us, postgres_us }: Sample) => node_us + postgres_us;

const costOf = (samples: readonly Sample[]): Cost => ({
  node: median(samples.map((sample) => sample.node_us)),
  postgres: median(samples.map((sample) => sample.postgres_us)),
  sum: median(samples.map(sumOf)),
});

const cells = ({ node, postgres, sum }: Cost) => [node, postgres, sum].map((us) => us.toFixed(0));
const COST_HEAD = ['Node us', 'PostgreSQL us', 'sum'];

type Measured = readonly (readonly [CompareRow, Samples])[];

/** Reports the processor time of one request in microseconds, and its ratio to the bare server. */
function reportBare(measured: Measured): Verdict[] {
  const rows: string[][] = [];
  const verdicts: Verdict[] = [];
  for (const [{ name, bare_limit, bare_wish }, { product, bare }] of measured) {
    if (!bare) continue;
    const floor = costOf(bare);
    const cost = product && costOf(product);
    // Compare the two of one round, so that drift affects both alike.
    const ratio = product ? median(product.map((sample, round) => sumOf(sample) / sumOf(bare[round]!))) : Number.NaN;
    const limit = bare_limit === undefined ? '' : `<= ${bare_limit}`;
    rows.push([name, ...(cost ? cells(cost) : ['', '', '']), ...cells(floor), cost ? ratio.toFixed(1) : '', limit]);
    if (bare_limit === undefined) continue;
    const sentence = `${name} costs at most ${bare_limit} times the bare server`;
    verdicts.push(verdict(WHERE, sentence, ratio <= bare_limit, ratio.toFixed(2), bare_wish));
  }
  heading('Processor time of a request, and its ratio to the bare server (medians of the rounds)');
  table(['', ...COST_HEAD, ...COST_HEAD.map((head) => `bare: ${head}`), 'ratio', 'limit'], rows);
  return verdicts;
}

function reportTeams(measured: Measured): Verdict {
  const costs = measured.map(([row, { product }]) => [row.name, costOf(product!)] as const);
  heading('A check-in by the size of the mission (medians)');
  table(
    ['', ...COST_HEAD],
    costs.map(([name, cost]) => [name, ...cells(cost)]),
  );
  const [small, large] = [costs[0]![1].sum, costs.at(-1)![1].sum];
  const sentence = 'A check-in in a mission of 500 costs at most 1.3 times one in a mission of 2';
  return verdict(WHERE_OTHERS, sentence, large / small <= 1.3, (large / small).toFixed(2));
}

export async function compare(servers: Servers, database: BenchDatabase, dataset: Dataset): Promise<Verdict[]> {
  const teams = await listTeamRows(database.url);
  const loader = await startLoader(database);
  try {
    const measure = async (rows: readonly CompareRow[]) => {
      const measured: [CompareRow, Samples][] = [];
      for (const row of rows) measured.push([row, await measureRow(loader, servers, row)]);
      return measured;
    };
    const measured = await measure(listRows(dataset.memberships));
    const byTeam = await measure(teams);
    return [...reportBare(measured), reportTeams(byTeam)];
  } finally {
    loader.stop();
  }
}

/** The largest share that the log can add to a dashboard. */
const LOG_MAX = 0.06;

/**
 * Measures what the log adds to a dashboard. Separate, because two instances would share the jobs of the other rows.
 */
export async function compareLog(servers: Servers, database: BenchDatabase, dataset: Dataset): Promise<Verdict[]> {
  const loader = await startLoader(database);
  try {
    const { targets, ...row } = listRows(dataset.memberships).find(({ name }) => name.endsWith(getDashboard.path))!;
    const both = { product: targets.product!, logging: targets.product! };
    const { product = [], logging = [] } = await measureRow(loader, servers, { ...row, targets: both });
    heading('Processor time of a dashboard without and with its line in the log (medians)');
    table(
      ['', ...COST_HEAD],
      [
        ['without', ...cells(costOf(product))],
        ['with', ...cells(costOf(logging))],
      ],
    );
    // Only Node writes the log. Compare the two of one round, so that drift affects both alike.
    const added = median(logging.map((sample, round) => sample.node_us - product[round]!.node_us));
    const share = added / costOf(product).sum;
    const sentence = `A line in the log adds at most ${100 * LOG_MAX} % to GET ${getDashboard.path}`;
    return [verdict(WHERE_OTHERS, sentence, share <= LOG_MAX, `${(100 * share).toFixed(1)} %`)];
  } finally {
    loader.stop();
  }
}
