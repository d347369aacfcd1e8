import { chromium } from '@playwright/test';
import { launch } from 'chrome-launcher';
import lighthouse, { type Result } from 'lighthouse';
import { heading, median, table, type Verdict, verdict } from './report.ts';
import { type Account, CHROME_FLAGS, signIn } from './web-browser.ts';

const WHERE = 'docs/performance.md#limits';
const RUNS = 3;
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
/** The lowest scores of 100, in the order of the categories. */
const SCORES_MIN = { '/login': [95, 100, 100, 100], '/dashboard': [90, 100, 100, 100] } as const;
type Path = keyof typeof SCORES_MIN;

async function signInOnPort(port: number, url: string, account: Account): Promise<void> {
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
  const page = await browser.contexts()[0]!.newPage();
  await signIn(page, url, account);
  await page.close();
  await browser.close();
}

/** Runs Lighthouse once on the mobile preset in a new browser; /dashboard is signed in. */
async function rate(chrome: string, url: string, path: Path, account: Account): Promise<Result> {
  const browser = await launch({ chromePath: chrome, chromeFlags: CHROME_FLAGS, logLevel: 'silent' });
  const signedIn = path === '/dashboard';
  try {
    if (signedIn) await signInOnPort(browser.port, url, account);
    const result = await lighthouse(url + path, {
      port: browser.port,
      onlyCategories: [...CATEGORIES],
      disableStorageReset: signedIn,
      logLevel: 'silent',
    });
    if (!result || result.lhr.runtimeError) throw new Error(`Lighthouse rated nothing on ${path}.`);
    return result.lhr;
  } finally {
    browser.kill();
  }
}

/** Runs Lighthouse three times on /login as a first visit and on /dashboard signed in. The medians count. */
export async function rateWithLighthouse(chrome: string, url: string, account: Account): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  const rows: string[][] = [];
  for (const path of Object.keys(SCORES_MIN) as Path[]) {
    const runs: Result[] = [];
    for (let run = 0; run < RUNS; run += 1) runs.push(await rate(chrome, url, path, account));
    const scoreOf = (name: string) => median(runs.map((one) => Math.round(100 * (one.categories[name]?.score ?? 0))));
    const scores = CATEGORIES.map(scoreOf);
    const machine = median(runs.map(({ environment }) => environment.benchmarkIndex));
    rows.push([path, ...scores.map(String), machine.toFixed(0)]);
    const mins = SCORES_MIN[path];
    const isReached = scores.every((score, at) => score >= mins[at]!);
    verdicts.push(verdict(WHERE, `Lighthouse on ${path} at least ${mins.join(' / ')}`, isReached, scores.join(' / ')));
  }
  heading(`Lighthouse, mobile: medians of ${RUNS} runs`);
  table(['', ...CATEGORIES, 'machine'], rows);
  return verdicts;
}
