import { logOut } from './factories.ts';
import { expect, newPerson, openPart, test, toast, WITH_MOTION } from './fixtures.ts';

test.use(WITH_MOTION);

test('two people share a mission, from the first visit to logging out', async ({ page, another }) => {
  const ana = newPerson('Ana Lind');
  const ben = newPerson('Ben Okoro');

  await test.step('Ana registers and completes her profile', async () => {
    await page.goto('/');
    await expect(page).toHaveURL(/\/login$/);
    await page.getByRole('link', { name: 'Sign up' }).click();
    await expect(page.getByRole('heading', { name: 'New Account' })).toBeVisible();
    await page.getByLabel('Full Name').fill(ana.name);
    await page.getByLabel('Email Address').fill(ana.email);
    await page.getByLabel('Password', { exact: true }).fill(ana.password);
    await page.getByLabel('Confirm Password').fill('another');
    await page.getByRole('button', { name: 'Get Started' }).click();
    await expect(page.getByText('Passwords do not match')).toBeVisible();
    await page.getByLabel('Confirm Password').fill(ana.password);
    await page.getByRole('button', { name: 'Get Started' }).click();
    await expect(toast(page, 'Welcome to Emberkin!')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Complete Your Profile' })).toBeVisible();
    await page.getByRole('button', { name: 'Add more about you' }).click();
    await page.getByLabel(/^Bio/).fill('Night reader.');
    await page.locator('form').getByRole('button').last().click();
    await expect(page).toHaveURL(/\/dashboard$/);
    await expect(page.getByText('No missions yet')).toBeVisible();
  });

  await test.step('she creates a mission', async () => {
    await page.getByRole('link', { name: 'First Mission' }).click();
    await expect(page.getByRole('heading', { name: 'Create Mission' })).toBeVisible();
    await page.getByRole('button', { name: 'Create Mission' }).click();
    await expect(page.getByText('Please fill in all required fields').first()).toBeVisible();
    await page.getByLabel('Title').fill('Read 20 pages before bed');
    await page.getByRole('textbox', { name: 'Description' }).click();
    await page.keyboard.type('Any book that is **not work**. ');
    await page.getByLabel(/^Success Goal/).fill('Finish two books together');
    await page.getByRole('button', { name: 'More options' }).click();
    await page.getByRole('button', { name: 'Use suggested goals' }).click();
    await expect(page.getByLabel('Target Level')).toHaveValue('3');
    await expect(page.getByLabel('Target Streak')).toHaveValue('24');
    await page.getByRole('button', { name: 'Create Mission' }).click();
    await expect(page).toHaveURL(/\/mission\/[0-9a-f-]{36}\?created=true$/);
    await expect(page.getByRole('heading', { level: 1, name: 'Read 20 pages before bed' })).toBeVisible();
  });

  const link = await test.step('she sees its patch and copies the invitation, which creates the code', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const created = page.getByRole('dialog', { name: 'Who is coming with you?' });
    await expect(created).toContainText('30 stitches, from today to');
    await created.getByRole('button', { name: 'Copy Invitation Text' }).click();
    await expect(toast(page, 'Invitation text copied to clipboard!')).toBeVisible();
    const text = await page.evaluate(() => navigator.clipboard.readText());
    expect(text).toContain('Read 20 pages before bed');
    const found = /https?:\/\/\S+\/join\/[2-9A-Z]{10}/.exec(text)?.[0];
    expect(found).toBeTruthy();
    await created.getByRole('button', { name: 'Start on my own' }).click();
    await expect(created).toBeHidden();
    await expect(page).toHaveURL(/\/mission\/[0-9a-f-]{36}$/);
    await openPart(page, 'Mission');
    await expect(page.locator('strong', { hasText: 'not work' })).toBeVisible();
    await openPart(page, 'Today');
    return new URL(found!).pathname;
  });

  // East of Ana's zone, so his day has always started when hers has.
  const visitor = await another({ viewport: { width: 390, height: 844 }, timezoneId: 'Asia/Tokyo' });
  await test.step('Ben opens the link as a visitor and joins', async () => {
    await visitor.goto(link);
    await expect(visitor.getByText('Read 20 pages before bed')).toBeVisible();
    await expect(visitor.getByText('Finish two books together')).toBeVisible();
    await expect(visitor.getByText(/Ana Lind/)).toBeVisible();
    await visitor.getByLabel('Full Name').fill(ben.name);
    await visitor.getByLabel('Email Address').fill(ben.email);
    await visitor.getByLabel('Password', { exact: true }).fill(ben.password);
    await visitor.getByLabel('Confirm Password').fill(ben.password);
    await visitor.locator('form').getByRole('button').last().click();
    await expect(visitor).toHaveURL(/\/mission\//);
    await expect(visitor.getByRole('heading', { level: 1, name: 'Read 20 pages before bed' })).toBeVisible();
    const { timezone } = await visitor.evaluate(async () => {
      const headers = { authorization: `Bearer ${localStorage.getItem('token')}` };
      return (await (await fetch('/api/auth/me', { headers })).json()) as { timezone: string };
    });
    expect(timezone).toBe('Asia/Tokyo');
  });

  await test.step('both check in', async () => {
    await visitor.getByRole('radio', { name: 'Check In with Text' }).check({ force: true });
    await visitor.getByLabel(/^Your Update/).fill('Page 22 already.');
    await visitor.getByRole('button', { name: 'Record Check-in' }).click();
    await expect(visitor.getByText("You've checked in today!")).toBeVisible();
    await page.reload();
    await expect(page.getByText('Page 22 already.')).toBeVisible();
    await page.getByRole('button', { name: 'Record Check-in' }).click();
    await expect(page.getByText("You've checked in today!")).toBeVisible();
  });

  await test.step('points and ranks agree on both screens', async () => {
    await visitor.reload();
    for (const screen of [page, visitor]) {
      await expect(screen.getByText('Everyone is in')).toBeVisible();
      await openPart(screen, 'Team');
      const stars = screen.getByRole('region', { name: 'Mission Stars' }).getByRole('listitem');
      await expect(stars).toHaveCount(2);
      await expect(stars.nth(0)).toContainText('15');
      await expect(stars.nth(1)).toContainText('10');
    }
    await expect(visitor.getByRole('region', { name: 'Mission Stars' }).getByRole('listitem').nth(0)).toContainText(
      'You',
    );
    await expect(page.getByRole('region', { name: 'Mission Stars' }).getByRole('listitem').nth(0)).toContainText('Ben');
  });

  await test.step('dashboard, bell and ledger are right', async () => {
    await page.getByRole('link', { name: 'Back to Dashboard' }).click();
    await expect(page.getByText('1 of 1 checked in today')).toBeVisible();
    await expect(page.getByText('Checked In', { exact: true })).toBeVisible();
    await expect(page.getByText('1 (4 left)', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: /streak/i }).click();
    await expect(page.getByRole('dialog')).toContainText('Why is my streak 1 day?');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /^Notifications/ }).click();
    await expect(page.getByRole('dialog', { name: 'Notifications' })).toContainText('Ben');
    await expect(page.getByRole('dialog', { name: 'Notifications' })).toContainText('Page 22 already.');
    await page.keyboard.press('Escape');
  });

  await test.step('both log out', async () => {
    await page.goto('/create-mission');
    await page.getByLabel('Title').fill('Not meant for everybody');
    const drafts = () =>
      page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('mission-draft')));
    await expect.poll(drafts).toHaveLength(1);
    await page.goto('/dashboard');
    await logOut(page);
    await expect(toast(page, 'Logged out successfully')).toBeVisible();
    expect(await drafts()).toEqual([]);
    await expect(page).toHaveURL(/\/login/);
    await page.goto('/dashboard');
    await expect(page).toHaveURL(/\/login/);
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
    await visitor.goto('/profile');
    await visitor.getByRole('button', { name: 'Log out' }).click();
    await expect(visitor).toHaveURL(/\/login/);
  });
});
