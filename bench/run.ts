/**
 * Checks the limits of docs/performance.md. Each part starts the embedded database and the built server on loopback in
 * separate folders. Linux only, because it reads /proc.
 * Throughput depends on the machine's other load. The processor time of one request, Node's and PostgreSQL's together,
 * hardly does. It still depends on the machine. So limits are ratios to a bare server that is measured in the same run
 * (bare-server.ts, bare-tables.ts). It leaves out reactions, names and rules, so it is a unit and not a goal.
 * The data are 2,000 people with 10,000 memberships in missions of 11, and 200,000 check-ins. Load arrives over 16
 * connections from a separate process, at LOG_LEVEL=warn. The servers take turns in five rounds, and the median of the
 * rounds' ratios counts.
 */
import { passwords } from '#platform/keys/passwords.ts';
import { copyForBareServer } from './bare-tables.ts';
import { buildPrograms, buildWeb, PROGRAMS } from './build.ts';
import { type ServerProcess, startServerProcess } from './child.ts';
import { compare, compareLog } from './compare.ts';
import { crash } from './crash.ts';
import { NOT_DURABLE, startDatabase } from './database.ts';
import { FULL, makeDataset, PASSWORD } from './dataset.ts';
import { measureGrowth } from './growth.ts';
import { measureJobs } from './jobs.ts';
import { checkPlans } from './plans.ts';
import { conclude, type Verdict } from './report.ts';
import { measureRestarts } from './restart.ts';
import { measureStart } from './start.ts';

async function runCompare(): Promise<Verdict[]> {
  const database = await startDatabase(NOT_DURABLE);
  const dataset = await makeDataset(database.url, FULL, await passwords().hash(PASSWORD));
  const { users, members, checkins } = dataset.counts;
  console.log(`${users} people, ${members} memberships, ${checkins} check-ins`);
  await copyForBareServer(database.url);
  const start = (program: string) => startServerProcess(program, database.env);
  const servers: Record<string, ServerProcess> = {
    product: await start(PROGRAMS.product),
    bare: await start(PROGRAMS.bare),
  };
  try {
    const verdicts = await compare(servers, database, dataset);
    servers.logging = await startServerProcess(PROGRAMS.product, { ...database.env, LOG_LEVEL: 'info' });
    return [...verdicts, ...(await compareLog(servers, database, dataset))];
  } finally {
    for (const server of Object.values(servers)) await server.stop();
    await database.remove();
  }
}
/**
 * The parts, each for some numbers of docs/performance.md. `npm run bench` runs all, `npm run bench -- start crash`
 * only these two.
 */
const PARTS: Record<string, (options: { full: boolean }) => Promise<Verdict[]>> = {
  compare: runCompare,
  growth: measureGrowth,
  start: measureStart,
  jobs: measureJobs,
  plans: checkPlans,
  crash,
  restart: measureRestarts,
};
const FULL_SIZE = '--full';

const args = process.argv.slice(2);
const requested = args.filter((arg) => arg !== FULL_SIZE);
const unknown = requested.find((part) => !Object.hasOwn(PARTS, part));
if (unknown !== undefined) {
  const names = Object.keys(PARTS).join(', ');
  console.error(`There is no part "${unknown}" of the bench: use ${names}, or nothing for all of them.`);
  process.exit(2);
}

await buildWeb();
await buildPrograms();
const verdicts: Verdict[] = [];
for (const [name, run] of Object.entries(PARTS))
  if (requested.length === 0 || requested.includes(name))
    verdicts.push(...(await run({ full: args.includes(FULL_SIZE) })));
// A broken limit makes the run fail.
process.exitCode = conclude(verdicts) ? 0 : 1;
