import type { Page } from '@playwright/test';
import {
  buildCheckin,
  buildInvitationCode,
  buildMember,
  buildMission,
  buildPerson,
  fillLogin,
  openLogin,
} from './factories.ts';
import { expect, expectAccessible, test, toast } from './fixtures.ts';

test.use({ expected: /40[13] \((Unauthorized|Forbidden)\)/ });

const HOSTILE = '<img src=x onerror="document.title=1">';

async function openAdmin(page: Page): Promise<void> {
  const data = { username: process.env.ADMIN_USERNAME, password: process.env.ADMIN_PASSWORD };
  const answer = await page.request.post('/api/admin/login', { data });
  const { access_token } = (await answer.json()) as { access_token: string };
  await page.addInitScript((token) => localStorage.setItem('admin_token', token), access_token);
  await page.goto('/admin');
}

// Accessibility checks of whole screens in two themes take time.
test.slow();

test('the operator signs in and out, independently of user sessions', async ({ page }) => {
  await page.goto('/admin');
  await page.getByLabel('Username').fill('keeper');
  await page.getByLabel('Password', { exact: true }).fill('wrong');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(toast(page, 'Admin login failed')).toBeVisible();
  await expect(page.getByRole('alert')).toHaveText('Invalid username or password');
  await page.getByLabel('Password', { exact: true }).fill('of the fire');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(toast(page, 'Admin login successful!')).toBeVisible();
  await expect(page.getByText('Total check-ins')).toBeVisible();
  await expect(page.getByText('of all').first()).toBeVisible();
  await expect(page.getByText('Show as a table')).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
  await expectAccessible(page, 'admin, overview', { scan: true });
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(toast(page, 'Admin logged out')).toBeVisible();
  await expect(page.getByLabel('Username')).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('admin_token'))).toBeNull();
});

test('the operator finds a user and suspends the account', async ({ page, another }) => {
  const { person, token } = await buildPerson(page, 'Bo Hostile');
  const name = `Bo ${HOSTILE}`;
  const headers = { authorization: `Bearer ${token}` };
  await page.request.put('/api/auth/profile', { headers, data: { name, timezone: 'UTC' } });
  await openAdmin(page);
  await page.getByRole('searchbox', { name: 'Find a user' }).fill(person.email);
  await expect(page.getByText('1 to 1 of 1')).toBeVisible();
  expect(await page.title()).toBe('Admin · Emberkin');
  await page.getByRole('button', { name: `${name}, ${person.email}` }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Suspend account' }).click();
  await page.getByLabel('Reason').fill('Tried to run a script');
  await page.getByRole('button', { name: 'Suspend', exact: true }).click();
  await expect(toast(page, 'Account suspended')).toBeVisible();
  await expect(page.getByRole('cell', { name: 'Suspended' })).toBeVisible();

  const theirs = await another();
  await openLogin(theirs);
  await fillLogin(theirs, person);
  await expect(theirs.getByText('This account is suspended.')).toBeVisible();

  await page.getByRole('tab', { name: 'Audit log' }).click();
  await expect(page.getByRole('rowheader', { name }).first()).toContainText('Tried to run a script');
});

test('the operator deletes a mission and hides a reported check-in', async ({ page }) => {
  const owner = await buildPerson(page, 'Ola Owner');
  const tag = `${Date.now()}`;
  const title = `${HOSTILE} ${tag}`;
  const mission = await buildMission(page, owner.token, title);
  const checkin = await buildCheckin(page, owner.token, mission, `Buy this ${tag}`);
  const member = await buildMember(page, await buildInvitationCode(page, owner.token, mission), 'Rea Reporter');
  const headers = { authorization: `Bearer ${member.token}` };
  const reported = await page.request.post(`/api/checkins/${checkin}/report`, { headers, data: { reason: 'An ad' } });
  expect(reported.status()).toBe(204);

  await openAdmin(page);
  await expect(page.getByText(/^(1 report is|\d+ reports are) waiting\.$/)).toBeVisible();
  await page.getByRole('button', { name: 'Review reports' }).click();
  await expect(page.getByRole('tab', { name: /^Reports \(\d+\)$/ })).toBeFocused();
  const report = page.getByRole('listitem').filter({ hasText: `Buy this ${tag}` });
  await report.getByRole('button', { name: /Review the report/ }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('button', { name: 'Hide post' })).toBeDisabled();
  await expect(dialog.getByText('Hiding needs a reason.', { exact: false })).toBeVisible();
  await expect(dialog.getByText('Resolved on')).toHaveCount(0);
  await dialog.getByLabel('Your reason').fill('No advertisements');
  await page.getByRole('button', { name: 'Hide post' }).click();
  await expect(page.getByText('Post hidden')).toBeVisible();
  await expect(report).toHaveCount(0);

  await page.getByRole('tab', { name: 'Missions' }).click();
  await page.getByRole('searchbox', { name: 'Find a mission' }).fill(tag);
  await page.getByRole('button', { name: new RegExp(tag) }).click();
  await page.getByRole('button', { name: 'Delete Mission' }).click();
  await expect(page.getByText('for everyone in it, with all of its check-ins', { exact: false })).toBeVisible();
  await page.getByRole('button', { name: 'Delete Mission' }).click();
  await expect(page.getByText('Mission deleted')).toBeVisible();
  await expect(page.getByText('No mission found.')).toBeVisible();

  await page.getByRole('tab', { name: 'Audit log' }).click();
  await expect(page.getByRole('rowheader', { name: title })).toContainText('Deleted a mission');
  await expectAccessible(page, 'admin, audit log', { scan: true });
});

test.describe('failing requests', () => {
  test.use({ expected: /status of 500/ });

  test('the operator reads that numbers and lists failed, and loads them again', async ({ page }) => {
    const failing = ['stats', 'charts', 'users'].map((name) => `**/api/admin/${name}*`);
    for (const path of failing)
      await page.route(path, (route) => route.fulfill({ status: 500, json: { code: 'internal', detail: 'No' } }));
    await openAdmin(page);
    const again = page.getByRole('button', { name: 'Try again' });
    await expect(again).toHaveCount(3, { timeout: 20_000 });
    for (const path of failing) await page.unroute(path);
    for (let left = 3; left > 0; left--) {
      await again.first().click();
      await expect(again).toHaveCount(left - 1);
    }
    await expect(page.getByText('of all').first()).toBeVisible();
    await expect(page.getByText('Show as a table')).toBeVisible();
    await expect(page.getByText(/^1 to \d+ of \d+$/)).toBeVisible();
  });
});

test('an operator with an expired session goes to the admin login', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('admin_token', 'x'.repeat(43)));
  await page.goto('/admin');
  await expect(page.getByText('Session expired. Please login again.')).toBeVisible();
  await expect(page.getByLabel('Username')).toBeVisible();
});
