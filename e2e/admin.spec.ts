import { expect, expectAccessible, signIn, test } from './fixtures.ts';
import { fillLogin, givenCheckin, givenMission, givenPerson, openLogin } from './given.ts';

// Chromium writes every refused answer to its console; these are asked for.
test.use({ expected: /40[13] \((Unauthorized|Forbidden)\)/ });

const HOSTILE = '<img src=x onerror="document.title=1">';

test('the operator signs in, finds, suspends, deletes, and reads it all in the log', async ({ page, another }) => {
  const ana = await givenPerson(page, 'Ana Admin');
  const bo = await givenPerson(page, 'Bo Hostile');
  const name = `Bo ${HOSTILE}`;
  await page.request.put('/api/auth/profile', {
    headers: { authorization: `Bearer ${bo.token}` },
    data: { name, timezone: 'UTC' },
  });
  const tag = `${Date.now()}`;
  const title = `${HOSTILE} ${tag}`;
  const mission = await givenMission(page, bo.token, title);
  await givenCheckin(page, bo.token, mission, 'kept until the end');

  await page.goto('/admin');
  await page.getByLabel('Username').fill('keeper');
  await page.getByLabel('Password').fill('wrong');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByText('Admin login failed')).toBeVisible();
  await expect(page.getByRole('alert')).toHaveText('Invalid username or password');
  await expectAccessible(page);
  await page.getByLabel('Password').fill('of the fire');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByText('Admin login successful!')).toBeVisible();
  await expect(page.getByText('Total check-ins')).toBeVisible();

  // A user's page knows nothing of it, and the other way round.
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
  await expectAccessible(page);

  // Find and suspend.
  await page.getByRole('searchbox', { name: 'Find a user' }).fill(bo.person.email);
  const row = page.getByRole('button', { name: `${name}, ${bo.person.email}` });
  await expect(row).toHaveCount(1);
  await expect(page.getByText('1 to 1 of 1')).toBeVisible();
  expect(await page.title()).toBe('Admin · Emberkin');
  await row.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Suspend account' }).click();
  await page.getByLabel('Reason').fill('Tried to run a script');
  await page.getByRole('button', { name: 'Suspend', exact: true }).click();
  await expect(page.getByText('Account suspended')).toBeVisible();
  await expect(page.getByRole('cell', { name: 'Suspended' })).toBeVisible();
  const theirs = await another();
  await openLogin(theirs);
  await fillLogin(theirs, bo.person);
  await expect(theirs.getByText('This account is suspended.')).toBeVisible();

  // Find and delete.
  await page.getByRole('tab', { name: 'Users' }).focus();
  await page.keyboard.press('ArrowRight');
  await page.getByRole('searchbox', { name: 'Find a mission' }).fill(tag);
  await page.getByRole('button', { name: new RegExp(tag) }).click();
  await page.getByRole('button', { name: 'Delete Mission' }).click();
  await expect(page.getByText('all of its check-ins are deleted with it', { exact: false })).toBeVisible();
  await page.getByRole('button', { name: 'Delete Mission' }).click();
  await expect(page.getByText('Mission deleted')).toBeVisible();
  await expect(page.getByText('No mission found.')).toBeVisible();

  // The log has both, as text.
  await page.getByRole('tab', { name: 'Audit log' }).click();
  await expect(page.getByRole('rowheader', { name: title })).toContainText('Deleted a mission');
  await expect(page.getByRole('rowheader', { name: 'Tried to run a script' })).toContainText(name);
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page.getByText('Admin logged out')).toBeVisible();
  await expect(page.getByLabel('Username')).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('admin_token'))).toBeNull();
  await signIn(page, ana.token);
  await expect(page).toHaveURL(/dashboard/);
});

test('a session that is over logs the operator out', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('admin_token', 'x'.repeat(43)));
  await page.goto('/admin');
  await expect(page.getByText('Session expired. Please login again.')).toBeVisible();
  await expect(page.getByLabel('Username')).toBeVisible();
});
