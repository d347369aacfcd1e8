import { expectPersisted, readCaches, readRows, untilInstalled } from './device.ts';
import {
  buildCheckin,
  buildInvitationCode,
  buildMember,
  buildMission,
  buildPicture,
  choose,
  logOut,
} from './factories.ts';
import { buildAccount, expect, expectAccessible, expectScreen, newPerson, openPart, signIn, test } from './fixtures.ts';
import { sayIn } from './languages.ts';

// Requests fail without a network; these journeys are about that.
test.use({ serviceWorkers: 'allow', expected: /failed: |console: Failed to load resource/ });

test('a user opens dashboard and deep link without a network, and reads that it is offline', async ({
  page,
  context,
}) => {
  const token = await buildAccount(page, newPerson('Nora Offline'));
  const mission = await buildMission(page, token, 'Stretch on the train');
  await buildMember(page, await buildInvitationCode(page, token, mission), 'Mo Missing');
  await signIn(page, token);
  await expect(page.getByRole('link', { name: /Stretch on the train/ }).first()).toBeVisible();
  await page.goto(`/mission/${mission}`);
  await expect(page.getByRole('heading', { name: 'Stretch on the train' })).toBeVisible();
  await untilInstalled(page);
  await expectPersisted(page, `["mission","${mission}"]`, '["dashboard"');
  await context.setOffline(true);
  await page.reload();
  const bar = page.getByText(/^Offline\. Last updated \d\d:\d\d$/);
  await expect(bar).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Stretch on the train' })).toBeVisible();
  await bar.click();
  await expect(page.getByText("We'll send anything you do now when you're back online.")).toBeVisible();
  expect((await bar.locator('..').boundingBox())!.height).toBe(44);
  const nudge = page.getByRole('button', { name: 'Nudge Mo' });
  await expect(nudge).toBeDisabled();
  await page.getByRole('button', { name: 'Who is in today' }).click();
  const sheet = page.getByRole('dialog');
  await expect(sheet.getByRole('button', { name: 'Nudge Mo Missing' })).toBeDisabled();
  await sheet.getByRole('button', { name: 'Close' }).click();
  await page.goto('/dashboard');
  await expect(page.getByRole('link', { name: /Stretch on the train/ }).first()).toBeVisible();
  await expect(bar).toBeVisible();
  await page.goto(`/mission/${mission}`);
  await expect(nudge).toBeDisabled();
  await context.setOffline(false);
  // The browser's online event makes the page query again.
  await expect(bar).toBeHidden();
  await expect(nudge).toBeEnabled();
});

test('a user who logs out leaves nothing private on the device', async ({ page }) => {
  const token = await buildAccount(page, newPerson('Liv Leaves'));
  const mission = await buildMission(page, token, 'A very private habit');
  await signIn(page, token);
  await expect(page.getByRole('heading', { name: 'My Missions' })).toBeVisible();
  await expectPersisted(page, 'A very private habit');
  await untilInstalled(page);
  // From now on, the service worker responds for this page.
  await page.goto(`/mission/${mission}`);

  await test.step('a photo is pending, and another one was shared by an app', async () => {
    await page.route('**/api/checkins', (route) => route.abort('internetdisconnected'));
    await choose(page.getByRole('radio', { name: 'Check In with Photo' }));
    await page.getByLabel(/^Choose a photo/).setInputFiles({
      name: 'mine.png',
      mimeType: 'image/png',
      buffer: await buildPicture(),
    });
    await page.getByLabel(/^Photo Description/).fill('Only for us');
    await page.getByRole('button', { name: 'Record Check-in' }).first().click();
    await expect(page.getByRole('region', { name: 'On this device' })).toContainText('Only for us');
    await page.evaluate(() => {
      const form = new FormData();
      form.set('text', 'Shared and left');
      form.set('photo', new File(['a picture'], 'left.png', { type: 'image/png' }));
      return fetch('/share-photo', { method: 'POST', body: form });
    });
    await expectPersisted(page, 'Only for us', 'Shared and left');
  });

  const secrets = ['A very private habit', 'Liv Leaves', 'Only for us', 'Shared and left', token];
  const expectNothingCached = async () => {
    const { paths, found } = await readCaches(page, secrets);
    expect(paths).toContain('/index.html');
    expect(paths.filter((path) => /^\/(api|media|share)\//.test(path))).toEqual([]);
    expect(found).toEqual([]);
  };
  await expectNothingCached();
  await logOut(page);
  const question = page.getByRole('dialog', { name: 'Not everything has been sent' });
  await expectAccessible(page, 'question before logging out with unsent check-ins', { scan: true });
  await question.getByRole('button', { name: 'Log out and discard' }).click();
  await expect(page).toHaveURL('/login');
  await expect.poll(() => readRows(page)).toEqual([]);
  const local = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));
  for (const secret of secrets) expect(local).not.toContain(secret);
  await expectNothingCached();
});

test('an offline check-in survives a reload and is sent once from two tabs', async ({ page, context }) => {
  const token = await buildAccount(page, newPerson('Tom Tunnel'));
  const mission = await buildMission(page, token, 'Breathe in the lift');
  const sent: string[] = [];
  context.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/checkins')) sent.push(request.postData() ?? '');
  });
  await signIn(page, token);
  await page.getByRole('link', { name: 'Check In: Breathe in the lift' }).click();
  await expect(page.getByRole('heading', { name: 'Breathe in the lift' })).toBeVisible();
  await untilInstalled(page);
  await expectPersisted(page, `["mission","${mission}"]`);
  await context.setOffline(true);
  await choose(page.getByRole('radio', { name: 'Check In with Text' }));
  await page.getByLabel('Your Update').fill('Four floors, four breaths');
  await page.getByRole('button', { name: 'Record Check-in' }).first().click();
  await expect(page.getByText("You've checked in today!")).toBeVisible();
  await expect(page.getByText(/Saved on this device at/)).toBeVisible();
  const card = page.getByRole('region', { name: 'On this device' });
  await expect(card).toContainText('Four floors, four breaths');
  await expect(card).toContainText('Waiting to send');

  await page.reload();
  await expect(page.getByText("You've checked in today!")).toBeVisible();
  await expect(card).toContainText('Four floors, four breaths');
  const second = await context.newPage();
  await second.goto('/dashboard');
  await expect(second.getByText('1 of 1 checked in today')).toBeVisible();

  const before = sent.length;
  await context.setOffline(false);
  await expect(card).toBeHidden();
  await openPart(page, 'Check-ins');
  await expect(page.getByRole('region', { name: 'Recent Check-ins' })).toContainText('Four floors, four breaths');
  await second.reload();
  await expect(second.getByText('1 of 1 checked in today')).toBeVisible();
  expect(sent.length - before).toBeGreaterThan(0);
  expect(new Set(sent.map((body) => (JSON.parse(body) as { client_id: string }).client_id)).size).toBe(1);
  const answer = await page.request.get(`/api/missions/${mission}/checkins`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect((await answer.json()) as unknown[]).toHaveLength(1);
});

test('a pending check-in waits for a failing server, and a refused one shows the reason', async ({ page, context }) => {
  const token = await buildAccount(page, newPerson('Rita Retry'));
  const mission = await buildMission(page, token, 'Patience, daily');
  const answers = [500, 429];
  await context.route('**/api/checkins', async (route) => {
    const status = answers.shift();
    if (status === undefined) return route.fallback();
    await route.fulfill({
      status,
      headers: status === 429 ? { 'retry-after': '1' } : {},
      json: { code: status === 429 ? 'too_many_requests' : 'internal', detail: 'Not now' },
    });
  });
  await signIn(page, token, `/mission/${mission}`);
  await page.getByRole('button', { name: 'Record Check-in' }).first().click();
  const card = page.getByRole('region', { name: 'On this device' });
  await expect(card).toContainText('Waiting to send');
  await expect(card).toBeHidden({ timeout: 30_000 });
  await openPart(page, 'Check-ins');
  const feed = page.getByRole('region', { name: 'Recent Check-ins' });
  await feed.getByRole('button', { name: 'Today', exact: true }).click();
  await expect(feed.getByRole('article')).toContainText('+10 pts');

  // The day is taken now, so another pending check-in is refused. It stays until it is discarded.
  await page.evaluate(
    async ({ mission }) => {
      const me = (await (
        await fetch('/api/auth/me', { headers: { authorization: `Bearer ${localStorage.getItem('token')}` } })
      ).json()) as { id: string };
      const db = await new Promise<IDBDatabase>((resolve, reject) => {
        const request = indexedDB.open('emberkin');
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
      await new Promise<void>((resolve, reject) => {
        const tx = db.transaction('outbox', 'readwrite');
        tx.objectStore('outbox').put({
          client_id: '018f3a3e-0000-7000-8000-000000000001',
          user_id: me.id,
          kind: 'checkin',
          mission_id: mission,
          mission_title: 'Patience, daily',
          body: { mission_id: mission, type: 'text', content: 'Written elsewhere' },
          photo: null,
          performed_at: new Date().toISOString(),
          local_day: new Date().toISOString().slice(0, 10),
          state: 'waiting',
          reason: null,
          tries: 0,
          not_before: 0,
          retry_after_named: false,
        });
        tx.oncomplete = () => resolve();
        tx.onerror = () => reject(tx.error);
      });
      db.close();
    },
    { mission },
  );
  await page.reload();
  await expect(card).toContainText('You have already checked in today');
  await expect(card).toContainText('Written elsewhere');
  await expectScreen(page, 'outbox, a refused check-in', { scan: true });
  await logOut(page);
  const question = page.getByRole('dialog', { name: 'Not everything has been sent' });
  await question.getByRole('button', { name: 'Stay logged in' }).click();
  await card.getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectAccessible(page, 'outbox, question before it is discarded', { scan: true });
  await page.getByRole('dialog', { name: 'Discard it?' }).getByRole('button', { name: 'Discard' }).click();
  await expect(card).toBeHidden();
});

test('offline reactions and comments arrive once and in order', async ({ page, context }) => {
  const owner = await buildAccount(page, newPerson('Olga Owner'));
  const mission = await buildMission(page, owner, 'Sketch something');
  const mine = await buildMember(page, await buildInvitationCode(page, owner, mission), 'Uma Underground');
  const checkin = await buildCheckin(page, owner, mission, 'A heron, twice');
  const gone = await buildCheckin(page, mine.token, mission, 'A bridge');
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, mine.token, `/mission/${mission}?part=team`);
  const post = page.getByRole('article', { name: /^Olga Owner,/ });
  const own = page.getByRole('article', { name: /^You,/ });
  await post.getByRole('button', { name: 'Comment' }).click();
  await expect(post.getByRole('combobox', { name: 'Comment' })).toBeVisible();
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));

  await context.setOffline(true);
  await post.getByRole('button', { name: 'Love' }).click();
  await expect(post.getByRole('button', { name: 'Love, 1, waiting to send' })).toHaveAttribute('aria-pressed', 'true');
  await post.getByRole('button', { name: 'Wow' }).click();
  await post.getByRole('button', { name: 'Wow, 1, waiting to send' }).click();
  // Removed while it is pending: the last press counts.
  await expect(post.getByRole('button', { name: 'Wow, waiting to send' })).toHaveAttribute('aria-pressed', 'false');
  const field = post.getByRole('combobox', { name: 'Comment' });
  for (const words of ['Which river, @Olga Owner?', 'And when?', 'I would come.']) {
    await field.fill(words);
    await field.press('Enter');
    await expect(field).toHaveValue('');
  }
  const waiting = post.getByRole('list', { name: 'Waiting to send' });
  await expect(waiting.getByRole('listitem')).toHaveText([/Which river/, /And when/, /I would come/]);
  await expect(waiting.locator('b', { hasText: '@Olga Owner' })).toBeVisible();
  await own.getByRole('button', { name: 'Laugh' }).click();
  const card = page.getByRole('region', { name: 'On this device' });
  await expect(card).toContainText('Reactions · 3');
  await expectAccessible(page, 'outbox, reactions and comments', { scan: true });

  // The page reloads offline, and one of the two check-ins becomes unavailable.
  await page.reload();
  await expect(card).toContainText('And when?');
  await expect(post.getByRole('button', { name: 'Love, 1, waiting to send' })).toBeVisible();
  const sent: string[] = [];
  context.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/comments')) sent.push(request.postData() ?? '');
  });
  await context.route(`**/api/checkins/${gone}/reactions`, (route) =>
    route.fulfill({ status: 404, json: { code: 'checkin_not_found', detail: 'Check-in not found' } }),
  );
  await context.setOffline(false);
  await expect(card).not.toContainText('Waiting to send');
  await expect(card).toContainText('Reaction · Sketch something');
  await expect(card).toContainText('Check-in not found');
  await expect(post.getByRole('button', { name: 'Love, 1', exact: true })).toHaveAttribute('aria-pressed', 'true');
  await expect(post.getByRole('button', { name: 'Wow', exact: true })).toHaveAttribute('aria-pressed', 'false');
  await post.getByRole('button', { name: '3 comments' }).click();
  await expect(waiting).toBeHidden();
  await post.getByRole('button', { name: 'View all 3 comments' }).click();
  await expect(post.getByRole('region', { name: 'Comments' }).getByRole('article')).toHaveText([
    /Which river/,
    /And when/,
    /I would come/,
  ]);
  const asOwner = { headers: { authorization: `Bearer ${owner}` } };
  const comments = await page.request.get(`/api/checkins/${checkin}/comments`, asOwner);
  expect((await comments.json()) as unknown[]).toHaveLength(3);
  const ids = sent.map((body) => (JSON.parse(body) as { client_id: string }).client_id);
  expect(new Set(ids).size).toBe(3);
  const bell = (await (await page.request.get('/api/notifications', asOwner)).json()) as {
    notifications: { type: string }[];
  };
  expect(
    bell.notifications
      .map(({ type }) => type)
      .filter((type) => type !== 'checkin')
      .sort(),
  ).toEqual(['comment', 'comment', 'mention', 'reaction']);

  await card.getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('dialog', { name: 'Discard it?' }).getByRole('button', { name: 'Discard' }).click();
  await expect(card).toBeHidden();
});

test.describe('in Arabic', () => {
  test.use({ locale: 'ar-EG' });

  test('the texts of a first visit are available without a network', async ({ page, context }) => {
    const say = sayIn('ar');
    const token = await buildAccount(page, newPerson('Nora Offline'));
    await signIn(page, token);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await untilInstalled(page);
    // Without the texts in the browser's own cache.
    const cdp = await context.newCDPSession(page);
    await expect.poll(() => page.evaluate(async () => (await (await caches.open('texts')).keys()).length)).toBe(2);
    await cdp.send('Network.clearBrowserCache');
    await context.setOffline(true);
    await page.reload();
    await expect(page.locator('html')).toHaveAttribute('lang', 'ar');
    await expect(page.getByRole('link', { name: say('app.frame.page.home') }).first()).toBeVisible();
  });
});
