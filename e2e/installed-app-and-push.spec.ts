import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, CDPSession, Page, Worker } from '@playwright/test';
import sharp from 'sharp';
import { readRows, untilInstalled } from './device.ts';
import { buildCheckin, buildMission, buildPerson, buildPicture, choose } from './factories.ts';
import { test as base, expect, expectAccessible, openPart, PHONE, signIn, WHOLE_BROWSER, watch } from './fixtures.ts';

/** Uses a persistent profile, because private windows, as in Playwright, install nothing and show no notifications. */
const test = base.extend<{ phone: BrowserContext }>({
  phone: async ({ playwright, baseURL, locale, timezoneId, launchOptions, expected }, use) => {
    const profile = mkdtempSync(join(tmpdir(), 'emberkin-e2e-profile-'));
    const options = { baseURL: baseURL!, locale: locale!, timezoneId: timezoneId!, viewport: PHONE };
    const phone = await playwright.chromium.launchPersistentContext(profile, {
      ...launchOptions,
      ...WHOLE_BROWSER,
      ...options,
      serviceWorkers: 'allow',
    });
    await phone.grantPermissions(['notifications'], { origin: baseURL! });
    const troubles: string[] = [];
    watch(phone, troubles);
    await use(phone);
    await phone.close();
    await rm(profile, { recursive: true, force: true });
    expect(troubles.filter((line) => !expected.test(line))).toEqual([]);
  },
});

// The page's last requests can arrive after the session has ended.
test.use({ expected: /status of 401.*\/api\/(?:auth\/me|dashboard)/ });

interface Image {
  src: string;
  sizes: string;
  purpose?: string;
}
interface Manifest {
  icons: Image[];
  screenshots: (Image & { form_factor: string })[];
  shortcuts: { url: string; icons: Image[] }[];
  share_target: { action: string };
}

async function expectTrueSizes(page: Page, images: readonly Image[]): Promise<void> {
  for (const { src, sizes } of images) {
    const { width, height, format } = await sharp(await (await page.request.get(src)).body()).metadata();
    expect(format === 'svg' ? 'any' : `${width}x${height}`, src).toBe(sizes);
  }
}

interface WorkerScope {
  registration: ServiceWorkerRegistration;
  NotificationEvent: new (type: string, init: { notification: Notification; action: string }) => Event;
  dispatchEvent: (event: Event) => boolean;
  /** The notifications that this journey counts. */
  shown_count: number;
}

/**
 * Returns a function that delivers a message to the service worker, like a push service, and waits until it is shown.
 * Reading the notifications earlier would make the browser drop it.
 */
async function makePush(cdp: CDPSession, worker: Worker, origin: string): Promise<(message: object) => Promise<void>> {
  const found = new Promise<string>((resolve) => {
    cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [one] }) => one && resolve(one.registrationId));
  });
  await cdp.send('ServiceWorker.enable');
  const registrationId = await found;
  await worker.evaluate(() => {
    const scope = globalThis as unknown as WorkerScope;
    const { registration } = scope;
    const show = registration.showNotification.bind(registration);
    scope.shown_count = 0;
    registration.showNotification = async (...notification) => {
      await show(...notification);
      scope.shown_count += 1;
    };
  });
  const shownCount = () => worker.evaluate(() => (globalThis as unknown as WorkerScope).shown_count);
  return async (message) => {
    const before = await shownCount();
    const data = JSON.stringify(message);
    await cdp.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data });
    await expect.poll(shownCount).toBeGreaterThan(before);
  };
}

interface ShownMessage {
  title: string;
  body: string;
  actions: string[];
}
const readShown = (page: Page): Promise<ShownMessage[]> =>
  page.evaluate(async () => {
    const shown = await (await navigator.serviceWorker.ready).getNotifications();
    return shown.map((one) => {
      const { actions = [] } = one as Notification & { actions?: { title: string }[] };
      return { title: one.title, body: one.body, actions: actions.map(({ title }) => title) };
    });
  });

const tap = (worker: Worker, action = ''): Promise<void> =>
  worker.evaluate(async (name) => {
    const scope = globalThis as unknown as WorkerScope;
    const notification = (await scope.registration.getNotifications())[0]!;
    const event = new scope.NotificationEvent('notificationclick', { notification, action: name });
    // Only a person's tap can bring a window to the front, so this one is refused.
    const waitUntil = (work: Promise<unknown>) => void work.catch(() => undefined);
    scope.dispatchEvent(Object.defineProperty(event, 'waitUntil', { value: waitUntil }));
  }, action);

test('a user of the installed app gets push messages, follows them and logs out', async ({ phone, baseURL }) => {
  const page = phone.pages()[0]!;
  const { token } = await buildPerson(page, 'Ida Installs');
  const mission = await buildMission(page, token, 'Swim before work');
  await signIn(page, token);
  await untilInstalled(page);
  const cdp = await phone.newCDPSession(page);

  await test.step('the app can be installed, and its files match the manifest', async () => {
    // In the served page, so that tools and browsers without scripts find it.
    for (const path of ['/', '/login', '/dashboard', '/join/2222222222'])
      expect(await (await page.request.get(path)).text(), path).toContain(
        '<link rel="manifest" href="/manifest.webmanifest" crossorigin="use-credentials"',
      );
    // The browser downloads an icon first, which takes a moment.
    const installability = () => cdp.send('Page.getInstallabilityErrors');
    await expect.poll(installability).toEqual({ installabilityErrors: [] });
    const { url, errors, data } = await cdp.send('Page.getAppManifest');
    expect([url, errors]).toEqual([`${baseURL}/manifest.webmanifest`, []]);
    const { icons, screenshots, shortcuts, share_target } = JSON.parse(data!) as Manifest;
    const sizesOf = (purpose: string) => icons.filter((it) => (it.purpose ?? 'any') === purpose).map((it) => it.sizes);
    expect(sizesOf('any')).toEqual(expect.arrayContaining(['192x192', '512x512']));
    expect(sizesOf('maskable')).toContain('512x512');
    expect(shortcuts.map((it) => it.url)).toEqual(['/check-in', '/create-mission']);
    expect(new Set(screenshots.map((it) => it.form_factor))).toEqual(new Set(['narrow', 'wide']));
    expect(share_target.action).toBe('/share-photo');
    await expectTrueSizes(page, [...icons, ...screenshots, ...shortcuts.flatMap((it) => it.icons)]);
  });

  // The worker controls the window from its second page.
  await page.reload();
  await expect(page.getByRole('heading', { name: 'My Missions' })).toBeVisible();
  const worker = phone.serviceWorkers()[0]!;
  const push = await makePush(cdp, worker, baseURL!);
  const reminder = {
    title: 'Swim before work',
    body: 'Your fire is still open today.',
    path: `/mission/${mission}#checkin`,
    tag: `reminder-${mission}`,
    checkin_path: '/check-in',
  };

  await test.step('a reminder is shown, and its action opens the check-in', async () => {
    await push(reminder);
    const shown = [{ title: reminder.title, body: reminder.body, actions: ['Check in'] }];
    await expect.poll(() => readShown(page)).toEqual(shown);
    // A repeated reminder replaces the first reminder.
    await push({ ...reminder, body: 'Two hours are left.' });
    await expect.poll(() => readShown(page)).toEqual([{ ...shown[0], body: 'Two hours are left.' }]);
    await page.evaluate(() => document.documentElement.setAttribute('data-drawn', 'once'));
    await tap(worker, 'check-in');
    await expect(page).toHaveURL('/check-in');
    await expect(page.getByRole('button', { name: 'Check In: Swim before work' })).toBeVisible();
    await expect.poll(() => readShown(page)).toEqual([]);
  });

  await test.step('a tap next to it opens the mission in the same window', async () => {
    await push(reminder);
    await expect.poll(() => readShown(page)).toMatchObject([{ body: reminder.body }]);
    await tap(worker);
    await expect(page).toHaveURL(`/mission/${mission}#checkin`);
    await expect(page.getByRole('region', { name: 'Daily Check-in' })).toBeFocused();
    expect(phone.pages()).toHaveLength(1);
    // The page navigated without a reload: its mark still exists.
    await expect(page.locator('html')).toHaveAttribute('data-drawn', 'once');
  });

  await test.step('a message about a reaction opens the check-in', async () => {
    const checkin = await buildCheckin(page, token, mission, 'Cold, and good.');
    await push({ title: 'Swim', body: 'Ben reacted', path: `/mission/${mission}#checkin-${checkin}`, tag: 'reaction' });
    // The previous message might still be closing.
    await expect.poll(() => readShown(page)).toMatchObject([{ body: 'Ben reacted' }]);
    await tap(worker);
    await expect(page).toHaveURL(`/mission/${mission}?part=team#checkin-${checkin}`);
    await expect(page.getByRole('article').filter({ hasText: 'Cold, and good.' })).toBeFocused();
  });

  await test.step('logging out removes it from the screen', async () => {
    await push(reminder);
    await expect.poll(() => readShown(page)).toMatchObject([{ body: reminder.body }]);
    await page.goto('/profile');
    await page.getByRole('button', { name: 'Log out' }).click();
    await expect(page).toHaveURL('/login');
    await expect.poll(() => readShown(page)).toEqual([]);
    await expect.poll(() => readRows(page)).toEqual([]);
  });
});

test.describe('a photo from the gallery', () => {
  test.use({ serviceWorkers: 'allow', viewport: PHONE });

  test('a user shares a photo from the gallery as a check-in of a chosen mission', async ({ page }) => {
    const { token } = await buildPerson(page, 'Sara Shares');
    await buildMission(page, token, 'Read 20 pages before bed');
    const mission = await buildMission(page, token, 'Bake something');
    await signIn(page, token);
    await untilInstalled(page);
    await page.reload();
    await expect(page.getByRole('heading', { name: 'My Missions' })).toBeVisible();

    await test.step('the system passes it on with its text', async () => {
      const photo = (await buildPicture()).toString('base64');
      await page.evaluate((base64) => {
        const form = document.createElement('form');
        Object.assign(form, { method: 'POST', action: '/share-photo', enctype: 'multipart/form-data' });
        const text = Object.assign(document.createElement('input'), { name: 'text', value: 'Rye, still warm.' });
        const file = Object.assign(document.createElement('input'), { name: 'photo', type: 'file' });
        const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
        const gallery = new DataTransfer();
        gallery.items.add(new File([bytes], 'bread.png', { type: 'image/png' }));
        file.files = gallery.files;
        form.append(text, file);
        document.body.append(form);
        form.submit();
      }, photo);
      await expect(page.getByRole('heading', { name: 'Which mission is it for?' })).toBeVisible();
      await expectAccessible(page, 'shared from outside, which mission', { scan: true });
    });

    await test.step('it waits behind a card, fills the form and is checked in with one more tap', async () => {
      await page
        .getByRole('listitem')
        .filter({ hasText: 'Bake something' })
        .getByRole('link', { name: 'Add the photo here' })
        .click();
      await expect(page).toHaveURL(new RegExp(`/mission/${mission}\\?shared=`));
      const form = page.getByRole('region', { name: 'Daily Check-in' });
      const card = page.getByRole('region', { name: 'Shared from outside Emberkin' });
      await expect(card.getByRole('img', { name: 'What was shared' })).toBeVisible();
      await expect(card.getByText('Rye, still warm.')).toBeVisible();
      await expect(form.getByRole('radio', { name: 'Check In Only' })).toBeChecked();
      await expectAccessible(page, 'mission page, shared from outside', { scan: true });
      await card.getByRole('button', { name: 'Use it' }).click();
      await expect(card).toHaveCount(0);
      await expect(form.getByRole('heading', { name: 'Daily Check-in' })).toBeFocused();
      await expect(form.getByRole('radio', { name: 'Check In with Photo' })).toBeChecked();
      await expect(form.getByRole('img', { name: 'Your choice' })).toBeVisible();
      await expect(form.getByLabel(/^Photo Description/)).toHaveValue('Rye, still warm.');
      await page.getByRole('button', { name: 'Record Check-in' }).first().click();
      await expect(page.getByRole('heading', { name: "You've checked in today!" })).toBeVisible();
      await openPart(page, 'Check-ins');
      const row = page.getByRole('region', { name: 'Recent Check-ins' }).getByRole('article');
      await expect(row).toContainText('Rye, still warm.');
      await expect(row.getByRole('button', { name: /^Enlarge/ })).toBeVisible();
    });

    await test.step('it is used only once', async () => {
      expect((await readRows(page)).filter((row) => row.startsWith('shared '))).toEqual([]);
    });
  });

  test('a user discards a form that another site posted with one tap', async ({ page, baseURL }) => {
    const { token } = await buildPerson(page, 'Sara Shares');
    const mission = await buildMission(page, token, 'Read 20 pages before bed');
    await signIn(page, token);
    await untilInstalled(page);

    const post = `<form method="post" enctype="multipart/form-data" action="${baseURL}/share-photo">
      <textarea name="text">Buy this. ${'x'.repeat(3000)}</textarea></form>
      <script>document.forms[0].submit()</script>`;
    await page.route('http://foreign.example/', (route) => route.fulfill({ contentType: 'text/html', body: post }));
    await page.goto('http://foreign.example/');
    await expect(page).toHaveURL(new RegExp(`/mission/${mission}\\?shared=`));

    const form = page.getByRole('region', { name: 'Daily Check-in' });
    const card = page.getByRole('region', { name: 'Shared from outside Emberkin' });
    await expect(card.getByText('Buy this.')).toBeVisible();
    await expect(form.getByRole('radio', { name: 'Check In Only' })).toBeChecked();
    await choose(form.getByRole('radio', { name: 'Check In with Text' }));
    await expect(form.getByLabel(/^Your Update/)).toHaveValue('');

    await card.getByRole('button', { name: 'Discard' }).click();
    await expect(card).toHaveCount(0);
    await expect(form.getByLabel(/^Your Update/)).toHaveValue('');
    expect((await readRows(page)).filter((row) => row.startsWith('shared '))).toEqual([]);
    await page.reload();
    await expect(form).toBeVisible();
    await expect(card).toHaveCount(0);
  });
});
