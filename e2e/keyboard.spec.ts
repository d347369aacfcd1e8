import type { Locator, Page } from '@playwright/test';
import { buildCrowd } from './database.ts';
import { buildMission, buildPerson, openLogin } from './factories.ts';
import { expect, test, toast } from './fixtures.ts';

/** Expects the focus to be on an element that shows it. */
async function expectFocusVisible(page: Page): Promise<void> {
  const found = await page.evaluate(() => {
    const at = document.activeElement;
    if (!at || at === document.body) return 'nowhere';
    return at.getClientRects().length > 0 && at.matches(':focus-visible') ? 'visible' : `hidden: ${at.outerHTML}`;
  });
  expect(found).toBe('visible');
}

/** Presses Tab, or Shift+Tab, until the focus is on the target. */
async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(target).toBeAttached();
  const isThere = () => target.evaluate((element) => element === document.activeElement);
  for (let presses = 0; presses < 40; presses++) {
    await page.keyboard.press(key);
    await expectFocusVisible(page);
    if (await isThere()) return;
  }
  await expect(target, 'reached with Tab').toBeFocused();
}

// Checking the focus after each press takes time on a busy machine.
test.describe.configure({ timeout: 180_000 });
// Links that get the focus are prefetched; the last requests may arrive after the session has ended.
test.use({ expected: /status of 401.*\/api\/auth\/timezones/ });

test('A day in the app works with the keyboard alone.', async ({ page }) => {
  const { person, token } = await buildPerson(page, 'Ana Lind');
  await buildMission(page, token, 'Read 20 pages before bed');

  await test.step('sign in', async () => {
    await openLogin(page);
    await tabTo(page, page.getByLabel('Email Address'));
    await page.keyboard.type(person.email);
    await tabTo(page, page.getByLabel('Password', { exact: true }));
    await page.keyboard.type(person.password);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/dashboard$/);
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  });

  await test.step('open the mission and check in', async () => {
    await tabTo(page, page.getByRole('link', { name: 'Check In: Read 20 pages before bed' }));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('region', { name: 'Daily Check-in' })).toBeFocused();
    await tabTo(page, page.getByRole('radio', { name: 'Check In Only' }));
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('radio', { name: 'Check In with Text' })).toBeChecked();
    await tabTo(page, page.getByLabel(/^Your Update/));
    await page.keyboard.type('Without a mouse.');
    await tabTo(page, page.getByRole('button', { name: 'Record Check-in' }));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: "You've checked in today!" })).toBeFocused();
    await tabTo(page, page.getByRole('link', { name: 'Check-ins', exact: true }), 'Shift+Tab');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Without a mouse.')).toBeVisible();
  });

  await test.step('go home', async () => {
    await tabTo(page, page.getByRole('link', { name: 'Back to Dashboard' }), 'Shift+Tab');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/dashboard$/);
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  });

  await test.step('skip to the content', async () => {
    await page.reload();
    await expect(page.getByText('1 of 1 checked in today')).toBeVisible();
    await tabTo(page, page.getByRole('link', { name: 'Skip to content' }));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('main')).toBeFocused();
  });

  await test.step('the ledger opens and closes', async () => {
    const streak = page.getByRole('button', { name: /streak, why/ });
    await tabTo(page, streak);
    await page.keyboard.press('Enter');
    const ledger = page.getByRole('dialog', { name: 'Why is my streak 1?' });
    await expect(ledger.getByRole('heading', { name: 'Why is my streak 1?' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page.locator('dialog')).toHaveCount(0);
    await expect(streak).toBeFocused();
    await page.keyboard.press('Enter');
    await tabTo(page, ledger.getByRole('button', { name: 'Close' }));
    await page.keyboard.press('Enter');
    await expect(page.locator('dialog')).toHaveCount(0);
    await expect(streak).toBeFocused();
  });

  await test.step('the bell opens and closes', async () => {
    // With the fragment of the skip link a reload would begin at the content again.
    await page.goto('/dashboard');
    await page.reload();
    const bell = page.getByRole('button', { name: /^Notifications/ });
    // Until it is visible there is nothing to reach by keyboard.
    await expect(bell).toBeVisible();
    await tabTo(page, bell);
    await page.keyboard.press('Enter');
    const menu = page.getByRole('dialog', { name: 'Notifications' });
    await expect(menu.getByRole('heading', { name: 'Notifications' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(menu).toBeHidden();
    await expect(bell).toBeFocused();
  });

  await test.step('log out', async () => {
    const menu = page.getByRole('button', { name: 'Account menu' });
    await tabTo(page, menu);
    await page.keyboard.press('Enter');
    await tabTo(page, page.getByRole('navigation', { name: 'Account' }).getByRole('link', { name: 'Insights' }));
    await page.keyboard.press('Escape');
    await expect(menu).toBeFocused();
    await page.keyboard.press('Enter');
    await tabTo(page, page.getByRole('button', { name: 'Log out' }));
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/login$/);
    await expect(toast(page, 'Logged out successfully')).toBeVisible();
    await expectFocusVisible(page);
  });
});

test('The admin dashboard works with the keyboard alone.', async ({ page }) => {
  const crowd = `Crowd${Date.now().toString(36)}`;
  await buildCrowd(crowd, 120);
  const { token } = await buildPerson(page, 'Ola Owner');
  const mission = `Gone ${crowd}`;
  await buildMission(page, token, mission);
  const row = (n: string) => page.getByRole('button', { name: `${crowd} ${n}, ` });

  await test.step('sign in', async () => {
    await page.goto('/admin');
    await tabTo(page, page.getByLabel('Username'));
    await page.keyboard.type(process.env.ADMIN_USERNAME!);
    await tabTo(page, page.getByLabel('Password', { exact: true }));
    await page.keyboard.type(process.env.ADMIN_PASSWORD!);
    await page.keyboard.press('Enter');
    await expect(page.getByText('Total check-ins')).toBeVisible();
  });

  await test.step('choose a chart and open its table', async () => {
    await tabTo(page, page.getByText('Show as a table'));
    await page.keyboard.press('Enter');
    await tabTo(page, page.getByRole('region', { name: 'Check-ins per day, table' }));
    await tabTo(page, page.getByRole('tab', { name: 'Check-ins' }));
    await page.keyboard.press('End');
    await expect(page.getByRole('tab', { name: 'Revenue' })).toBeFocused();
    await expect(page.getByRole('heading', { name: 'Revenue, 90 days' })).toBeVisible();
  });

  await test.step('search and sort', async () => {
    await tabTo(page, page.getByRole('searchbox', { name: 'Find a user' }));
    await page.keyboard.type(crowd);
    await expect(page.getByText('1 to 100 of 120')).toBeVisible();
    await expect(page.getByRole('searchbox')).toBeFocused();
    await tabTo(page, page.getByRole('button', { name: 'User', exact: true }));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('columnheader', { name: 'User' })).toHaveAttribute('aria-sort', 'descending');
    await expect(row('120')).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('columnheader', { name: 'User' })).toHaveAttribute('aria-sort', 'ascending');
    await expect(row('120')).toHaveCount(0);
  });

  await test.step('move between the rows and to the next page', async () => {
    await tabTo(page, row('001'));
    await page.keyboard.press('ArrowDown');
    await expect(row('002')).toBeFocused();
    await page.keyboard.press('End');
    await expect(row('100')).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: 'Next' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByText('101 to 120 of 120')).toBeVisible();
    await expect(row('101')).toBeFocused();
    await expectFocusVisible(page);
  });

  await test.step('suspend an account, changing one’s mind once', async () => {
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: `${crowd} 101` });
    await expect(dialog.getByRole('heading')).toBeFocused();
    await tabTo(page, dialog.getByRole('button', { name: 'Suspend account' }));
    await page.keyboard.press('Enter');
    await expect(dialog.getByLabel('Reason')).toBeFocused();
    await tabTo(page, dialog.getByRole('button', { name: 'Cancel' }));
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('button', { name: 'Suspend account' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(row('101')).toBeFocused();
    await page.keyboard.press('Enter');
    await tabTo(page, dialog.getByRole('button', { name: 'Suspend account' }));
    await page.keyboard.press('Enter');
    await page.keyboard.type('Nobody is there');
    await tabTo(page, dialog.getByRole('button', { name: 'Suspend', exact: true }));
    await page.keyboard.press('Enter');
    await expect(toast(page, 'Account suspended')).toBeVisible();
    await expect(page.getByRole('cell', { name: 'Suspended' })).toHaveCount(1);
    await expect(row('101')).toBeFocused();
  });

  await test.step('delete a mission in the next tab', async () => {
    await tabTo(page, page.getByRole('tab', { name: 'Users' }), 'Shift+Tab');
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('tab', { name: 'Missions' })).toBeFocused();
    await tabTo(page, page.getByRole('searchbox', { name: 'Find a mission' }));
    await page.keyboard.type(mission);
    await expect(page.getByText('1 to 1 of 1')).toBeVisible();
    await tabTo(page, page.getByRole('button', { name: `${mission}, Ola Owner` }));
    await page.keyboard.press('Enter');
    await tabTo(page, page.getByRole('button', { name: 'Delete Mission' }));
    await page.keyboard.press('Enter');
    const confirmation = page.getByRole('dialog', { name: 'Delete this mission?' });
    await tabTo(page, confirmation.getByRole('button', { name: 'Delete Mission' }));
    await page.keyboard.press('Enter');
    await expect(page.getByText('No mission found.')).toBeVisible();
    // The deleted row had the focus, which stays inside the list.
    await expect(page.getByRole('tabpanel').locator(':focus')).toHaveCount(1);
  });
});
