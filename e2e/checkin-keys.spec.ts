import type { Locator, Page } from '@playwright/test';
import { untilInstalled } from './device.ts';
import { buildMission, buildPerson } from './factories.ts';
import { expect, expectAccessible, expectNoOverflow, expectScreen, PHONE, signIn, test, toast } from './fixtures.ts';

// Unknown keys, a missing network and faked responses.
test.use({ expected: /failed: |console: Failed to load resource/ });

async function buildKey(page: Page, token: string, mission_id: string, name = ''): Promise<string> {
  const headers = { authorization: `Bearer ${token}` };
  const answer = await page.request.post('/api/checkin-keys', { headers, data: { mission_id, name } });
  expect(answer.status()).toBe(201);
  return ((await answer.json()) as { url: string }).url;
}

const linkIn = async (dialog: Locator): Promise<string> =>
  (await dialog.getByLabel('Link', { exact: true }).textContent())!;

test('a member creates a key, checks in with it without a session and replaces it', async ({
  page,
  context,
  another,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { token } = await buildPerson(page, 'Ana Lind');
  const mission = await buildMission(page, token, 'Swim before work');
  await signIn(page, token, `/mission/${mission}`);
  const menu = page.getByRole('button', { name: 'Mission menu' });
  const dialog = page.getByRole('dialog', { name: 'Check-in key' });
  const open = async () => {
    await page.goto(`/mission/${mission}`);
    await menu.press('Enter');
    await expect(page.getByRole('menuitem', { name: 'Reminder' })).toBeFocused();
    await page.keyboard.press('c');
    await expect(page.getByRole('menuitem', { name: 'Connections' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/connections\?mission=/);
    await expect(dialog).toBeVisible();
  };

  const first = await test.step('the named link is shown once, to copy', async () => {
    await open();
    await expect(dialog.getByRole('button', { name: 'Make a link' })).toBeVisible();
    await expect(dialog.getByText('Swim before work')).toBeVisible();
    await expectScreen(page, 'check-in key, none yet', { scan: true });
    await dialog.getByLabel('Name').fill('By the door');
    await dialog.getByLabel('Name').press('Enter');
    await expect(dialog.getByLabel('Link', { exact: true })).toBeFocused();
    await expect(dialog.getByText('By the door')).toBeVisible();
    await expectScreen(page, 'check-in key, just made', { scan: true });
    const link = await linkIn(dialog);
    expect(link).toMatch(/\/key\/[\w-]{43}$/);
    await dialog.getByRole('button', { name: 'Copy link' }).click();
    await expect(toast(page, 'Link copied to clipboard!')).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);
    await page.keyboard.press('Escape');
    await open();
    await expect(dialog.getByText(/never used/)).toBeVisible();
    await expect(dialog.getByText(link)).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(page).toHaveURL(/\/connections$/);
    await page.goto(`/mission/${mission}`);
    return link;
  });

  const phone = await another({ viewport: PHONE });
  await test.step('one tap on the link checks in signed out and shows the streak', async () => {
    const opened = await phone.goto(first);
    expect(opened?.headers()).toMatchObject({ 'x-robots-tag': 'noindex', 'referrer-policy': 'no-referrer' });
    await expect(phone.getByRole('heading', { name: 'Swim before work' })).toBeVisible();
    await expect(phone.getByText("One tap, and you're checked in for today.")).toBeVisible();
    await expectScreen(phone, 'check-in link, open', { scan: true });
    await expect(page.getByText("You've checked in today!")).toHaveCount(0);
    await phone.getByRole('button', { name: 'Check in', exact: true }).press('Enter');
    await expect(phone.getByRole('heading', { name: "You're checked in." })).toBeVisible();
    await expect(phone.getByRole('status').filter({ hasText: '1-day streak.' })).toBeFocused();
    await expectScreen(phone, 'check-in link, checked in', { scan: true });
  });

  await test.step("the owner's open page updates automatically", async () => {
    await expect(page.getByRole('button', { name: 'Record Check-in' })).toHaveCount(0);
    await open();
    await expect(dialog.getByText(/last used: Just now/)).toBeVisible();
    await expectScreen(page, 'check-in key, in use', { scan: true });
  });

  await test.step('opening the link again says that the day is done', async () => {
    await phone.reload();
    await expect(phone.getByRole('heading', { name: "You're already checked in" })).toBeVisible();
    await expectAccessible(phone, 'check-in link, already checked in', { scan: true });
  });

  await test.step('a new link invalidates the old one', async () => {
    await dialog.getByRole('button', { name: 'Make a new one' }).click();
    const question = page.getByRole('dialog', { name: 'Make a new link?' });
    await expect(question).toBeVisible();
    await expectScreen(page, 'check-in key, question before a new link', { scan: true });
    await question.getByRole('button', { name: 'Make a new one' }).click();
    await expect(question).toBeHidden();
    await expect(dialog.getByLabel('Link', { exact: true })).toBeFocused();
    const link = await linkIn(dialog);
    expect(link).not.toBe(first);
    await phone.reload();
    await expect(phone.getByRole('heading', { name: "This link doesn't work" })).toBeVisible();
    await expectScreen(phone, 'check-in link, unknown', { scan: true });
    await phone.goto(link);
    await expect(phone.getByRole('heading', { name: "You're already checked in" })).toBeVisible();
  });
});

test('a member lists, revokes and creates a key on the connections page', async ({ page, another }) => {
  const { token } = await buildPerson(page, 'Ana Lind');
  const mission = await buildMission(page, token, 'Swim before work');
  const link = await buildKey(page, token, mission, 'By the door');
  await signIn(page, token, '/connections');

  await test.step('the page revokes the key', async () => {
    const keys = page.getByRole('region', { name: 'Check-in keys' });
    await expect(keys.getByText('Swim before work')).toBeVisible();
    await expect(keys.getByText('By the door')).toBeVisible();
    await expectScreen(page, 'connections, with a check-in key', { scan: true });
    await keys.getByRole('button', { name: 'Revoke the key to Swim before work' }).press('Enter');
    const question = page.getByRole('dialog', { name: 'Revoke this key?' });
    await expect(question).toBeVisible();
    await expectScreen(page, 'connections, question before a key is revoked', { scan: true });
    await question.getByRole('button', { name: 'Revoke', exact: true }).click();
    await expect(toast(page, 'Check-in key revoked')).toBeVisible();
    await expect(keys.getByText('No check-in keys yet.')).toBeVisible();
    await expect(keys.getByRole('heading')).toBeFocused();
    const phone = await another({ viewport: PHONE });
    await phone.goto(link);
    await expect(phone.getByRole('heading', { name: "This link doesn't work" })).toBeVisible();
  });

  await test.step('the dialog revokes one too', async () => {
    await page.getByRole('button', { name: 'Make a key' }).click();
    const dialog = page.getByRole('dialog', { name: 'Check-in key' });
    await dialog.getByRole('button', { name: 'Make a link' }).click();
    await expect(dialog.getByLabel('Link', { exact: true })).toBeVisible();
    await dialog.getByRole('button', { name: 'Revoke' }).click();
    await page.getByRole('dialog', { name: 'Revoke this key?' }).getByRole('button', { name: 'Revoke' }).click();
    await expect(dialog.getByRole('button', { name: 'Make a link' })).toBeVisible();
    await expect(dialog.getByText(/A secret link that checks you in/)).toBeFocused();
  });
});

test('failing to create or revoke a key is reported, and nothing is lost', async ({ page }) => {
  const { token } = await buildPerson(page, 'Ana Lind');
  await buildMission(page, token, 'Swim before work');
  await signIn(page, token, '/connections');
  const keys = page.getByRole('region', { name: 'Check-in keys' });
  await expect(keys.getByText('No check-in keys yet.')).toBeVisible();

  await page.route('**/api/checkin-keys', (route) => route.fulfill({ status: 500, json: {} }));
  await page.reload();
  await expect(keys.getByText("We couldn't load your check-in keys")).toBeVisible();
  await expectScreen(page, 'connections, check-in keys not loaded', { scan: true });
  await page.unroute('**/api/checkin-keys');
  await keys.getByRole('button', { name: 'Try again' }).click();
  await expect(keys.getByText('No check-in keys yet.')).toBeVisible();

  await page.getByRole('button', { name: 'Make a key' }).click();
  const dialog = page.getByRole('dialog', { name: 'Check-in key' });
  await dialog.getByLabel('Name').fill('Fridge');
  await page.route('**/api/checkin-keys', (route) => route.fulfill({ status: 500, json: {} }));
  await dialog.getByRole('button', { name: 'Make a link' }).click();
  await expect(toast(page, "We couldn't make the link")).toBeVisible();
  await expect(dialog.getByLabel('Name')).toHaveValue('Fridge');

  await test.step('a created link is shown even if the list fails to load', async () => {
    await page.unroute('**/api/checkin-keys');
    await page.route('**/api/checkin-keys', (route) =>
      route.request().method() === 'GET' ? route.abort() : route.continue(),
    );
    await dialog.getByRole('button', { name: 'Make a link' }).click();
    await expect(dialog.getByLabel('Link', { exact: true })).toContainText('/key/');
    await page.unroute('**/api/checkin-keys');
  });

  await test.step('a key that could not be revoked stays', async () => {
    await page.route('**/api/checkin-keys/*', (route) => route.abort());
    await dialog.getByRole('button', { name: 'Revoke' }).click();
    await page.getByRole('dialog', { name: 'Revoke this key?' }).getByRole('button', { name: 'Revoke' }).click();
    await expect(toast(page, 'No connection.')).toBeVisible();
    await expect(dialog.getByText('Fridge')).toBeVisible();
  });
});

test("a key's page handles a mission before its start, after its end and ending meanwhile", async ({
  page,
  another,
}) => {
  const { token } = await buildPerson(page, 'Ana Lind');
  const visitor = await another({ viewport: PHONE });
  const early = await buildKey(page, token, await buildMission(page, token, 'Read at night', 3));
  await visitor.goto(early);
  await expect(visitor.getByRole('heading', { name: "This mission hasn't started yet" })).toBeVisible();
  await expectScreen(visitor, 'check-in link, before the start', { scan: true });

  const key = await buildKey(page, token, await buildMission(page, token, 'Walk at noon'));
  await visitor.goto(key);
  await expect(visitor.getByRole('button', { name: 'Check in', exact: true })).toBeVisible();
  const preview = { mission_id: 'x', mission_title: 'Walk at noon', name: 'Ana', day: '2026-11-21', state: 'over' };
  await visitor.route('**/api/key/*', (route) =>
    route.request().method() === 'GET'
      ? route.fulfill({ json: preview })
      : route.fulfill({ status: 400, json: { code: 'mission_ended', detail: 'This mission has ended' } }),
  );
  await visitor.getByRole('button', { name: 'Check in', exact: true }).click();
  await expect(visitor.getByRole('heading', { name: 'This mission is over' })).toBeVisible();
  await expectScreen(visitor, 'check-in link, mission over', { scan: true });
});

test.describe('on a device with the app', () => {
  test.use({ serviceWorkers: 'allow' });

  test('the page says offline that nobody is checked in, and continues online', async ({ page, context }) => {
    const { token } = await buildPerson(page, 'Ana Lind');
    const key = await buildKey(page, token, await buildMission(page, token, 'Swim before work'));
    const button = page.getByRole('button', { name: 'Check in', exact: true });
    // The app's own pages install it, and they need a sign-in.
    await signIn(page, token);
    await untilInstalled(page);
    await page.goto(key);
    await expect(button).toBeVisible();
    await context.setOffline(true);
    await button.click();
    await expect(page.getByRole('alert').filter({ hasText: "You're not checked in yet." })).toBeVisible();
    await expectAccessible(page, 'check-in link, refused without a connection', { scan: true });
    await page.reload();
    await expect(page.getByRole('heading', { name: 'No connection' })).toBeVisible();
    await expectAccessible(page, 'check-in link, opened without a connection', { scan: true });
    await expectNoOverflow(page);
    await context.setOffline(false);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(button).toBeVisible();
    // A shortcut in the same browser posts to the page's address, past the service worker.
    const posted = await page.evaluate(async (url) => (await fetch(url, { method: 'POST', body: 'on' })).json(), key);
    expect(posted).toMatchObject({ checked_in: 'now' });
    await button.click();
    await expect(page.getByRole('heading', { name: "You're already checked in" })).toBeVisible();
    await expect(page.getByText('1-day streak.')).toBeVisible();
  });
});
