import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { getDashboard } from '#contract/dashboard.ts';
import { PROGRAMS } from './build.ts';
import { type ServerProcess, startServerProcess, waitUntil } from './child.ts';
import { type BenchDatabase, NOT_DURABLE, startDatabase, withClient } from './database.ts';
import { bearer, makeDataset, tokenOf } from './dataset.ts';
import { ZONE } from './dataset-sql.ts';
import { heading, percentile, table, type Verdict, verdict } from './report.ts';

const WHERE = 'docs/performance.md#limits';
/** Each user gets two reminders a day. */
const SIZE = { people: 6250, each: 2, days: 1 };
const REMINDERS = SIZE.people * SIZE.each;
const RATIO_MAX = 1.3;
const RATIO_WISH = 1.15;

/** One request after another, with pauses: the load of a calm server. */
const PAUSE_MS = 10;
const QUIET_MS = 30_000;
/** The server looks for reminders once a minute. */
const UNTIL_TURN_MS = 90_000;
const BUSY_MAX_MS = 360_000;

const mean = (times: readonly number[]) => times.reduce((sum, ms) => sum + ms, 0) / times.length;

/** Returns the milliseconds of one dashboard after another while `goesOn`, at most for the time. */
async function timeDashboards(server: ServerProcess, ms: number, goesOn: () => Promise<boolean>): Promise<number[]> {
  const times: number[] = [];
  const deadline = performance.now() + ms;
  for (let call = 0; performance.now() < deadline; call++) {
    // Not before each call, because checking also costs time.
    if (call % 50 === 0 && !(await goesOn())) break;
    const begun = performance.now();
    const headers = bearer(tokenOf(call % SIZE.people));
    const answer = await fetch(server.url + getDashboard.path, { headers });
    await answer.arrayBuffer();
    if (answer.status !== 200) throw new Error(`The dashboard returned ${answer.status}.`);
    times.push(performance.now() - begun);
    await wait(PAUSE_MS);
  }
  return times.sort((one, other) => one - other);
}

const countMails = (database: BenchDatabase) =>
  readdir(join(database.data_dir, 'outbox')).then(
    (files) => files.length,
    () => 0,
  );

/** Measures a dashboard while nothing is due, and while 12,500 reminders go out. */
export async function measureJobs(): Promise<Verdict[]> {
  const database = await startDatabase(NOT_DURABLE);
  try {
    await makeDataset(database.url, SIZE, 'none');
    const server = await startServerProcess(PROGRAMS.product, database.env, '/ready');
    try {
      await timeDashboards(server, QUIET_MS, async () => true);
      const quiet = await timeDashboards(server, QUIET_MS, async () => true);
      await withClient(database.url, (client) =>
        client.query(`update reminders set hour = extract(hour from now() at time zone '${ZONE}')`),
      );
      await waitUntil(async () => (await countMails(database)) > 0, UNTIL_TURN_MS, 'The first reminder');
      const begun = performance.now();
      const busy = await timeDashboards(server, BUSY_MAX_MS, async () => (await countMails(database)) < REMINDERS);
      const seconds = (performance.now() - begun) / 1000;
      heading(`GET ${getDashboard.path}, one by one, while ${REMINDERS} reminders go out`);
      table(
        ['', 'requests', 'mean ms', 'p50 ms', 'p99 ms'],
        Object.entries({ 'nothing is due': quiet, 'reminders go out': busy }).map(([name, times]) => [
          name,
          String(times.length),
          mean(times).toFixed(1),
          percentile(times, 0.5).toFixed(1),
          percentile(times, 0.99).toFixed(1),
        ]),
      );
      const sent = await countMails(database);
      console.log(`${sent} reminders had gone out after ${seconds.toFixed(0)} s.`);
      // The mean, because the median hides delays of one request in ten.
      const ratio = mean(busy) / mean(quiet);
      const sentence = `A dashboard takes at most ${RATIO_MAX} times as long while ${REMINDERS} reminders go out (mean)`;
      return [
        verdict(WHERE, sentence, ratio <= RATIO_MAX, ratio.toFixed(2), RATIO_WISH),
        verdict(WHERE, `They go out within ${BUSY_MAX_MS / 1000} s`, sent >= REMINDERS, `${seconds.toFixed(0)} s`),
      ];
    } finally {
      await server.stop();
    }
  } finally {
    await database.remove();
  }
}
