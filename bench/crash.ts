import { randomInt } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { passwords } from '#platform/keys/passwords.ts';
import { PROGRAMS } from './build.ts';
import { type ServerProcess, startServerProcess } from './child.ts';
import { type Client, makeClient } from './crash-client.ts';
import { type Findings, inspect } from './crash-inspect.ts';
import { startDatabase } from './database.ts';
import { makeDataset, PASSWORD } from './dataset.ts';
import { heading, table, type Verdict, verdict } from './report.ts';

const KILLS = 10;
/** Every such number of kills, the database is killed too, as if the machine failed. */
const WITH_DATABASE = 3;
const READY_MAX_MS = 5000;
const WHERE = 'docs/performance.md#limits';
/** The longest wait for the check-ins before a kill. */
const LOAD_MS = 60_000;

/** Kills the server while check-ins are in flight, after some were acknowledged. */
async function killUnderLoad(server: ServerProcess, client: Client, cluster: string | null): Promise<number> {
  const wanted = client.acknowledged.size + randomInt(100, 350);
  const before = client.acknowledged.size;
  const kill = () => server.child.kill('SIGKILL');
  const patience = setTimeout(kill, LOAD_MS);
  await client.run(server.url, () => {
    if (client.acknowledged.size >= wanted) kill();
  });
  clearTimeout(patience);
  await server.stop();
  if (cluster) {
    const [pid] = (await readFile(join(cluster, 'postmaster.pid'), 'utf8')).split('\n');
    process.kill(Number(pid), 'SIGKILL');
  }
  return client.acknowledged.size - before;
}

const judge = ({ lost, doubled, torn }: Findings, total: number): Verdict[] => [
  verdict(WHERE, 'Acknowledged check-ins lost: 0', lost === 0, `${lost} of ${total}`),
  verdict(WHERE, 'Check-ins doubled: 0', doubled === 0, String(doubled)),
  verdict(
    WHERE,
    'Counters that do not fit their check-ins, and rows that a check-in should not write: 0',
    torn === 0,
    String(torn),
  ),
];

/**
 * Kills the server ten times during check-ins with kill -9, on the embedded, durable database. The next start must work
 * automatically. Every acknowledged check-in must exist, and a repeated one only once (docs/performance.md#limits).
 */
export async function crash(): Promise<Verdict[]> {
  const database = await startDatabase();
  let server: ServerProcess | undefined;
  try {
    const size = { people: 2000, each: 5, days: 2 };
    const { memberships } = await makeDataset(database.url, size, await passwords().hash(PASSWORD));
    await database.stop();
    const env = { ...database.env, DATABASE_URL: '', LOG_LEVEL: 'fatal' };
    const start = () => startServerProcess(PROGRAMS.product, env, '/ready');
    const client = makeClient(memberships);
    const rows: string[][] = [];
    const starts: number[] = [];
    server = await start();
    for (let kill = 1; kill <= KILLS; kill++) {
      const cluster = kill % WITH_DATABASE === 0 ? database.location : null;
      const acknowledged = await killUnderLoad(server, client, cluster);
      const unanswered = client.unanswered();
      server = await start();
      starts.push(server.ready_ms);
      rows.push([
        `${kill}${cluster ? ' (and the database)' : ''}`,
        String(acknowledged),
        String(unanswered),
        server.ready_ms.toFixed(0),
      ]);
    }
    await client.sendUnanswered(server.url);
    await server.stop();
    heading(`kill -9 of the server during check-ins, ${KILLS} times, on the durable database`);
    table(['kill', 'acknowledged', 'unanswered, sent again', 'ready again after ms'], rows);
    const found = await inspect(database.data_dir, client.acknowledged);
    return [
      ...judge(found, client.acknowledged.size),
      verdict(
        WHERE,
        `Ready by itself within ${READY_MAX_MS / 1000} s of a start`,
        Math.max(...starts) <= READY_MAX_MS,
        `${(Math.max(...starts) / 1000).toFixed(1)} s at most`,
      ),
    ];
  } finally {
    await server?.stop();
    await database.remove();
  }
}
