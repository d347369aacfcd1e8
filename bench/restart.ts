import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { createCheckin } from '#contract/checkins.ts';
import { getDashboard } from '#contract/dashboard.ts';
import { passwords } from '#platform/keys/passwords.ts';
import { startBalancer } from './balancer.ts';
import { PROGRAMS } from './build.ts';
import { type ServerProcess, startServerProcess, waitUntil } from './child.ts';
import { type BenchDatabase, NOT_DURABLE, startDatabase } from './database.ts';
import { bearer, bearerJson, type Membership, makeDataset, PASSWORD } from './dataset.ts';
import { heading, table, type Verdict, verdict } from './report.ts';

const WHERE = 'docs/performance.md#limits';
const REQUESTS = 6000;
const CONNECTIONS = 16;
/** One check-in per this number of requests. All other requests read a dashboard. */
const CHECKIN_EVERY = 10;
/** The pause of each connection after a response, because a restart takes seconds. */
const REST_MS = 30;
const PATIENCE_MS = 60_000;
const DRAIN_SECONDS = 1;

/** Sends one request over keep-alive connections. Returns the status, or null without a response. */
async function send(url: string, agent: Agent, { token, mission_id }: Membership, checksIn: boolean) {
  const target = checksIn ? createCheckin : getDashboard;
  const headers = checksIn ? bearerJson(token) : bearer(token);
  const sent = request(url + target.path, { method: target.method, headers, agent });
  sent.end(checksIn ? JSON.stringify({ mission_id, type: 'tick' }) : undefined);
  try {
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    for await (const _ of answer);
    return answer.statusCode!;
  } catch {
    return null;
  }
}

interface Tally {
  sent: number;
  failed: number;
  /** How many requests had been sent when the restart finished. */
  during: number;
}

/** Sends 6,000 requests during a restart, which must finish before them. */
async function loadDuring(
  url: string,
  memberships: readonly Membership[],
  restart: () => Promise<void>,
): Promise<Tally> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const tally = { sent: 0, failed: 0, during: 0 };
  const work = async () => {
    while (tally.sent < REQUESTS) {
      const at = tally.sent++;
      const status = await send(url, agent, memberships[at]!, at % CHECKIN_EVERY === 0);
      if (status === null || status > 299) tally.failed += 1;
      await wait(REST_MS);
    }
  };
  const load = Promise.all(Array.from({ length: CONNECTIONS }, work));
  await restart();
  tally.during = tally.sent;
  await load;
  agent.destroy();
  return tally;
}

async function restartInstances({ env }: BenchDatabase, memberships: readonly Membership[]): Promise<Tally> {
  const start = () => startServerProcess(PROGRAMS.product, { ...env, DRAIN_SECONDS: String(DRAIN_SECONDS) }, '/ready');
  const instances: ServerProcess[] = [await start(), await start()];
  const balancer = await startBalancer();
  const includeAll = async () => {
    const urls = instances.map(({ url }) => url);
    balancer.use(urls);
    await waitUntil(() => urls.every((url) => balancer.sees(url)), PATIENCE_MS, 'The balancer seeing both instances');
  };
  try {
    await includeAll();
    return await loadDuring(balancer.url, memberships, async () => {
      for (const at of [0, 1]) {
        await instances[at]!.stop();
        instances[at] = await start();
        await includeAll();
      }
    });
  } finally {
    balancer.close();
    for (const instance of instances) await instance.stop();
  }
}

/** Restarts two instances behind a load balancer under load: no request may fail. */
export async function measureRestarts(): Promise<Verdict[]> {
  const database = await startDatabase({ ...NOT_DURABLE, max_connections: '100' });
  try {
    const size = { people: 1000, each: 10, days: 5 };
    const { memberships } = await makeDataset(database.url, size, await passwords().hash(PASSWORD));
    const { during, failed } = await restartInstances(database, memberships);
    heading(`A restart of two instances under ${REQUESTS} requests over ${CONNECTIONS} connections`);
    table(['requests until it was over', 'failed'], [[String(during), String(failed)]]);
    const late = during < REQUESTS ? '' : ', but it took longer than the requests';
    const sentence = `Restarting two instances behind a load balancer fails 0 of ${REQUESTS} requests`;
    return [verdict(WHERE, sentence, failed === 0 && late === '', `${failed}${late}`)];
  } finally {
    await database.remove();
  }
}
