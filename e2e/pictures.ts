/**
 * `npm run pictures` draws docs/images again, each in both themes, and public/screenshots, which browsers show before
 * the app is installed. The demo's people stay at one fixed moment, so every picture shows the same day.
 */
import { once } from 'node:events';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Browser, chromium, expect, type Locator, type Page, type Request } from '@playwright/test';
import sharp from 'sharp';
import { signIn } from './fixtures.ts';
import { forkShifted, makeDataDir, startTimeServer } from './shifted-server.ts';

/** Evening in Kuala Lumpur, where the two whose screens appear live. */
const NOW = new Date('2026-11-21T12:00:00Z');
const TIMEZONE = 'Asia/Kuala_Lumpur';
const PASSWORD = 'campfire';
const IMAGES = 'docs/images';
const SCREENSHOTS = 'public/screenshots';

const TEAM = 'Walk 8,000 steps';

interface Picture {
  readonly name: string;
  /** The viewer's name in the demo's email addresses. */
  readonly person: string;
  readonly viewport: { readonly width: number; readonly height: number };
  /** Pixels of the picture per pixel of the page. */
  readonly scale: number;
  /** The screen's address; `mission` is the ID of TEAM. */
  readonly path: (mission: string) => string;
  /** Finds what the screen must show, after opening it if necessary. */
  readonly find: (page: Page) => Locator | Promise<Locator>;
}

const ON_PHONE = { viewport: { width: 390, height: 844 }, scale: 2 };
const ON_WIDE_SCREEN = { viewport: { width: 1280, height: 850 }, scale: 1 };

const FIRE: Picture = {
  name: 'fire',
  person: 'mei.ling',
  ...ON_PHONE,
  path: (mission) => `/mission/${mission}`,
  find: (page) => page.getByText('4 of 5 are in'),
};
const DASHBOARD: Picture = {
  name: 'dashboard',
  person: 'aisyah',
  ...ON_WIDE_SCREEN,
  path: () => '/dashboard',
  find: (page) => page.getByRole('heading', { name: /check-ins to go today/ }),
};

const PICTURES: readonly Picture[] = [
  FIRE,
  {
    name: 'quick-list',
    person: 'aisyah',
    ...ON_PHONE,
    path: () => '/check-in',
    find: (page) => page.getByRole('button', { name: /^Check In/ }).first(),
  },
  {
    name: 'quilt',
    person: 'aisyah',
    ...ON_PHONE,
    path: (mission) => `/mission/${mission}?part=team`,
    find: async (page) => {
      const quilt = page.getByRole('region', { name: 'Team quilt' });
      await quilt.getByRole('button', { name: 'See the whole quilt' }).waitFor();
      await quilt.evaluate((section) => section.scrollIntoView({ block: 'center' }));
      return quilt;
    },
  },
  {
    name: 'ledger',
    person: 'aisyah',
    ...ON_PHONE,
    path: () => '/dashboard',
    find: async (page) => {
      await page.getByRole('button', { name: /streak, why/ }).click();
      return page.getByRole('dialog', { name: /Why is my streak/ });
    },
  },
  DASHBOARD,
];

/** The pictures and sizes in public/manifest.webmanifest. */
const OF_THE_APP: readonly Picture[] = [
  { ...DASHBOARD, ...ON_PHONE, name: 'dashboard-narrow' },
  { ...FIRE, name: 'mission-narrow' },
  { ...DASHBOARD, viewport: { width: 1280, height: 800 }, name: 'dashboard-wide' },
];

function requestsOf(page: Page): () => number {
  const open = new Set<Request>();
  page.on('request', (request) => request.url().endsWith('/api/live') || open.add(request));
  page.on('requestfinished', (request) => open.delete(request));
  page.on('requestfailed', (request) => open.delete(request));
  return () => open.size;
}

/**
 * Returns the screen at rest: two equal pictures in a row without a request in between. Fails if that does not happen,
 * or with a toast on the screen.
 */
async function still(page: Page, requests: () => number): Promise<Buffer> {
  let last: Buffer = Buffer.alloc(0);
  await expect(async () => {
    const skeletons = await page.locator('.skeleton').count();
    const loaded = requests() === 0 && skeletons === 0;
    const next = await page.screenshot();
    const same = loaded && next.equals(last);
    last = next;
    expect(same, 'the screen rests').toBe(true);
  }).toPass({ intervals: [500], timeout: 30_000 });
  await expect(page.locator('[data-sonner-toast]')).toHaveCount(0);
  return last;
}

async function signedIn(url: string, name: string): Promise<string> {
  const body = JSON.stringify({ email: `${name}@example.com`, password: PASSWORD });
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${url}/api/auth/login`, { method: 'POST', headers, body });
  return ((await answer.json()) as { access_token: string }).access_token;
}

async function draw(
  browser: Browser,
  url: string,
  mission: string,
  { person, viewport, scale, path, find }: Picture,
  colorScheme: 'light' | 'dark',
): Promise<Buffer> {
  const context = await browser.newContext({
    baseURL: url,
    viewport,
    deviceScaleFactor: scale,
    colorScheme,
    reducedMotion: 'reduce',
    locale: 'en-GB',
    timezoneId: TIMEZONE,
    serviceWorkers: 'block',
  });
  try {
    const page = await context.newPage();
    const requests = requestsOf(page);
    await page.clock.setFixedTime(NOW);
    await signIn(page, await signedIn(url, person), path(mission));
    await expect(await find(page)).toBeVisible({ timeout: 30_000 });
    return await still(page, requests);
  } finally {
    await context.close();
  }
}

/** With a palette, which the flat colors allow, a picture has a quarter of the bytes. */
const shrink = (png: Buffer): Promise<Buffer> => sharp(png).png({ palette: true, effort: 10 }).toBuffer();

async function fillWithDemo(env: Record<string, string>): Promise<void> {
  const [code] = (await once(forkShifted('dist/server/demo.js', env), 'exit')) as [number];
  if (code !== 0) throw new Error(`The demo data could not be created (code ${code}).`);
}

async function checkIn(url: string, name: string): Promise<string> {
  const headers = { authorization: `Bearer ${await signedIn(url, name)}`, 'content-type': 'application/json' };
  const { missions } = (await (await fetch(`${url}/api/dashboard`, { headers })).json()) as {
    missions: { id: string; title: string }[];
  };
  const { id } = missions.find(({ title }) => title === TEAM)!;
  const body = JSON.stringify({ mission_id: id, type: 'tick', content: '' });
  const answer = await fetch(`${url}/api/checkins`, { method: 'POST', headers, body });
  if (!answer.ok) throw new Error(`${name} could not check in: ${answer.status}`);
  return id;
}

const dir = makeDataDir();
const env = {
  DATA_DIR: dir,
  DATABASE_URL: '',
  PLANS: 'off',
  LOG_LEVEL: 'error',
  CLOCK_AHEAD_MS: String(NOW.getTime() - Date.now()),
};
await fillWithDemo(env);
const server = await startTimeServer(env);
const browser = await chromium.launch({
  executablePath: process.env.CHROME_PATH!,
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
});
try {
  // With these two, everyone except Aisyah sits at the fire.
  await checkIn(server.url, 'lena');
  const mission = await checkIn(server.url, 'farid');
  await mkdir(IMAGES, { recursive: true });
  const save = async (file: string, picture: Picture, theme: 'light' | 'dark') => {
    const png = await shrink(await draw(browser, server.url, mission, picture, theme));
    await writeFile(file, png);
    console.log(`${file} ${Math.ceil(png.length / 1000)} kB`);
  };
  for (const picture of PICTURES)
    for (const theme of ['light', 'dark'] as const)
      await save(join(IMAGES, `${picture.name}-${theme}.png`), picture, theme);
  for (const picture of OF_THE_APP) await save(join(SCREENSHOTS, `${picture.name}.png`), picture, 'light');
} finally {
  await browser.close();
  await server.stop();
  await rm(dir, { recursive: true, force: true });
}
