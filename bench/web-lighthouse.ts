import { chromium, type Page } from '@playwright/test';
import { launch } from 'chrome-launcher';
import lighthouse, { type Result } from 'lighthouse';
import { heading, median, table, type Verdict, verdict } from './report.ts';
import { type Account, CHROME_FLAGS, signIn } from './web-browser.ts';

const WHERE = 'docs/performance.md#the-page';
const RUNS = 3;
/** What is judged, and the lowest score of 100. */
const SCORES_MIN = { performance: 80, accessibility: 100, 'best-practices': 100, seo: 100 };
const SCORES_WISH = { ...SCORES_MIN, performance: 95 };
const CATEGORIES = Object.keys(SCORES_MIN) as (keyof typeof SCORES_MIN)[];

/** Milliseconds, but for the shift of the layout; they tell which of them cost the points. */
const METRICS = {
  'first-contentful-paint': 'FCP',
  'largest-contentful-paint': 'LCP',
  'total-blocking-time': 'TBT',
  'speed-index': 'SI',
  'cumulative-layout-shift': 'CLS',
};
/** How many times the first paint and the blocking time of the reference page a page may take, and should. */
const RATIOS_TO_REFERENCE: Record<string, { max: number; wish: number }> = {
  '/login': { max: 1.3, wish: 1.2 },
  '/dashboard': { max: 1.9, wish: 1.5 },
};
/** The metrics that are compared, each with the milliseconds below which a difference means nothing. */
const COMPARED = { 'first-contentful-paint': 100, 'total-blocking-time': 50 };
/** On a busy machine the browser sometimes records no trace at all, which is no score. */
const TRIES = 3;

type Scores = Record<keyof typeof SCORES_MIN, number>;

interface Rating {
  scores: Scores;
  metrics: number[];
  /** Lighthouse's own measure of the machine: far below 1,500 it is too slow or too busy to judge performance. */
  machine: number;
  faults: string[];
}

/** A page of the product or of the reference. */
interface Target {
  url: string;
  path: string;
  /** Goes there in the browser's own profile before it is rated, so that the files are in its cache; a stranger's is empty. */
  warm: ((page: Page) => Promise<void>) | null;
}

async function openBefore(port: number, warm: NonNullable<Target['warm']>): Promise<void> {
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
  const page = await browser.contexts()[0]!.newPage();
  await warm(page);
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

/** One run on the mobile preset in a browser of its own. */
async function rate(chrome: string, target: Target, tries = TRIES): Promise<Rating> {
  const { url, path, warm } = target;
  const browser = await launch({ chromePath: chrome, chromeFlags: CHROME_FLAGS, logLevel: 'silent' });
  let report: Result | undefined;
  try {
    if (warm) await openBefore(browser.port, warm);
    const result = await lighthouse(url + path, {
      port: browser.port,
      onlyCategories: CATEGORIES,
      disableStorageReset: warm !== null,
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
    return rate(chrome, target, tries - 1);
  }
  if (new URL(report.finalDisplayedUrl).pathname !== path)
    throw new Error(`Lighthouse was led from ${path} to ${report.finalDisplayedUrl}.`);
  return read(report);
}

const medianOf = (runs: readonly Rating[], metric: keyof typeof METRICS) =>
  median(runs.map(({ metrics }) => metrics[Object.keys(METRICS).indexOf(metric)]!));

/** What a page takes as a ratio to the reference page in the same runs. */
function compareWithReference(path: string, product: readonly Rating[], reference: readonly Rating[]): Verdict[] {
  const { max, wish } = RATIOS_TO_REFERENCE[path]!;
  return Object.entries(COMPARED).map(([name, least]) => {
    const metric = name as keyof typeof COMPARED;
    const [ours, theirs] = [medianOf(product, metric), medianOf(reference, metric)];
    const ratio = Math.max(ours, least) / Math.max(theirs, least);
    return verdict(
      WHERE,
      `${METRICS[metric]} of ${path} at most ${max} times the reference page's`,
      ratio <= max,
      `${ratio.toFixed(2)} (${ours.toFixed(0)} ms, ${theirs.toFixed(0)} ms)`,
      wish,
    );
  });
}

interface Rated {
  path: string;
  product: Rating[];
  reference: Rating[];
}

function print(rated: readonly Rated[]): void {
  heading(`Lighthouse, mobile: medians of ${RUNS} runs`);
  const row = (name: string, runs: readonly Rating[]) => [
    name,
    ...CATEGORIES.map((category) => String(median(runs.map(({ scores }) => scores[category])))),
    ...Object.values(METRICS).map((metric, i) =>
      median(runs.map(({ metrics }) => metrics[i]!)).toFixed(metric === 'CLS' ? 3 : 0),
    ),
    median(runs.map(({ machine }) => machine)).toFixed(0),
  ];
  table(
    ['', ...CATEGORIES, ...Object.values(METRICS), 'machine'],
    rated.flatMap(({ path, product, reference }) => [row(path, product), row(`${path} (reference)`, reference)]),
  );
  for (const { path, product } of rated)
    console.log(
      `${path}: performance ${product.map(({ scores }) => scores.performance).join(' ')}`,
      ...new Set(product.flatMap(({ faults }) => faults)),
    );
}

/**
 * Lighthouse on /login as a first visit and on /dashboard signed in, of the product and of the reference page by turns,
 * so that both meet the same minutes of the machine.
 */
export async function rateWithLighthouse(
  chrome: string,
  url: string,
  referenceUrl: string,
  account: Account,
): Promise<Verdict[]> {
  const rated: Rated[] = [];
  for (const [path, product, reference] of [
    ['/login', null, null],
    [
      '/dashboard',
      (page: Page) => signIn(page, url, account),
      async (page: Page) => {
        await page.goto(`${referenceUrl}/dashboard`);
        await page.getByRole('heading', { name: 'Missions' }).waitFor();
      },
    ],
  ] as const) {
    const one: Rated = { path, product: [], reference: [] };
    for (let i = 0; i < RUNS; i++) {
      one.product.push(await rate(chrome, { url, path, warm: product }));
      one.reference.push(await rate(chrome, { url: referenceUrl, path, warm: reference }));
    }
    rated.push(one);
  }
  print(rated);
  return rated.flatMap(({ path, product, reference }) => {
    const scores = CATEGORIES.map((name) => median(product.map((run) => run.scores[name])));
    return [
      verdict(
        WHERE,
        `Lighthouse on ${path} at least ${Object.values(SCORES_MIN).join(' / ')}`,
        scores.every((score, i) => score >= SCORES_MIN[CATEGORIES[i]!]),
        scores.join(' / '),
        Object.values(SCORES_WISH).join(' / '),
      ),
      ...compareWithReference(path, product, reference),
    ];
  });
}
