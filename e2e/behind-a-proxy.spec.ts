import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Page } from '@playwright/test';
import { expectPersisted, untilInstalled } from './device.ts';
import { buildCheckin, buildInvitationCode, buildMember, buildMission, choose } from './factories.ts';
import { buildAccount, expect, expectScreen, newPerson, openPart, signIn, test } from './fixtures.ts';
import { startProxy, type TestProxy } from './proxy.ts';

// The proxy refuses the page's requests, and closes.
test.use({
  serviceWorkers: 'allow',
  expected: /failed: |Failed to load resource|blocked by CORS|violates the following Content Security Policy/,
});

let proxy: TestProxy;
test.beforeEach(async ({ baseURL }) => {
  proxy = await startProxy(baseURL!);
});
test.afterEach(() => proxy.close());

async function openMission(page: Page, token: string, mission: string, part = ''): Promise<void> {
  await signIn(page, token, `${proxy.url}/mission/${mission}${part}`);
  await untilInstalled(page);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectPersisted(page, `["mission","${mission}"]`);
}

const isApi = ({ url }: IncomingMessage) => url!.startsWith('/api/');
const answerPage = (response: ServerResponse, status: number, text: string) => {
  response.writeHead(status, { 'content-type': 'text/html' }).end(`<title>${text}</title><h1>${text}</h1>`);
  return true;
};
/** Redirects to another origin, like portals and login proxies. */
const away = (_: IncomingMessage, response: ServerResponse) => {
  response.writeHead(302, { location: 'https://portal.example/' }).end();
  return true;
};

for (const [name, path] of [
  ['check-in', /\/api\/checkins$/],
  ['comment', /\/comments$/],
  ['reaction', /\/reactions$/],
] as const)
  test(`a pending ${name} is tried at most 12 times in 20 s while nothing listens`, async ({ page }) => {
    test.slow();
    const token = await buildAccount(page, newPerson('Nils Nobody'));
    const mission = await buildMission(page, token, 'Water the ferns');
    const friend = await buildMember(page, await buildInvitationCode(page, token, mission), 'Fay Fern');
    await buildCheckin(page, friend.token, mission, 'One can each');
    await openMission(page, token, mission, name === 'check-in' ? '' : '?part=team');
    // The same worker wakes a second tab.
    await (await page.context().newPage()).goto(`${proxy.url}/dashboard`);
    let tries = 0;
    page.context().on('request', (request) => {
      if (request.method() === 'POST' && path.test(new URL(request.url()).pathname)) tries++;
    });
    await proxy.close();
    const post = page.getByRole('article', { name: /^Fay Fern,/ });
    if (name === 'check-in') await page.getByRole('button', { name: 'Record Check-in' }).first().click();
    else if (name === 'reaction') await post.getByRole('button', { name: 'Love' }).click();
    else {
      await post.getByRole('button', { name: 'Comment' }).click();
      await post.getByRole('combobox', { name: 'Comment' }).fill('How tall are they?');
      await post.getByRole('combobox', { name: 'Comment' }).press('Enter');
    }
    const bar = page.getByRole('region', { name: 'On this device' });
    await expect(bar).toContainText('1 waiting');
    await page.waitForTimeout(20_000);
    test.info().annotations.push({ type: 'tries', description: String(tries) });
    console.log(`${name}: ${tries} tries in 20 s`);
    expect(tries).toBeGreaterThan(1);
    expect(tries).toBeLessThanOrEqual(12);

    await test.step('another origin that responds instead is not called more often', async () => {
      proxy.refuse((incoming, response) => isApi(incoming) && away(incoming, response));
      await proxy.listen();
      tries = 0;
      await page.waitForTimeout(5000);
      expect(tries).toBeLessThanOrEqual(5);
      await expect(bar).toContainText('1 waiting');
    });

    proxy.refuse(() => false);
    await expect(bar).toBeHidden({ timeout: 45_000 });
  });

for (const [status, text] of [
  [404, '404 page not found'],
  [403, 'Forbidden'],
  [200, 'Welcome to this network'],
  [200, ''],
  [503, 'No available server'],
  [511, 'Network Authentication Required'],
  [302, ''],
] as const)
  test(`a check-in waits out a proxy's ${status}${text === '' ? ' without a text' : ''}`, async ({ page }) => {
    const token = await buildAccount(page, newPerson('Pia Proxy'));
    const mission = await buildMission(page, token, 'Sort the seeds');
    await openMission(page, token, mission);
    proxy.refuse((incoming, response) => {
      if (!isApi(incoming)) return false;
      return status === 302 ? away(incoming, response) : answerPage(response, status, text);
    });
    await choose(page.getByRole('radio', { name: 'Check In with Text' }));
    await page.getByLabel('Your Update').fill('Beans to the left');
    await page.getByRole('button', { name: 'Record Check-in' }).first().click();
    const bar = page.getByRole('region', { name: 'On this device' });
    await expect(bar).toContainText('1 waiting');
    await expect(bar).not.toContainText('not sent');
    // The session stays, and so do the cached responses.
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Sort the seeds' })).toBeVisible();
    await expect(bar).toContainText('1 waiting');
    proxy.refuse(() => false);
    await expect(bar).toBeHidden({ timeout: 30_000 });
    await openPart(page, 'Check-ins');
    await expect(page.getByRole('region', { name: 'Recent Check-ins' })).toContainText('Beans to the left');
  });

/** Requires the proxy's own cookie; returns a function that ends its session. */
function startDoor(refuse: (incoming: IncomingMessage, response: ServerResponse) => boolean): () => void {
  let session = 1;
  proxy.refuse((incoming, response) => {
    const { headers, url } = incoming;
    if (url!.startsWith('/door/')) {
      const back = decodeURIComponent(url!.slice('/door/'.length));
      response.writeHead(303, { location: back, 'set-cookie': `door=${session}; Path=/; HttpOnly` }).end();
      return true;
    }
    if (headers.cookie?.includes(`door=${session}`)) return false;
    if (headers['sec-fetch-mode'] !== 'navigate') return refuse(incoming, response);
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end(`<h1>The door</h1><a href="/door/${encodeURIComponent(url!)}">Come in</a>`);
    return true;
  });
  return () => void session++;
}

for (const [name, refuse] of [
  ['a page with status 401', (_: IncomingMessage, response: ServerResponse) => answerPage(response, 401, 'Sign in')],
  ['a redirect to another origin', away],
] as const)
  test(`the session outlives a login proxy that returns ${name}, and the page offers its sign-in`, async ({ page }) => {
    const token = await buildAccount(page, newPerson('Dora Door'));
    const mission = await buildMission(page, token, 'Ring the bell');
    const end = startDoor(refuse);
    await page.goto(`${proxy.url}/login`);
    await page.getByRole('link', { name: 'Come in' }).click();
    await openMission(page, token, mission);
    end();
    await openPart(page, 'Mission');
    await page.evaluate(() => window.dispatchEvent(new Event('online')));
    const notice = page.getByText('The sign-in in front of this site has ended.');
    await expect(notice).toBeVisible();
    if (refuse === away) await expectScreen(page, 'notice about a door', { scan: true });
    await expect(page).toHaveURL(/\/mission\//);
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBe(token);

    await test.step('typed text triggers a question first', async () => {
      await openPart(page, 'Today');
      await choose(page.getByRole('radio', { name: 'Check In with Text' }));
      await page.getByLabel('Your Update').fill('Twice');
      await page.getByRole('button', { name: 'Load again' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Load anyway' }).click();
    });
    await page.getByRole('link', { name: 'Come in' }).click();
    await expect(page.getByRole('heading', { name: 'Ring the bell' })).toBeVisible();
    await expect(notice).toBeHidden();
    await expect(page.getByText(/^Offline/)).toBeHidden();
  });

test('every page loads the manifest through a login proxy that needs a cookie', async ({ page, context }) => {
  const asked: boolean[] = [];
  startDoor((incoming, response) => {
    if (incoming.url === '/manifest.webmanifest') asked.push(false);
    return answerPage(response, 401, 'Sign in');
  });
  await page.goto(`${proxy.url}/login`);
  await page.getByRole('link', { name: 'Come in' }).click();
  const cdp = await context.newCDPSession(page);
  for (const path of ['/login', '/dashboard', '/join/2222222222', '/key/unknown', '/docs/api']) {
    await page.goto(`${proxy.url}${path}`);
    if (path === '/docs/api') {
      await expect(page.locator('link[rel=manifest]:not([crossorigin=use-credentials])')).toHaveCount(0);
      continue;
    }
    const { errors, data } = await cdp.send('Page.getAppManifest');
    expect([errors, data?.includes('Emberkin')], path).toEqual([[], true]);
  }
  expect(asked).toEqual([]);
});
