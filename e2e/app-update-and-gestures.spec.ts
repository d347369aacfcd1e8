import type { Request } from '@playwright/test';
import { buildMission, choose } from './factories.ts';
import { buildAccount, expect, newPerson, signIn, test, WITH_MOTION } from './fixtures.ts';

// The update reloads the page, which cancels its requests.
test.use({ ...WITH_MOTION, serviceWorkers: 'allow', expected: /failed: |console: Failed to load resource/ });

test('a user is offered a new build, which asks before it discards typed text', async ({ page }) => {
  const token = await buildAccount(page, newPerson('Nell New'));
  const mission = await buildMission(page, token, 'Write a letter');
  await signIn(page, token, `/mission/${mission}`);
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  // The first page opened before its service worker.
  await page.reload();
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await choose(page.getByRole('radio', { name: 'Check In with Text' }));
  await page.getByLabel('Your Update').fill('Dear aunt,');
  // To the browser another address is another build: it installs and waits.
  await page.evaluate(async () => void (await navigator.serviceWorker.register('/sw.js?another')));
  await expect(page.getByText('A new version of Emberkin is ready.')).toBeVisible();
  await page.getByRole('button', { name: 'Update', exact: true }).click();
  const question = page.getByRole('dialog', { name: "You're still writing" });
  await question.getByRole('button', { name: 'Keep writing' }).click();
  await expect(page.getByLabel('Your Update')).toHaveValue('Dear aunt,');
  await page.getByLabel('Your Update').fill('');
  const reloaded = page.waitForEvent('load');
  await page.getByRole('button', { name: 'Update', exact: true }).click();
  await reloaded;
  await expect(page.getByRole('heading', { name: 'Write a letter' })).toBeVisible();
});

test('a page sends pending items immediately after a sync event of the service worker', async ({ page, context }) => {
  const token = await buildAccount(page, newPerson('Wim Woken'));
  const mission = await buildMission(page, token, 'Stand up straight');
  let cut = false;
  const pendingRequests = new Set<Request>();
  page.on('request', (request) => cut && pendingRequests.add(request));
  page.on('requestfailed', (request) => pendingRequests.delete(request));
  page.on('requestfinished', (request) => pendingRequests.delete(request));
  await context.route('**/api/**', (route) => (cut ? route.abort() : route.fallback()));
  await page.clock.install();
  await signIn(page, token, `/mission/${mission}`);
  const cdp = await context.newCDPSession(page);
  const found = new Promise<string>((resolve) => {
    cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [one] }) => one && resolve(one.registrationId));
  });
  await cdp.send('ServiceWorker.enable');
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  cut = true;
  await page.getByRole('button', { name: 'Record Check-in' }).first().click();
  const card = page.getByRole('region', { name: 'On this device' });
  await expect(card).toContainText('Waiting to send');
  // The clock stands still and no request is pending, so only the sync event can trigger a new attempt.
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 5_000));
  await page.evaluate(() => document.title);
  await expect.poll(() => pendingRequests.size).toBe(0);
  cut = false;
  const { origin } = new URL(page.url());
  const sync = { origin, registrationId: await found, tag: 'emberkin-outbox', lastChance: false };
  // The last failure delays sending for three seconds, and its record can arrive after the clock has passed them.
  await expect(async () => {
    await page.clock.setSystemTime(await page.evaluate(() => Date.now() + 4_000));
    await cdp.send('ServiceWorker.dispatchSyncEvent', sync);
    await expect(card).toBeHidden({ timeout: 1000 });
  }).toPass({ timeout: 10_000 });
});

test('a user pulls down to refresh the installed app, and scrolling stays normal', async ({ another }) => {
  const page = await another({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  const token = await buildAccount(page, newPerson('Paul Pull'));
  // Enough to make the page longer than the screen.
  for (const title of ['Early mission', 'Read', 'Walk', 'Sketch', 'Floss']) await buildMission(page, token, title);
  const device = await page.context().newCDPSession(page);
  // Only a window without browser controls is standalone. A test has none, so the page is told that it is.
  await page.addInitScript(() => {
    const original = window.matchMedia.bind(window);
    window.matchMedia = (query) => original(query === '(display-mode: standalone)' ? 'all' : query);
  });
  await signIn(page, token);
  await expect(page.getByRole('link', { name: /Early mission/ }).first()).toBeVisible();
  const finger = async (...ys: number[]) => {
    const [first = 0, ...others] = ys;
    await device.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x: 195, y: first }] });
    for (const y of others)
      await device.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [{ x: 195, y }] });
  };
  const release = () => device.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  const mark = page.locator('[data-pull]');

  // A short pull does nothing.
  await finger(300, 320, 340);
  await expect(mark).toHaveAttribute('data-pull', 'pulled');
  await release();
  await expect(mark).toBeHidden();

  const answered = page.waitForResponse('**/api/dashboard');
  await finger(300, 340, 400, 460, 520, 560);
  await expect(mark).toHaveAttribute('data-pull', 'ready');
  await release();
  await answered;
  await expect(page.getByText('Up to date')).toBeAttached();
  await expect(mark).toBeHidden();
  expect(await page.evaluate(() => document.documentElement.style.overscrollBehaviorY)).toBe('contain');
  // Moving up is a scroll.
  await finger(700, 600, 500, 400);
  await release();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(100);
  await expect(mark).toBeHidden();
  await page.goto('/settings');
  await expect(page.getByRole('heading', { name: 'Settings' }).first()).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.style.overscrollBehaviorY)).toBe('');
});

test('a phone user checks in with two taps of one thumb, away from notch and bar', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const token = await buildAccount(page, newPerson('Theo Thumb'));
  await buildMission(page, token, 'Floss');
  const device = await page.context().newCDPSession(page);
  const insets = { top: 47, topMax: 47, bottom: 34, bottomMax: 34 };
  await device.send('Emulation.setSafeAreaInsetsOverride', { insets });
  await signIn(page, token);
  const tabs = page.getByRole('navigation', { name: 'Main' });
  await expect(page.getByRole('link', { name: 'Emberkin home' })).toBeVisible();
  const top = async (locator: ReturnType<typeof page.getByRole>) => (await locator.boundingBox())!.y;
  expect(await top(page.getByRole('link', { name: 'Emberkin home' }))).toBeGreaterThanOrEqual(47);
  const home = (await tabs.getByRole('link', { name: 'Home' }).boundingBox())!;
  expect(home.y + home.height).toBeLessThanOrEqual(844 - 34);
  await tabs.getByRole('link', { name: 'Check In' }).click();
  const record = page.getByRole('button', { name: 'Record Check-in' });
  await expect(record).toBeInViewport({ ratio: 1 });
  await expect.poll(() => top(record)).toBeGreaterThan(844 / 3);
  await record.click();
  await expect(page.getByText("You've checked in today!")).toBeVisible();
});
