import { getDashboard } from '#contract/dashboard.ts';
import { passwords } from '#server/adapters/passwords.ts';
import { PROGRAMS } from './build.ts';
import { startServerProcess } from './child.ts';
import { NOT_DURABLE, startDatabase } from './database.ts';
import { bearer, makeDataset, PASSWORD, tokenOf } from './dataset.ts';
import { startLoader } from './load.ts';
import { heading, median, table, type Verdict, verdict } from './report.ts';
import { measureRestarts } from './rolling.ts';

const WHERE = 'docs/performance.md#workers';
const PEOPLE = 2000;
const ROUNDS = 5;
const REQUESTS = 3000;
const CONNECTIONS = 32;
/** On two cores the load, the database and the workers share what one worker leaves free. */
const AIM = 1;

/**
 * What two workers answer in place of one: the dashboard, by turns in one run, on the same database. Then restarts
 * under load.
 */
export async function measureWorkers(): Promise<Verdict[]> {
  const database = await startDatabase({ ...NOT_DURABLE, max_connections: '100' });
  try {
    const size = { people: PEOPLE, each: 10, days: 5 };
    const { memberships } = await makeDataset(database.url, size, await passwords().hash(PASSWORD));
    const targets = Array.from({ length: PEOPLE }, (_, person) => ({
      method: 'GET' as const,
      path: getDashboard.path,
      headers: bearer(tokenOf(person)),
    }));
    const loader = await startLoader(database);
    const start = (WEB_CONCURRENCY: string) =>
      startServerProcess(PROGRAMS.product, { ...database.env, WEB_CONCURRENCY }, '/ready');
    const servers = [await start('1'), await start('2')];
    const rates: number[][] = [[], []];
    const slowest: number[][] = [[], []];
    try {
      // The first round warms both up.
      for (let round = 0; round <= ROUNDS; round++)
        for (const [at, server] of servers.entries()) {
          const { requests_per_second, p99_ms } = await loader.measure(
            server,
            { requests: REQUESTS, targets },
            CONNECTIONS,
          );
          if (round > 0) rates[at]!.push(requests_per_second);
          if (round > 0) slowest[at]!.push(p99_ms);
        }
    } finally {
      loader.stop();
      for (const server of servers) await server.stop();
    }
    const [one, two] = rates.map(median) as [number, number];
    heading(`GET /api/dashboard over ${CONNECTIONS} connections, ${ROUNDS} rounds by turns`);
    const row = (name: string, at: number) => [name, median(rates[at]!).toFixed(0), median(slowest[at]!).toFixed(0)];
    table(['', 'requests a second', 'p99 ms'], [row('one process', 0), row('two workers', 1)]);
    const ratio = two / one;
    return [
      verdict(WHERE, `Two workers answer at least ${AIM} times what one process does`, ratio >= AIM, ratio.toFixed(2)),
      ...(await measureRestarts(database, memberships)),
    ];
  } finally {
    await database.remove();
  }
}
