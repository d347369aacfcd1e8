import type { Locator } from '@playwright/test';
import { repeatSoon } from './database.ts';
import { buildInvitationCode, buildMember, buildMission, buildPerson } from './factories.ts';
import { expect, expectAccessible, expectScreen, PHONE, signIn, test, toast } from './fixtures.ts';
import { readMail } from './mail.ts';

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

// Accessibility checks of several screens take time.
test.slow();
// An ended session returns 401, a wrong password 422, an unknown link 404, and missions without a new owner 400.
test.use({ expected: /40[014]|422/ });

test('a user sees all sessions and ends one from another device', async ({ page, another }) => {
  const { person, token } = await buildPerson(page, 'Ana Lind');
  const other = await another({ userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0' });
  await other.goto('/login');
  const there = await other.request.post('/api/auth/login', { data: person });
  await signIn(other, ((await there.json()) as { access_token: string }).access_token);
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible();

  await test.step('an iPhone reads how to install', async () => {
    const userAgent =
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 Version/18.6 Mobile/15E148 Safari/604.1';
    const phone = await another({ viewport: PHONE, userAgent });
    await signIn(phone, token);
    await phone.getByRole('button', { name: 'Add to Home Screen' }).click();
    await expect(phone.getByRole('dialog', { name: 'Add to Home Screen' })).toContainText('Tap the Share button');
    await expectScreen(phone, 'dashboard, how to install on an iPhone', { scan: true });
  });

  await signIn(page, token, '/profile');
  await page.getByRole('main').getByRole('link', { name: 'Settings' }).click();
  const sessions = page.getByRole('region', { name: 'Devices and sessions' });
  await expect(sessions.getByText('Chrome on Linux')).toBeVisible();
  await expect(sessions.getByText('This device')).toHaveCount(1);
  await expectScreen(page, 'settings', { scan: true });
  await expectAccessible(page, 'settings, wide', { scan: true, themes: ['light'] });
  await sessions.getByRole('button', { name: /^Log out Firefox on Linux/ }).click();
  await expect(page.getByRole('dialog', { name: 'Log out this device?' })).toContainText('Firefox on Linux');
  await page.getByRole('dialog').getByRole('button', { name: 'Log out' }).click();
  await expect(page.getByText('The device is logged out')).toBeVisible();
  await expect(sessions.getByText('Firefox on Linux')).toHaveCount(0);
  await other.reload();
  await expect(other.getByRole('button', { name: 'Sign In' })).toBeVisible();

  await test.step('a refused choice is reverted', async () => {
    const digest = page.getByRole('switch', { name: 'Your week in pictures' });
    const before = await digest.isChecked();
    let isRefusing = true;
    let release = () => {};
    const isReleased = new Promise<void>((resolve) => {
      release = resolve;
    });
    // The toast reverts it, not the next response with the settings.
    await page.route('**/api/settings', async (route) => {
      if (isRefusing && route.request().method() === 'PUT')
        return route.fulfill({ status: 404, json: { code: 'not_found', detail: '' } });
      await isReleased;
      await route.continue();
    });
    await page.getByText('Your week in pictures').click();
    await expect(toast(page, "We couldn't save your settings. Please try again.")).toBeVisible();
    await expect(digest).toBeChecked({ checked: before });
    isRefusing = false;
    release();
    const saved = page.waitForResponse(
      (answer) => answer.url().endsWith('/api/settings') && answer.request().method() === 'PUT',
    );
    await page.getByText('Your week in pictures').click();
    await saved;
    await page.reload();
    await expect(digest).toBeChecked({ checked: !before });
  });

  await test.step('dates use the chosen format', async () => {
    await page.getByLabel('Dates').selectOption({ label: '2026-11-21' });
    await expect(sessions.getByText(/Last used \d{4}-\d{2}-\d{2}, \d{2}:\d{2}/)).toBeVisible();
  });
});

test('a user changes the password by keyboard and logs out everywhere', async ({ page, another }) => {
  const { person, token } = await buildPerson(page, 'Ana Lind');
  const other = await another();
  const login = async (password: string) =>
    other.request.post('/api/auth/login', { data: { email: person.email, password } });
  const there = ((await (await login(person.password)).json()) as { access_token: string }).access_token;
  await signIn(other, there);
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible();
  await signIn(page, token, '/settings');
  const dialog = page.getByRole('dialog', { name: 'Change password' });
  const [current, next, repeated] = ['Current password', 'New password', 'Repeat new password'].map((label) =>
    dialog.getByLabel(label, { exact: true }),
  ) as [Locator, Locator, Locator];

  await test.step('an error is shown at its field', async () => {
    await page.getByRole('button', { name: 'Change password' }).press('Enter');
    await expect(dialog).toContainText('remove your API tokens and webhooks');
    await expect(current).toBeFocused();
    await expectScreen(page, 'change password', { scan: true });
    await page.keyboard.type('not it');
    await next.fill('a new campfire');
    await repeated.fill('another campfire');
    await page.keyboard.press('Enter');
    await expect(dialog.getByText('Passwords do not match')).toBeVisible();
    await repeated.fill('a new campfire');
    await page.keyboard.press('Enter');
    await expect(dialog.getByText("That password isn't right")).toBeVisible();
    await expect(current).toBeFocused();
    await expectScreen(page, 'change password, refused', { scan: true });
  });

  await test.step('every other device is logged out, but this device is not', async () => {
    let release = () => {};
    const isReleased = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/api/auth/password', async (route) => {
      await isReleased;
      await route.continue();
    });
    await current.fill(person.password);
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('button', { name: 'Saving...' })).toBeDisabled();
    release();
    await expect(toast(page, 'Your password is changed')).toBeVisible();
    await expect(dialog).toHaveCount(0);
    await expect(page.getByRole('region', { name: 'Devices and sessions' }).getByRole('listitem')).toHaveCount(1);
    await other.reload();
    await expect(other.getByRole('button', { name: 'Sign In' })).toBeVisible();
    expect((await login(person.password)).status()).toBe(401);
  });

  await test.step('logging out everywhere ends both sessions', async () => {
    const again = ((await (await login('a new campfire')).json()) as { access_token: string }).access_token;
    await page.getByRole('button', { name: 'Log out everywhere' }).click();
    const question = page.getByRole('dialog', { name: 'Log out everywhere?' });
    await expect(question).toContainText('API tokens keep working');
    await expectScreen(page, 'question before logging out everywhere', { scan: true });
    await question.getByRole('button', { name: 'Log out everywhere' }).click();
    await expect(toast(page, 'Logged out everywhere')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
    expect((await page.request.get('/api/auth/me', { headers: bearer(again) })).status()).toBe(401);
  });
});

test('a reminder arrives by email, checks in with one tap, and can be stopped there', async ({ page, another }) => {
  // A zone where it is ten in the morning, outside the quiet hours.
  const hour = 10;
  const offset = ((hour - new Date().getUTCHours() + 36) % 24) - 12;
  const zone = offset === 0 ? 'UTC' : `Etc/GMT${offset > 0 ? '-' : '+'}${Math.abs(offset)}`;
  const { person, token } = await buildPerson(page, 'Ana Lind', zone);
  const id = await buildMission(page, token, 'Swim before work');
  await signIn(page, token, '/settings');
  const reminders = page.getByRole('region', { name: 'Reminders' });
  await test.step('a change stays while the previous one is being saved', async () => {
    const releases: (() => void)[] = [];
    const requests = (count: number) => expect.poll(() => releases.length).toBe(count);
    await page.route('**/reminder', async (route) => {
      await new Promise<void>((resolve) => releases.push(resolve));
      await route.continue();
    });
    await reminders.getByText('Swim before work').click();
    await expect(reminders.getByRole('switch', { name: 'Swim before work' })).toBeChecked();
    await reminders.getByLabel('Hour').selectOption(`${hour}:00`);
    await requests(1);
    const firstAlone = page.waitForResponse('**/api/reminders');
    releases[0]!();
    await requests(2);
    expect(await (await firstAlone).json()).toMatchObject([{ is_on: true, hour: 20 }]);
    await expect(reminders.getByLabel('Hour')).toHaveValue(`${hour}:00`);
    await reminders.getByLabel('When will you do it?').fill('After coffee');
    await reminders.getByLabel('When will you do it?').press('Enter');
    releases[1]!();
    await requests(3);
    releases[2]!();
    const saved = async () => (await page.request.get('/api/reminders', { headers: bearer(token) })).json();
    await expect.poll(saved).toMatchObject([{ is_on: true, hour, cue: 'After coffee' }]);
    await page.unroute('**/reminder');
  });
  await expectScreen(page, 'reminder, with a moment', { scan: true });

  await repeatSoon('remind');
  await expect(async () => {
    expect((await readMail(person.email)).subject).toBe('After coffee: Swim before work');
  }).toPass({ timeout: 30_000 });
  const mail = await readMail(person.email);
  const link = /http\S+(\/one-tap\/\S+)/.exec(mail.text ?? '')![1]!;
  const off = /http\S+(\/unsubscribe\/\S+)/.exec(mail.text ?? '')![1]!;

  await test.step('the link changes nothing; its tap checks in without a session', async () => {
    const phone = await another({ viewport: PHONE });
    await phone.goto(link);
    await expect(phone.getByRole('heading', { name: 'Swim before work' })).toBeVisible();
    await expectScreen(phone, 'one tap, open', { scan: true });
    const feed = () => page.request.get(`/api/missions/${id}/checkins`, { headers: bearer(token) });
    expect(await (await feed()).json()).toEqual([]);
    await phone.getByRole('button', { name: 'Check in for today' }).click();
    await expect(phone.getByRole('heading', { name: "You've checked in today!" })).toBeVisible();
    expect(await (await feed()).json()).toMatchObject([{ type: 'tick' }]);
    await expectAccessible(phone, 'one tap, checked in', { scan: true });
    await phone.goto(link);
    await expect(phone.getByRole('heading', { name: "You're already checked in" })).toBeVisible();
    await expectAccessible(phone, 'one tap, already checked in', { scan: true });
    await phone.goto('/one-tap/nobody.knows.this');
    await expect(phone.getByRole('heading', { name: "This link doesn't work" })).toBeVisible();
    await expectAccessible(phone, 'one tap, invalid link', { scan: true });
  });

  await test.step('the unsubscribe link stops the reminders after a question', async () => {
    const phone = await another({ viewport: PHONE });
    await phone.goto(off);
    await expect(phone.getByRole('heading', { name: 'Stop the reminders?' })).toBeVisible();
    await expectScreen(phone, 'reminders by mail, question before they stop', { scan: true });
    await page.reload();
    await expect(reminders.getByRole('switch', { name: 'Swim before work' })).toBeChecked();
    await phone.getByRole('button', { name: 'Unsubscribe' }).click();
    await expect(phone.getByRole('heading', { name: 'No more reminders' })).toBeVisible();
    await expectAccessible(phone, 'reminders by mail, stopped', { scan: true });
    await page.reload();
    await expect(reminders.getByRole('switch', { name: 'Swim before work' })).not.toBeChecked();
  });
});

test('a user downloads the data, and deletes the account after transferring a mission', async ({ page, another }) => {
  const { person, token } = await buildPerson(page, 'Ana Lind');
  const id = await buildMission(page, token, 'Read at night');
  const ben = await buildMember(page, await buildInvitationCode(page, token, id), 'Ben');
  await signIn(page, token, '/settings');

  await test.step('the archive is downloaded', async () => {
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download my data' }).click();
    expect((await download).suggestedFilename()).toMatch(/^emberkin-\d{4}-\d{2}-\d{2}\.zip$/);
    await expect(toast(page, 'Your data is downloaded')).toBeVisible();
  });

  await test.step('a download of 200 MB shows its progress, and the page does not keep it', async () => {
    const device = await page.context().newCDPSession(page);
    const heap = async () => {
      // Discarded data counts until the browser collects it.
      await device.send('HeapProfiler.collectGarbage');
      return page.evaluate(
        () => (performance as unknown as { memory: { usedJSHeapSize: number } }).memory.usedJSHeapSize,
      );
    };
    const before = await heap();
    await page.evaluate(() => {
      const send = window.fetch;
      let sent = 0;
      const goOn = new Promise((resolve) => window.addEventListener('go-on', resolve, { once: true }));
      const body = new ReadableStream({
        async pull(controller) {
          if (sent === 120) await goOn;
          if (sent++ < 200) controller.enqueue(new Uint8Array(1024 * 1024));
          else controller.close();
        },
      });
      window.fetch = (...input) =>
        String(input[0]).includes('/export')
          ? Promise.resolve(
              new Response(body, { headers: { 'content-disposition': 'attachment; filename="emberkin.zip"' } }),
            )
          : send(...input);
    });
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download my data' }).click();
    await expect(page.getByRole('button', { name: /^1[12]\d MB so far/ })).toBeVisible();
    expect((await heap()) - before).toBeLessThan(50 * 1024 * 1024);
    await page.evaluate(() => window.dispatchEvent(new Event('go-on')));
    expect((await download).suggestedFilename()).toBe('emberkin.zip');
  });

  const dialog = page.getByRole('dialog');
  const tryToDelete = async (password: string) => {
    await page.getByRole('button', { name: 'Delete my account' }).first().click();
    await dialog.getByLabel('Password', { exact: true }).fill(password);
    await dialog.getByRole('button', { name: 'Delete my account' }).click();
  };

  await test.step('a wrong password is refused at its field', async () => {
    await tryToDelete('not it');
    await expect(dialog.getByText("That password isn't right")).toBeVisible();
    await expectScreen(page, 'delete account, refused', { scan: true });
    await page.keyboard.press('Escape');
  });

  await test.step('a mission with others is transferred first', async () => {
    await tryToDelete(person.password);
    await expect(page.getByRole('dialog', { name: 'Hand your missions over first' })).toContainText('Read at night');
    await expectScreen(page, 'delete account, missions to be handed over', { scan: true });
    const me = await page.request.get('/api/auth/me', { headers: bearer(ben.token) });
    const { id: benId } = (await me.json()) as { id: string };
    const owner = `/api/missions/${id}/owner`;
    expect((await page.request.put(owner, { headers: bearer(token), data: { user_id: benId } })).ok()).toBe(true);
    expect((await page.request.post(`${owner}/accept`, { headers: bearer(ben.token) })).ok()).toBe(true);
    await dialog.getByRole('button', { name: 'Close' }).last().click();
  });

  await test.step('the account is deleted, and its address is free', async () => {
    await tryToDelete(person.password);
    await expect(toast(page, 'Your account has been deleted')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
    const visitor = await another();
    expect((await visitor.request.post('/api/auth/login', { data: person })).status()).toBe(401);
    expect((await visitor.request.post('/api/auth/register', { data: person })).status()).toBe(200);
  });
});
