import { passwords } from '#server/adapters/passwords.ts';
import { timeArchive } from './archive.ts';
import { buildPrograms, PROGRAMS } from './build.ts';
import { startServerProcess } from './child.ts';
import { compareFeed, compareServers } from './compare.ts';
import { crash } from './crash.ts';
import { makeCrowd } from './crowd.ts';
import { startDatabase } from './database.ts';
import { FULL, makeDataset, PASSWORD } from './dataset.ts';
import { timeFeed } from './feed.ts';
import { live } from './live.ts';
import { weighPhotos } from './photos.ts';
import { checkPlans } from './plans.ts';
import { conclude, type Verdict } from './report.ts';
import { timeSignIns } from './sign-ins.ts';

/** `npm run bench` does all of them, `npm run bench -- plans crash` the ones named. It ends with 1 when an aim is missed. */
const PARTS = ['compare', 'feed', 'plans', 'sign-ins', 'live', 'crash', 'photos', 'archive'];
/** Those that share one database. */
const LOAD = ['compare', 'feed', 'plans', 'sign-ins'];
const asked = process.argv.slice(2);
const unknown = asked.find((part) => !PARTS.includes(part));
if (unknown !== undefined) {
  console.error(`There is no part "${unknown}" of the bench: use ${PARTS.join(', ')}, or nothing for all of them.`);
  process.exit(2);
}
const wants = (part: string) => asked.length === 0 || asked.includes(part);

/** Load and cost on one database, without durability: with it both servers would wait for the same disk. */
async function measureLoad(): Promise<Verdict[]> {
  const database = await startDatabase({ fsync: 'off', full_page_writes: 'off' });
  try {
    const { memberships, counts } = await makeDataset(database.url, FULL, await passwords().hash(PASSWORD));
    console.log(`${counts.users} people, ${counts.members} memberships, ${counts.checkins} check-ins`);
    const crowd = await makeCrowd(database.url);
    const env = {
      DATABASE_URL: database.url,
      DATA_DIR: database.data_dir,
      LOG_LEVEL: 'warn',
      RATE_LIMITS: 'off',
      NODE_ENV: 'development',
    };
    const start = (program: string) => startServerProcess({ program, preload: PROGRAMS.report_cpu }, env);
    const product = await start(PROGRAMS.product);
    const minimal = await start(PROGRAMS.minimal);
    try {
      const verdicts: Verdict[] = [];
      if (wants('compare')) verdicts.push(...(await compareServers({ product, minimal }, memberships)));
      if (wants('feed')) {
        verdicts.push(...(await timeFeed(product, crowd)));
        verdicts.push(await compareFeed({ product, minimal }, crowd));
        const member = { mission_id: crowd.mission_id, token: crowd.tokens[0]! };
        verdicts.push(...(await checkPlans(database.url, member, 'a mission of a hundred')));
      }
      if (wants('plans'))
        verdicts.push(...(await checkPlans(database.url, memberships.at(-1)!, 'a mission of eleven')));
      if (wants('sign-ins')) verdicts.push(...(await timeSignIns(product)));
      return verdicts;
    } finally {
      await product.stop();
      await minimal.stop();
    }
  } finally {
    await database.remove();
  }
}

await buildPrograms();
const verdicts: Verdict[] = [];
if (LOAD.some(wants)) verdicts.push(...(await measureLoad()));
if (wants('live')) verdicts.push(...(await live()));
if (wants('crash')) verdicts.push(...(await crash()));
if (wants('photos')) verdicts.push(...(await weighPhotos()));
if (wants('archive')) verdicts.push(...(await timeArchive()));
process.exitCode = conclude(verdicts) ? 0 : 1;
