import { setTimeout as wait } from 'node:timers/promises';
import { type Browser, type CDPSession, chromium } from '@playwright/test';
import { LANGUAGES } from '#messages/generated/languages.ts';
import { heading, table, type Verdict, verdict } from './report.ts';
import { type Account, CHROME_FLAGS, signIn } from './web-browser.ts';

const LOGIN_SCRIPT_BYTES_MAX = 130_000;
const LOGIN_REQUESTS_MAX = 20;
const DASHBOARD_SCRIPT_BYTES_MAX = 300_000;
const DASHBOARD_SCRIPTS_MAX = 24;
const DASHBOARD_REQUESTS_MAX = 40;
/** The network counts as quiet if nothing has finished loading for this long. */
const QUIET_MS = 1000;
const WHERE = 'docs/performance.md#limits';
/** Compressible types. Pictures and fonts are already compressed, and JSON up to this length is sent as it is. */
const PLAIN_JSON_BYTES = 1024;
const TEXT = /^(text\/|application\/(javascript|json|manifest\+json)|image\/svg\+xml)/;

interface Loaded {
  path: string;
  type: string;
  mime: string;
  encoding: string;
  /** The length of the content as sent, if the response states it. */
  length: number;
  /** The transferred bytes, including headers. */
  bytes: number;
}

async function record(session: CDPSession): Promise<Loaded[]> {
  const loaded = new Map<string, Loaded>();
  session.on('Network.responseReceived', ({ requestId, type, response }) => {
    const headers = new Map(Object.entries(response.headers).map(([name, value]) => [name.toLowerCase(), value]));
    const encoding = headers.get('content-encoding') ?? '';
    const length = Number(headers.get('content-length') ?? Number.POSITIVE_INFINITY);
    const { pathname } = new URL(response.url);
    loaded.set(requestId, { path: pathname, type, mime: response.mimeType, encoding, length, bytes: 0 });
  });
  const done: Loaded[] = [];
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const one = loaded.get(requestId);
    if (one) done.push({ ...one, bytes: encodedDataLength });
  });
  await session.send('Network.enable');
  return done;
}

/** Records the first visit of /login in a new browser context, until the network is quiet. */
async function firstVisit(browser: Browser, url: string, locale: string): Promise<Loaded[]> {
  const context = await browser.newContext({ locale });
  const page = await context.newPage();
  const loaded = await record(await context.newCDPSession(page));
  await page.goto(`${url}/login`, { waitUntil: 'networkidle' });
  await context.close();
  return loaded;
}

/** Records the first load of /dashboard by a signed-in account with an empty cache, until the network is quiet. */
async function firstDashboard(browser: Browser, url: string, account: Account): Promise<Loaded[]> {
  const before = await browser.newContext();
  await signIn(await before.newPage(), url, account);
  const storageState = await before.storageState();
  await before.close();
  const context = await browser.newContext({ storageState });
  const page = await context.newPage();
  const loaded = await record(await context.newCDPSession(page));
  await page.goto(`${url}/dashboard`);
  await page.getByRole('heading', { name: 'My Missions' }).waitFor();
  for (let count = -1; count < loaded.length; await wait(QUIET_MS)) count = loaded.length;
  await context.close();
  return loaded;
}

const isScript = ({ type, mime }: Loaded) => type === 'Script' || mime.includes('javascript');
const sum = (of: readonly Loaded[]) => of.reduce((total, { bytes }) => total + bytes, 0);
const scriptsOf = (loaded: readonly Loaded[]) => sum(loaded.filter(isScript));
const isShort = ({ mime, length }: Loaded) => mime === 'application/json' && length <= PLAIN_JSON_BYTES;
const kB = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;

function show(title: string, loaded: readonly Loaded[]): void {
  heading(title);
  table(
    ['', 'bytes', 'encoding', 'kind'],
    loaded.map(({ path, bytes, encoding, type }) => [path, String(bytes), encoding || '-', type]),
  );
  for (const kind of new Set(loaded.map(({ type }) => type))) {
    const of = loaded.filter(({ type }) => type === kind);
    console.log(`${kind}: ${of.length} requests, ${kB(sum(of))}`);
  }
}

/** Measures first visits of /login in each complete language. The limits are for the largest. */
export async function visitLogin(chrome: string, url: string): Promise<Verdict[]> {
  const browser = await chromium.launch({ executablePath: chrome, args: CHROME_FLAGS });
  const visits = new Map<string, Loaded[]>();
  try {
    for (const { tag, complete } of LANGUAGES) if (complete) visits.set(tag, await firstVisit(browser, url, tag));
  } finally {
    await browser.close();
  }
  show('First visit of /login, in English', visits.get('en')!);
  heading('First visits of /login');
  table(
    ['', 'requests', 'all', 'page', 'scripts'],
    [...visits].map(([tag, loaded]) => {
      const page = loaded.filter(({ type }) => type === 'Document');
      return [tag, String(loaded.length), kB(sum(loaded)), kB(sum(page)), kB(scriptsOf(loaded))];
    }),
  );
  const all = [...visits.values()];
  const scripts = Math.max(...all.map(scriptsOf));
  const fonts = new Set(visits.get('en')!.flatMap(({ type, path }) => (type === 'Font' ? path : [])));
  const isOwnFont = ({ type, path }: Loaded) => type === 'Font' && !fonts.has(path);
  const requests = Math.max(...all.map((loaded) => loaded.filter((one) => !isOwnFont(one)).length));
  const plain = all.flat().filter((one) => TEXT.test(one.mime) && one.encoding !== 'br' && !isShort(one));
  return [
    verdict(
      WHERE,
      `First visit of /login: at most ${LOGIN_SCRIPT_BYTES_MAX / 1000} kB of scripts (brotli)`,
      scripts <= LOGIN_SCRIPT_BYTES_MAX && scripts > 0,
      kB(scripts),
    ),
    verdict(
      WHERE,
      `First visit of /login: at most ${LOGIN_REQUESTS_MAX} requests, without a font of the language's own letters`,
      requests <= LOGIN_REQUESTS_MAX && requests > 0,
      String(requests),
    ),
    verdict(
      WHERE,
      'First visit of /login: all text in brotli',
      plain.length === 0,
      plain.map(({ path }) => path).join(' ') || 'all',
    ),
  ];
}

export async function visitDashboard(chrome: string, url: string, account: Account): Promise<Verdict[]> {
  const browser = await chromium.launch({ executablePath: chrome, args: CHROME_FLAGS });
  const loaded = await firstDashboard(browser, url, account).finally(() => browser.close());
  show('First load of /dashboard', loaded);
  const scripts = loaded.filter(isScript);
  const bytes = sum(scripts);
  return [
    verdict(
      WHERE,
      `First load of /dashboard: at most ${DASHBOARD_SCRIPT_BYTES_MAX / 1000} kB of scripts (brotli)`,
      bytes <= DASHBOARD_SCRIPT_BYTES_MAX && bytes > 0,
      kB(bytes),
    ),
    verdict(
      WHERE,
      `First load of /dashboard: at most ${DASHBOARD_SCRIPTS_MAX} scripts in ${DASHBOARD_REQUESTS_MAX} requests`,
      scripts.length <= DASHBOARD_SCRIPTS_MAX && loaded.length <= DASHBOARD_REQUESTS_MAX,
      `${scripts.length} in ${loaded.length}`,
    ),
  ];
}
