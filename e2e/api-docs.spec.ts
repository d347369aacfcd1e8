import type { Page } from '@playwright/test';
import { buildPlan } from './database.ts';
import { untilInstalled } from './device.ts';
import { buildMission, buildPerson } from './factories.ts';
import { expect, expectAccessible, expectNoOverflow, expectScreen, signIn, test } from './fixtures.ts';

const PAGES = [
  ['/docs/api', 'Build on Emberkin'],
  ['/docs/api/reference', 'API reference'],
  ['/docs/api/cookbook', 'API cookbook'],
  ['/docs/api/changes', 'API changes'],
] as const;

/** The entry of a call, an event or an object in the reference. */
const entry = (page: Page, id: string) => page.locator(`details#${id}`);
/** The call itself in an entry, before the answer. */
const example = (page: Page, id: string) => entry(page, id).locator('[data-code=Example] pre');
/** The summary of an entry; its name and its path are on it. */
const open = (page: Page, id: string) => entry(page, id).locator('summary').first().click();

test('The pages about the API are complete without JavaScript, for everybody.', async ({ another, baseURL }) => {
  const page = await another({ javaScriptEnabled: false });
  for (const [path, title] of PAGES) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'API' }).locator('[aria-current=page]')).toHaveAttribute(
      'href',
      path,
    );
    await expect(page.getByRole('button')).toHaveCount(0);
  }
  // From the first page of anybody, for people and for programs.
  const login = await (await page.request.get('/login')).text();
  expect(login).toContain('<link rel="service-desc" href="/api/openapi.json" type="application/json"');
  expect(login).toContain('<link rel="help" href="/docs/api"');
  expect(login).toMatch(/<a href="\/docs\/api"[^>]*>API<\/a>/);
  await page.goto('/docs/api');
  await expect(page.locator('pre').first()).toContainText(`curl '${baseURL}/api/me'`);
  await page.getByRole('link', { name: 'Reference', exact: true }).click();
  await open(page, 'createCheckin');
  await expect(entry(page, 'createCheckin')).toContainText('already_checked_in');
  await expect(example(page, 'createCheckin')).toContainText(`curl -X POST '${baseURL}/api/checkins'`);
  // Without a script, paper shows closed entries as well.
  await page.emulateMedia({ media: 'print' });
  await expect(example(page, 'getMission')).toBeVisible();
});

test('The pages about the API fit every screen, in both themes.', async ({ page }) => {
  test.slow();
  for (const [path, title] of PAGES) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    if (path === '/docs/api/reference') {
      await expect(page.getByText('to see your own ids here')).toBeVisible();
      await open(page, 'createCheckin');
      await open(page, 'listMissions');
    }
    await expectScreen(page, `API pages, ${title}`, { scan: true });
  }
});

test('The keyboard goes past the header, through the contents and into a call.', async ({ page }) => {
  await page.goto('/docs/api/reference');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  await entry(page, 'getMe').locator('summary').focus();
  await page.keyboard.press('Enter');
  await expect(example(page, 'getMe')).toBeVisible();
});

test('A visitor copies an example, and finds a call by its words.', async ({ another }) => {
  const page = await another({ permissions: ['clipboard-read', 'clipboard-write'] });
  await page.goto('/docs/api/cookbook');
  await page.getByRole('button', { name: 'Copy tick.py' }).click();
  await expect(page.getByRole('button', { name: 'Copied tick.py' })).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toBe(await page.locator('figure[data-code="tick.py"] pre').textContent());

  await page.goto('/docs/api/reference#createComment');
  await expect(example(page, 'createComment')).toBeVisible();
  const field = page.getByRole('searchbox', { name: 'Find a call or an object' });
  await field.fill('comments post');
  await expect(entry(page, 'createComment')).toBeVisible();
  await expect(entry(page, 'listMissions')).toBeHidden();
  const contents = page.getByRole('navigation', { name: 'On this page' });
  await expect(contents.getByRole('link', { name: 'Missions' })).toHaveCount(0);
  await expectNoOverflow(page);
  await field.fill('no such thing');
  await expect(page.getByText('Nothing has all of these words.')).toBeVisible();
  await field.fill('');
  await expect(entry(page, 'listMissions')).toBeVisible();
  await expect(contents.getByRole('link', { name: 'Missions' })).toBeVisible();
});

test.describe('signed in', () => {
  // Of the call that is run with an id that nothing has.
  test.use({ expected: /status of 404.*not-an-id/ });

  test('Who is signed in sees their own ids, and runs the request that the page shows.', async ({ page }) => {
    const { person, token } = await buildPerson(page, 'Dora Docs');
    await buildPlan(person.email, 'premium_yearly');
    const mission = await buildMission(page, token, 'Water the plants');
    await signIn(page, token, '/connections');
    await page.getByRole('link', { name: 'See how it works' }).click();
    await expect(page.getByRole('heading', { name: 'Build on Emberkin' })).toBeVisible();
    await page.getByRole('link', { name: 'Reference', exact: true }).click();

    const call = entry(page, 'getMission');
    await open(page, 'getMission');
    await expect(call.locator('[data-code=Example] pre')).toContainText(`/api/missions/${mission}`);
    await expect(call.getByLabel('id', { exact: true })).toHaveValue(mission);
    await call.getByRole('button', { name: 'Run' }).click();
    await expect(call.getByText('Status 200')).toBeVisible();
    await expect(call.getByLabel('Answer', { exact: true })).toHaveValue(/"title": "Water the plants"/);
    // At all sizes and in both themes above; here with what only somebody signed in sees.
    await expectAccessible(page, 'API reference, a call that was run', { scan: true, themes: ['light'] });
    await expectNoOverflow(page);

    await call.getByLabel('id', { exact: true }).fill('not-an-id');
    await call.getByRole('button', { name: 'Run' }).click();
    await expect(call.getByText('Status 404')).toBeVisible();
    // Nothing that changes something can be run.
    await open(page, 'createCheckin');
    await expect(example(page, 'createCheckin')).toContainText(mission);
    await expect(entry(page, 'createCheckin').getByRole('button', { name: 'Run' })).toHaveCount(0);

    // An old link of the app, and one behind the sign-in, lead to the page of the server.
    await page.goto('/login?redirect=%2Fdocs%2Fapi%2Freference');
    await expect(page.getByRole('heading', { name: 'API reference' })).toBeVisible();
  });
});

test.describe('with the app installed', () => {
  test.use({ serviceWorkers: 'allow' });

  test('The service worker leaves the pages about the API to the server.', async ({ page }) => {
    const { token } = await buildPerson(page, 'Ines Installed');
    await signIn(page, token);
    await untilInstalled(page);
    await page.reload();
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    for (const [path, title] of PAGES) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    }
    const cached = await page.evaluate(async () => {
      const stores = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
      return stores.flat().map(({ url }) => new URL(url).pathname);
    });
    expect(cached.length).toBeGreaterThan(10);
    expect(cached.filter((path) => /^\/(?:docs|assets\/docs-)/.test(path))).toEqual([]);
  });
});
