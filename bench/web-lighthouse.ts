import { chromium } from '@playwright/test';
import { launch } from 'chrome-launcher';
import lighthouse, { type Result } from 'lighthouse';
import { heading, median, table, type Verdict, verdict } from './report.ts';
import { CHROME_FLAGS } from './web-browser.ts';

const WHERE = 'docs/performance.md#the-page';
const RUNS = 3;
/** What is judged, and the lowest score of 100. */
const AIMS = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 };
const CATEGORIES = Object.keys(AIMS) as (keyof typeof AIMS)[];

/** Milliseconds, but for the shift of the layout; they tell which of them cost the points. */
const METRICS = {
  'first-contentful-paint': 'FCP',
  'largest-contentful-paint': 'LCP',
  'total-blocking-time': 'TBT',
  'speed-index': 'SI',
  'cumulative-layout-shift': 'CLS',
};
/** On a busy machine the browser sometimes records no trace at all, which is no score. */
const TRIES = 3;

type Scores = Record<keyof typeof AIMS, number>;

interface Rating {
  scores: Scores;
  metrics: number[];
  /** Lighthouse's own measure of the machine: far below 1,500 it is too slow or too busy to judge performance. */
  machine: number;
  faults: string[];
}

/** Whom the bench signs in as. */
interface Account {
  email: string;
  password: string;
}

/** Signs in through the form in the browser's own profile: afterwards the files are in its cache, as for anybody. */
async function signIn(port: number, url: string, account: Account): Promise<void> {
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
  const page = await browser.contexts()[0]!.newPage();
  await page.goto(`${url}/login`);
  await page.getByLabel('Email Address').fill(account.email);
  await page.getByLabel('Password', { exact: true }).fill(account.password);
  // The last request of a page; it stays open, so that the network is never idle.
  const live = page.waitForResponse('**/api/live');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page.waitForURL('**/dashboard');
  await page.getByRole('heading', { name: 'My Missions' }).waitFor();
  await live;
  await page.close();
  await browser.close();
}

function read(report: Result): Rating {
  const faults = CATEGORIES.filter((name) => name !== 'performance').flatMap((name) =>
    (report.categories[name]?.auditRefs ?? [])
      .filter(({ id, weight }) => weight > 0 && report.audits[id]?.score === 0)
      .map(({ id }) => `${name}: ${id}`),
  );
  const score = (name: string) => Math.round(100 * (report.categories[name]?.score ?? 0));
  return {
    scores: Object.fromEntries(CATEGORIES.map((name) => [name, score(name)])) as Scores,
    metrics: Object.keys(METRICS).map((id) => report.audits[id]?.numericValue ?? Number.NaN),
    machine: report.environment.benchmarkIndex,
    faults,
  };
}

/** One run on the mobile preset in a browser of its own; with an account signed in and warm, else as a stranger. */
async function rate(
  chrome: string,
  url: string,
  path: string,
  account: Account | null,
  tries = TRIES,
): Promise<Rating> {
  const browser = await launch({ chromePath: chrome, chromeFlags: CHROME_FLAGS, logLevel: 'silent' });
  let report: Result | undefined;
  try {
    if (account) await signIn(browser.port, url, account);
    const result = await lighthouse(url + path, {
      port: browser.port,
      onlyCategories: CATEGORIES,
      disableStorageReset: account !== null,
      logLevel: 'silent',
    });
    report = result?.lhr;
  } finally {
    browser.kill();
  }
  if (!report || report.runtimeError) {
    const message = `Lighthouse on ${path}: ${report?.runtimeError?.message ?? 'no result'}`;
    if (tries <= 1) throw new Error(message);
    console.log(`${message} (tried again)`);
    return rate(chrome, url, path, account, tries - 1);
  }
  if (new URL(report.finalDisplayedUrl).pathname !== path)
    throw new Error(`Lighthouse was led from ${path} to ${report.finalDisplayedUrl}.`);
  return read(report);
}

/** Lighthouse on /login as a first visit and on /dashboard signed in, medians of some runs each. */
export async function rateWithLighthouse(chrome: string, url: string, account: Account): Promise<Verdict[]> {
  const rated: { path: string; runs: Rating[] }[] = [];
  for (const [path, who] of [
    ['/login', null],
    ['/dashboard', account],
  ] as const) {
    const runs: Rating[] = [];
    for (let i = 0; i < RUNS; i++) runs.push(await rate(chrome, url, path, who));
    rated.push({ path, runs });
  }
  heading(`Lighthouse, mobile: medians of ${RUNS} runs`);
  table(
    ['', ...CATEGORIES, ...Object.values(METRICS), 'machine'],
    rated.map(({ path, runs }) => [
      path,
      ...CATEGORIES.map((name) => String(median(runs.map(({ scores }) => scores[name])))),
      ...Object.values(METRICS).map((name, i) =>
        median(runs.map(({ metrics }) => metrics[i]!)).toFixed(name === 'CLS' ? 3 : 0),
      ),
      median(runs.map(({ machine }) => machine)).toFixed(0),
    ]),
  );
  for (const { path, runs } of rated)
    console.log(
      `${path}: performance ${runs.map(({ scores }) => scores.performance).join(' ')}`,
      ...new Set(runs.flatMap(({ faults }) => faults)),
    );
  return rated.map(({ path, runs }) => {
    const scores = CATEGORIES.map((name) => median(runs.map((run) => run.scores[name])));
    return verdict(
      WHERE,
      `Lighthouse on ${path} at least ${Object.values(AIMS).join(' / ')}`,
      scores.every((score, i) => score >= AIMS[CATEGORIES[i]!]),
      scores.join(' / '),
    );
  });
}
