import type { Page } from '@playwright/test';
import { buildPlan } from './database.ts';
import { untilInstalled } from './device.ts';
import { buildPerson } from './factories.ts';
import { expect, expectScreen, signIn, test } from './fixtures.ts';

const PAGES = [
  ['/docs/api', 'Build on Emberkin'],
  ['/docs/api/cookbook', 'API cookbook'],
  ['/docs/api/changes', 'API changes'],
] as const;

const REFERENCE = '/docs/api/reference';

async function findCall(page: Page, id: string, heading: string): Promise<void> {
  // A busy machine needs more than 10 s for the script of 5 MB.
  await expect(page.getByRole('heading', { level: 1, name: 'Emberkin' })).toBeVisible({ timeout: 60_000 });
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('combobox', { name: 'Enter search query' }).fill(id);
  await expect(page.getByRole('option').first()).toContainText(heading);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: heading })).toBeInViewport();
}

test('a visitor reads the complete API pages without JavaScript', async ({ another, baseURL }) => {
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
  // Links on the public first page, for people and programs.
  const login = await (await page.request.get('/login')).text();
  expect(login).toContain('<link rel="service-desc" href="/api/openapi.json" type="application/json"');
  expect(login).toContain('<link rel="help" href="/docs/api"');
  expect(login).toMatch(/<a href="\/docs\/api"[^>]*>API<\/a>/);
  await page.goto('/docs/api');
  await expect(page.locator('pre').first()).toContainText(`curl '${baseURL}/api/me'`);
  await page.getByRole('link', { name: 'Reference', exact: true }).click();
  await expect(page.getByRole('link', { name: 'openapi.yaml' })).toHaveAttribute('href', '/api/openapi.yaml');
});

test('the API pages fit every screen in both themes', async ({ page }) => {
  test.slow();
  for (const [path, title] of PAGES) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expectScreen(page, `API pages, ${title}`, { scan: true });
  }
  await page.goto(REFERENCE);
  await findCall(page, 'getMe', 'Get your account and the token that you call with');
  await expectScreen(page, 'API pages, reference', { scan: true });
});

test('a visitor skips the header and copies an example', async ({ another }) => {
  const page = await another({ permissions: ['clipboard-read', 'clipboard-write'] });
  await page.goto('/docs/api/cookbook');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  await page.getByRole('button', { name: 'Copy tick.py' }).click();
  await expect(page.getByRole('button', { name: 'Copied tick.py' })).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toBe(await page.locator('figure[data-code="tick.py"] pre').textContent());
});

test('a developer sends a request from the reference by keyboard, to no other host', async ({ page, baseURL }) => {
  test.slow();
  const { person, token } = await buildPerson(page, 'Dora Docs');
  await buildPlan(person.email, 'premium_yearly');
  const created = await page.request.post('/api/tokens', {
    headers: { authorization: `Bearer ${token}` },
    data: { name: 'Reference', scope: 'read' },
  });
  const { token: secret } = (await created.json()) as { token: string };
  await signIn(page, token);
  await page.evaluate(() => localStorage.setItem('theme', 'dark'));

  const others: string[] = [];
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(`${baseURL}/`) && !/^(?:data|blob):/.test(url)) others.push(url);
  });
  await page.addInitScript(() => {
    if (!location.pathname.startsWith('/docs/')) return;
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      console.error(`violation: ${violatedDirective} ${blockedURI}`),
    );
  });
  // An old link of the app, and one behind the sign-in, open the server's page.
  await page.goto('/login?redirect=%2Fdocs%2Fapi%2Freference');
  await expect(page.locator('body')).toHaveClass(/dark-mode/);
  await findCall(page, 'getMe', 'Get your account and the token that you call with');
  await page.getByRole('button', { name: /Test Request.*get \/api\/me\)/ }).focus();
  await page.keyboard.press('Enter');
  const client = page.getByRole('dialog');
  await client.getByLabel('Bearer Token').fill(secret);
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(client.getByText('Dora Docs')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(client).toBeHidden();
  expect(others).toEqual([]);
});

test.describe('with the app installed', () => {
  test.use({ serviceWorkers: 'allow' });

  test('a user of the installed app gets the API pages from the server', async ({ page }) => {
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
    expect(cached.filter((path) => /^\/(?:docs|scalar|assets\/scalar)/.test(path))).toEqual([]);
  });
});
