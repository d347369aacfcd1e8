import { chromium } from '@playwright/test';
import { launch } from 'chrome-launcher';
import lighthouse from 'lighthouse';
import { heading, median, table, type Verdict, verdict } from './report.ts';
import { CHROME_FLAGS } from './web-browser.ts';

const RUNS = 3;
/** What is judged, and the lowest score of 100. */
const AIMS = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 };
const CATEGORIES = Object.keys(AIMS) as (keyof typeof AIMS)[];

type Scores = Record<keyof typeof AIMS, number>;

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
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page.waitForURL('**/dashboard');
  await page.waitForLoadState('networkidle');
  await page.close();
  await browser.close();
}

/** One run on the mobile preset in a browser of its own; with an account signed in and warm, else as a stranger. */
async function rate(chrome: string, url: string, path: string, account: Account | null, faults: Set<string>) {
  const browser = await launch({ chromePath: chrome, chromeFlags: CHROME_FLAGS, logLevel: 'silent' });
  try {
    if (account) await signIn(browser.port, url, account);
    const result = await lighthouse(url + path, {
      port: browser.port,
      onlyCategories: CATEGORIES,
      disableStorageReset: account !== null,
      logLevel: 'silent',
    });
    const report = result?.lhr;
    if (!report || report.runtimeError) throw new Error(`Lighthouse: ${report?.runtimeError?.message ?? 'no result'}`);
    if (new URL(report.finalDisplayedUrl).pathname !== path)
      throw new Error(`Lighthouse was led from ${path} to ${report.finalDisplayedUrl}.`);
    for (const name of CATEGORIES)
      for (const { id, weight } of report.categories[name]?.auditRefs ?? [])
        if (weight > 0 && name !== 'performance' && report.audits[id]?.score === 0) faults.add(`${name}: ${id}`);
    return Object.fromEntries(
      CATEGORIES.map((name) => [name, Math.round(100 * (report.categories[name]?.score ?? 0))]),
    ) as Scores;
  } finally {
    browser.kill();
  }
}

/** Lighthouse on /login as a first visit and on /dashboard signed in, medians of some runs each. */
export async function rateWithLighthouse(chrome: string, url: string, account: Account): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  const rows: string[][] = [];
  const faults = new Set<string>();
  for (const [path, who] of [
    ['/login', null],
    ['/dashboard', account],
  ] as const) {
    const runs: Scores[] = [];
    for (let i = 0; i < RUNS; i++) runs.push(await rate(chrome, url, path, who, faults));
    const scores = CATEGORIES.map((name) => median(runs.map((run) => run[name])));
    rows.push([path, ...scores.map((score, i) => `${score} (${runs.map((run) => run[CATEGORIES[i]!]).join(' ')})`)]);
    verdicts.push(
      verdict(
        `Lighthouse on ${path} at least ${Object.values(AIMS).join(' / ')}`,
        scores.every((score, i) => score >= AIMS[CATEGORIES[i]!]),
        scores.join(' / '),
      ),
    );
  }
  heading(`Lighthouse, mobile: medians of ${RUNS} runs (each run)`);
  table(['', ...CATEGORIES], rows);
  for (const fault of faults) console.log(fault);
  return verdicts;
}
