import { setTimeout as wait } from 'node:timers/promises';
import { chromium, type Page } from '@playwright/test';
import { openLive } from '#contract/live.ts';
import type { ServerProcess } from './child.ts';
import type { BenchDatabase } from './database.ts';
import { type Membership, tokenOf } from './dataset.ts';
import { type LiveClient, openStream } from './live-client.ts';
import { processorTimeOf, processorTimeOfCluster } from './processes.ts';
import { heading, table, type Verdict, verdict } from './report.ts';
import { CHROME_FLAGS, findBrowserPath } from './web-browser.ts';

const WHERE = 'docs/performance.md#open-pages';
/** So that what a page fetches when it opens is over. */
const SETTLE_MS = 10_000;
/** Longer than the longest interval at which a screen without a stream asks again. */
const WATCH_MS = 90_000;
const STREAMS = 1000;
const STREAMS_MS = 30_000;

/** Pages that ask again by themselves while their stream is down. */
const pathsOf = ({ mission_id }: Membership) => ['/dashboard', `/mission/${mission_id}`, '/invitations'];

/** Opens a page as somebody who is signed in, and counts its requests to the API but for the stream itself. */
async function openPage(page: Page, url: string, token: string): Promise<() => string[]> {
  const requests: string[] = [];
  // The key under which the web app stores its session token.
  await page.addInitScript(`localStorage.setItem('token', ${JSON.stringify(token)})`);
  const stream = page.waitForResponse(`**${openLive.path}`);
  await page.goto(url);
  await stream;
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/') && pathname !== openLive.path) requests.push(pathname);
  });
  return () => requests.splice(0);
}

/** How often real pages ask the server while their streams are open and nothing happens. */
async function countRequests(server: ServerProcess, membership: Membership): Promise<Verdict> {
  const browser = await chromium.launch({ executablePath: await findBrowserPath(), args: CHROME_FLAGS });
  try {
    const opened: [string, () => string[]][] = [];
    for (const path of pathsOf(membership)) {
      // Pages of one context would share a stream.
      const page = await (await browser.newContext()).newPage();
      opened.push([path, await openPage(page, server.url + path, membership.token)]);
    }
    await wait(SETTLE_MS);
    for (const [, take] of opened) take();
    await wait(WATCH_MS);
    const minutes = WATCH_MS / 60_000;
    heading(`Requests of open pages with a live stream and no news, counted for ${WATCH_MS / 1000} s`);
    const counted = opened.map(([path, take]) => ({ page: path.split('/')[1]!, requests: take() }));
    table(
      ['page', 'requests a minute', 'to'],
      counted.map(({ page, requests }) => [
        page,
        (requests.length / minutes).toFixed(1),
        [...new Set(requests.map((path) => path.replaceAll(/[0-9a-f-]{36}/g, '{id}')))].join(' ') || '-',
      ]),
    );
    const all = counted.reduce((sum, { requests }) => sum + requests.length, 0);
    const perThousand = (1000 * all) / counted.length / minutes;
    return verdict(
      WHERE,
      'A thousand open pages with a live stream and no news send 0 requests a minute',
      all === 0,
      perThousand.toFixed(0),
    );
  } finally {
    await browser.close();
  }
}

/** What the server does for streams on which nothing is sent but heartbeats. */
async function weighStreams(server: ServerProcess, database: BenchDatabase, people: number): Promise<void> {
  const clients: LiveClient[] = [];
  for (let i = 0; i < STREAMS; i++) clients.push(await openStream(server.url, tokenOf(i % people), () => undefined));
  const postmaster = await database.postmaster();
  const before = [await processorTimeOf(server.pid), await processorTimeOfCluster(postmaster)] as const;
  await wait(STREAMS_MS);
  const after = [await processorTimeOf(server.pid), await processorTimeOfCluster(postmaster)] as const;
  for (const client of clients) client.close();
  // Microseconds in so many milliseconds: thousandths of a processor.
  const [node, postgres] = [0, 1].map((i) => ((after[i]! - before[i]!) / STREAMS_MS).toFixed(1));
  console.log(
    `${STREAMS} open streams without news take ${node} ms of Node and ${postgres} ms of PostgreSQL a second, jobs included.`,
  );
}

/** Open pages on which nothing happens. */
export async function measureIdlePages(
  server: ServerProcess,
  database: BenchDatabase,
  data: { people: number; memberships: readonly Membership[] },
): Promise<Verdict[]> {
  const result = await countRequests(server, data.memberships[0]!);
  await weighStreams(server, database, data.people);
  return [result];
}
