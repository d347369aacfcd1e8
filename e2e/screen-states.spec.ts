import type { Locator, Page } from '@playwright/test';
import {
  buildCheckin,
  buildInvitationCode,
  buildMember,
  buildMission,
  buildPerson,
  choose,
  openLogin,
  type SignedIn,
} from './factories.ts';
import {
  expect,
  expectAccessible,
  expectNoOverflow,
  expectScreen,
  findViolations,
  newPerson,
  openPart,
  PHONE,
  signIn,
  test,
} from './fixtures.ts';

// Accessibility checks take time on a busy machine.
test.describe.configure({ timeout: 180_000 });

const resize = (page: Page, width: number) => page.setViewportSize({ width, height: width > 600 ? 900 : 844 });

async function openSignedIn(page: Page, { token }: SignedIn, path?: string): Promise<void> {
  await signIn(page, token, path);
  await expect(page.getByRole('main')).toBeVisible();
}

test('visitors see login, register, forgot and reset in both themes', async ({ page }) => {
  await test.step('login', async () => {
    await openLogin(page);
    await expectScreen(page, 'login', { scan: true });
    await expectAccessible(page, 'login, wide', { scan: true, themes: ['light'] });
  });
  await test.step('forgot password', async () => {
    await page.getByRole('button', { name: 'Forgot password?' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('heading', { name: 'Forgot Password' })).toBeVisible();
    await expectScreen(page, 'forgotten password', { scan: true });
    await dialog.getByLabel('Email Address').fill('nobody@example.com');
    await dialog.getByRole('button', { name: 'Send Reset Link' }).click();
    await expect(dialog.getByRole('heading', { name: 'Email Sent!' })).toBeVisible();
    await expectScreen(page, 'forgotten password, mail sent', { scan: true });
  });
  await test.step('register', async () => {
    await page.goto('/register');
    await expect(page.getByRole('heading', { name: 'New Account' })).toBeVisible();
    await page.getByRole('button', { name: 'Get Started' }).click();
    await expect(page.getByText('Name is required')).toBeVisible();
    await expectScreen(page, 'register, with errors', { scan: true });
  });
  await test.step('reset password', async () => {
    await page.goto('/reset-password?token=some-token');
    await expect(page.getByRole('button', { name: 'Reset Password' })).toBeVisible();
    await expectScreen(page, 'reset password', { scan: true });
    await page.goto('/reset-password');
    await expect(page.getByRole('heading', { name: 'Invalid Reset Link' })).toBeVisible();
    await expectScreen(page, 'reset password, invalid link', { scan: true });
  });
});

test('the profile is accessible on the first visit and later, with the list of zones open', async ({
  page,
  another,
}) => {
  await test.step('first', async () => {
    const registered = await page.request.post('/api/auth/register', { data: newPerson('Ida Falk') });
    await signIn(page, ((await registered.json()) as { access_token: string }).access_token, '/');
    await expect(page.getByRole('heading', { name: 'Complete Your Profile' })).toBeVisible();
    await expect(page.getByRole('combobox', { name: 'Timezone' })).toBeVisible();
    await expectScreen(page, 'first profile', { scan: true });
  });
  await test.step('later in another zone, with the list of zones open', async () => {
    const later = await another();
    await openSignedIn(later, await buildPerson(later, 'Leo Marsh', 'Europe/Berlin'), '/profile?edit=true');
    await expect(later.getByText('Have you moved?')).toBeVisible();
    await expectScreen(later, 'profile, moved to another zone', { scan: true });
    await later.getByRole('combobox', { name: 'Timezone' }).fill('Asia/Ku');
    await expect(later.getByRole('option', { name: '(UTC+08:00) Asia/Kuala Lumpur' })).toBeVisible();
    await expectScreen(later, 'profile, list of zones open', { scan: true });
  });
});

test("the dashboard is accessible from empty to the plan's limit", async ({ page }) => {
  const ana = await buildPerson(page, 'Ana Lind');
  await openSignedIn(page, ana);
  await expect(page.getByText('No missions yet')).toBeVisible();
  await expectScreen(page, 'dashboard, no missions', { scan: true });

  const read = await buildMission(page, ana.token, 'Read 20 pages before bed');
  await buildMission(page, ana.token, 'Averyveryverylongwordthatnobodyeverbreaksandthatmustnotpushanythingaside');
  await buildMission(page, ana.token, 'Walk after lunch', 3);
  const ben = await buildMember(page, await buildInvitationCode(page, ana.token, read), 'Ben Okoro');
  await buildCheckin(page, ana.token, read);
  await buildCheckin(page, ben.token, read, 'Page 22 already.');
  await page.reload();
  await expect(page.getByText('1 of 2 checked in today')).toBeVisible();
  await expectScreen(page, 'dashboard, one of two in', { scan: true });
  await expectAccessible(page, 'dashboard, one of two in, wide', { scan: true, themes: ['light'] });

  await test.step('the day ledger', async () => {
    await page.getByRole('button', { name: /streak, why/ }).click();
    await expect(page.getByRole('dialog')).toContainText('Why is my streak 1 day?');
    await expect(page.getByRole('dialog')).toContainText('saves');
    await expectScreen(page, 'day ledger', { scan: true });
  });

  await test.step('taking a break', async () => {
    await page.getByRole('button', { name: 'Take a break' }).click();
    const form = page.getByRole('dialog', { name: 'Take a break' });
    await expect(form.getByText('42 of 42 days left')).toBeVisible();
    await expectScreen(page, 'new break', { scan: true });
    await form.getByRole('button', { name: 'Start the break' }).click();
    await expect(form).toBeHidden();
    await expect(page.getByRole('button', { name: "I'm back" }).last()).toBeVisible();
    await expectScreen(page, 'day ledger, on a break', { scan: true });
    await page.keyboard.press('Escape');
    await expect(page.getByRole('region', { name: 'Your break' })).toBeVisible();
    await expectScreen(page, 'dashboard, on a break', { scan: true });
    await page.getByRole('button', { name: "I'm back" }).click();
    await expect(page.getByRole('region', { name: 'Your break' })).toBeHidden();
  });

  await test.step('at the limit', async () => {
    await buildMission(page, ana.token, 'Write three lines');
    await buildMission(page, ana.token, 'Ten push-ups');
    await page.reload();
    await expect(page.getByText('Free plan limit reached')).toBeVisible();
    await expectScreen(page, 'dashboard, limit of the plan', { scan: true });
  });
});

test('the bell is accessible when empty and with rows', async ({ page }) => {
  const ana = await buildPerson(page, 'Ana Lind');
  const mission = await buildMission(page, ana.token, 'Read 20 pages before bed');
  await openSignedIn(page, ana);
  const menu = page.getByRole('dialog', { name: 'Notifications' });

  // The bell of the tab bar is not the header's bell.
  const checkBell = async (width: number, content: string) => {
    await resize(page, width);
    await page.getByRole('button', { name: width > 600 ? /^Notifications/ : /^Bell/ }).click();
    await expect(menu).toContainText(content);
    await expectAccessible(page, `bell at ${width} px, ${content}`, { scan: true });
    await expectNoOverflow(page);
    await page.keyboard.press('Escape');
    await expect(menu).toBeHidden();
  };
  await checkBell(390, 'No new notifications');
  await checkBell(1280, 'No new notifications');

  const code = await buildInvitationCode(page, ana.token, mission);
  for (const name of ['Ben Okoro', 'Cleo Winter']) {
    const member = await buildMember(page, code, name);
    await buildCheckin(page, member.token, mission, `${name} was here`);
  }
  await page.reload();
  await checkBell(390, 'Cleo Winter and 1 other');
  await checkBell(1280, 'Cleo Winter was here');
});

test('the form of a new mission is accessible with each schedule, errors and the calendar', async ({ page }) => {
  await openSignedIn(page, await buildPerson(page, 'Ana Lind'), '/create-mission');
  await expect(page.getByRole('textbox', { name: 'Description' })).toBeVisible();
  await expectScreen(page, 'new mission', { scan: true });
  await expectAccessible(page, 'new mission, wide', { scan: true, themes: ['light'] });
  await choose(page.getByRole('radio', { name: 'Times a week' }));
  await expect(page.getByRole('button', { name: '28 days' })).toBeVisible();
  await expectScreen(page, 'new mission, times a week', { scan: true });
  await choose(page.getByRole('radio', { name: 'Certain days' }));
  for (const name of ['Monday', 'Wednesday', 'Friday']) await page.getByRole('button', { name, exact: true }).click();
  await page.getByLabel('Duration (days)').fill('0');
  await page.getByRole('button', { name: 'Create Mission' }).click();
  await expect(page.getByText('Choose one to six days')).toBeVisible();
  await expect(page.getByText('Please fill in all required fields').first()).toBeVisible();
  await expect(page.getByText('Duration must be between 1 and 365 days')).toBeVisible();
  await expectScreen(page, 'new mission, with errors', { scan: true });
  await page.setViewportSize(PHONE);
  for (const name of ['More options', 'Preview', 'After Creation'])
    await page.getByRole('button', { name, exact: true }).click();
  await expect(page.getByRole('radio', { name: 'Ranking' })).toBeVisible();
  await expectScreen(page, 'new mission, all folds open', { scan: true });
  await page.getByRole('button', { name: /^Start Date/ }).click();
  await expect(page.getByRole('dialog', { name: 'Start Date' }).locator('[aria-current=date]')).toBeVisible();
  await expectScreen(page, 'new mission, calendar open', { scan: true });
});

test('the mission page is accessible before the start, open, done and ended', async ({ page }) => {
  const ana = await buildPerson(page, 'Ana Lind');
  const mission = await buildMission(page, ana.token, 'Read 20 pages before bed');
  const later = await buildMission(page, ana.token, 'Walk after lunch', 3);
  const code = await buildInvitationCode(page, ana.token, mission);
  const ben = await buildMember(page, code, 'Ben Okoro');

  await openSignedIn(page, ana, `/mission/${later}`);
  await expect(page.getByText('Ready to start')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Ask someone along' })).toBeVisible();
  await expectScreen(page, 'mission page, before the start', { scan: true });
  await openPart(page, 'Check-ins');
  await expect(page.getByText('No check-ins yet')).toBeVisible();
  await expectScreen(page, 'mission page, no check-ins', { scan: true });
  await openPart(page, 'Mission');
  await expect(page.getByRole('link', { name: 'Invite Friends' })).toBeVisible();
  await expectScreen(page, 'mission page, what the mission is', { scan: true });

  await buildCheckin(
    page,
    ben.token,
    mission,
    'Page 22 already. See https://example.com/a/very/long/address/of/a/book',
  );
  await page.goto(`/mission/${mission}`);
  await choose(page.getByRole('radio', { name: 'Check In with Text' }));
  await expect(page.getByText('Page 22 already.')).toBeVisible();
  await expectScreen(page, 'mission page, open', { scan: true });
  await expectAccessible(page, 'mission page, open, wide', { scan: true, themes: ['light'] });
  await openPart(page, 'Team');
  await expect(page.getByText('Page 22 already.')).toBeVisible();
  await expectScreen(page, 'mission page, its team', { scan: true });
  await openPart(page, 'Today');

  await page.getByLabel(/^Your Update/).fill('Twenty-one.');
  await page.getByRole('button', { name: 'Record Check-in' }).click();
  await expect(page.getByText("You've checked in today!")).toBeVisible();
  await expectScreen(page, 'mission page, done', { scan: true });

  await test.step('ended', async () => {
    // No journey lasts a month, so the server's response is replaced by an ended mission.
    await page.route(`**/api/missions/${mission}`, async (route) => {
      const response = await route.fetch();
      const json = (await response.json()) as { can: object };
      const ended = {
        state: 'ended',
        days_remaining: 0,
        checked_in_today: false,
        can: { ...json.can, check_in: false },
      };
      await route.fulfill({ response, json: { ...json, ...ended } });
    });
    await page.reload();
    await expect(page.getByText('You have completed the mission!')).toBeVisible();
    await expectScreen(page, 'mission page, ended', { scan: true });
  });
});

test('plans, checkout, payment result and subscription are accessible', async ({ page }) => {
  await openSignedIn(page, await buildPerson(page, 'Ana Lind'), '/pricing');
  await expect(page.getByText('no money moves')).toBeVisible();
  await expectScreen(page, 'plans', { scan: true });
  await expectAccessible(page, 'plans, wide', { scan: true, themes: ['light'] });
  await test.step('the sandbox', async () => {
    await page.getByRole('button', { name: 'Upgrade to PRO' }).click();
    await page.getByRole('button', { name: 'Pay with a card that is declined' }).click();
    await expect(page.getByText('The test card was declined, so nothing was bought.')).toBeVisible();
    for (const width of [390, 1280]) {
      await resize(page, width);
      expect(await findViolations(page)).toEqual([]);
      await expectNoOverflow(page);
    }
    await page.getByRole('button', { name: 'Pay $5 (test)' }).click();
  });
  await expect(page.getByText(/^You're on PRO\./)).toBeVisible();
  await expectScreen(page, 'payment succeeded', { scan: true });
  await page.goto('/upgrade-success');
  await expect(page.getByRole('heading', { name: 'Payment Verification Failed' })).toBeVisible();
  await expectScreen(page, 'payment not verified', { scan: true });
  await test.step('the subscription, and how to cancel it', async () => {
    await page.goto('/profile');
    await expect(page.getByText('PRO, $5 per month')).toBeVisible();
    await expectScreen(page, 'profile, with a subscription', { scan: true });
    await expectAccessible(page, 'profile, with a subscription, wide', { scan: true, themes: ['light'] });
    await page.getByRole('button', { name: 'Cancel subscription' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectScreen(page, 'question before a subscription is cancelled', { scan: true });
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel subscription' }).click();
    await expect(page.getByText(/You keep PRO until/)).toBeVisible();
    await expectScreen(page, 'profile, subscription cancelled', { scan: true });
  });
});

test.describe('dead ends', () => {
  test.use({ expected: /status of (404|500)|ApiError: Something went wrong on our side/ });

  test('dead links explain themselves and offer another page', async ({ page, another }) => {
    const ana = await buildPerson(page, 'Ana Lind');
    const code = await buildInvitationCode(
      page,
      ana.token,
      await buildMission(page, ana.token, 'Read 20 pages before bed'),
    );
    const visitor = await another();
    await visitor.goto(`/join/${code}`);
    await expect(visitor.getByRole('button', { name: 'Join the mission' })).toBeVisible();
    await expectScreen(visitor, 'join page', { scan: true });
    await visitor.goto('/join/2222222222');
    await expect(visitor.getByText('Invalid invitation link or mission no longer active')).toBeVisible();
    await expectScreen(visitor, 'join page, invalid link', { scan: true });

    await openSignedIn(page, ana, '/mission/00000000-0000-7000-8000-000000000000');
    await expect(page.getByRole('heading', { name: 'Mission Not Found' })).toBeVisible();
    await page.getByRole('link', { name: 'Back to Dashboard' }).focus();
    await expect(page.getByText('Take your time.')).toBeVisible();
    await expectScreen(page, 'mission not found', { scan: true });

    await page.route('**/api/auth/me', (route) =>
      route.fulfill({ status: 500, json: { code: 'internal', detail: 'Something went wrong on our side' } }),
    );
    // Deletes the offline cache, which would otherwise show the cached dashboard.
    await page.evaluate(
      () =>
        new Promise((resolve) => {
          indexedDB.deleteDatabase('emberkin').onsuccess = resolve;
        }),
    );
    await page.goto('/dashboard');
    await expect(page.getByRole('heading', { name: 'Unexpected Application Error!' })).toBeVisible();
    await expect(page.getByText('500 Something went wrong on our side')).toBeVisible();
    await expectScreen(page, 'unexpected error', { scan: true });
  });
});

test.describe('forced colors', () => {
  const outlineOf = (target: Locator) =>
    target.evaluate((element) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(element);
      return outlineStyle === 'none' ? 0 : Number.parseFloat(outlineWidth);
    });
  async function expectOutlined(chosen: Locator, other: Locator): Promise<void> {
    await expect(chosen).toBeVisible();
    expect(await outlineOf(chosen)).toBe(4);
    expect(await outlineOf(other)).toBe(0);
  }
  // In the dark theme, axe reads the app's color for letters although the forced color is painted.
  const themes = ['light'] as const;
  const cardOf = (radio: Locator) => radio.locator('xpath=ancestor::label');

  test('a chosen control has an outline in forced colors', async ({ another }) => {
    const page = await another({ forcedColors: 'active' });
    const ana = await buildPerson(page, 'Ana Lind');
    const mission = await buildMission(page, ana.token, 'Read 20 pages before bed');
    await buildMember(page, await buildInvitationCode(page, ana.token, mission), 'Ben Okoro');
    await signIn(page, ana.token, `/mission/${mission}`);

    await test.step('the kind of a check-in and the part of a mission', async () => {
      const kind = (name: string) => cardOf(page.getByRole('radio', { name, exact: true }));
      await expectOutlined(kind('Check In Only'), kind('Check In with Text'));
      const part = (name: string) => page.getByRole('navigation', { name: 'Mission' }).getByRole('link', { name });
      await expectOutlined(part('Today'), part('Team'));
      const fire = page.locator('[data-scene="fire"]');
      expect(await fire.evaluate((scene) => getComputedStyle(scene).forcedColorAdjust)).toBe('none');
      await expectAccessible(page, 'mission page, forced colours', { scan: true, themes });
    });

    await test.step('a reaction', async () => {
      await buildCheckin(page, ana.token, mission, 'Page 22.');
      await page.goto(`/mission/${mission}?part=team`);
      const [love, support] = ['Love', 'Support'].map((name) => page.getByRole('button', { name }));
      await love!.click();
      await page.getByRole('heading', { name: 'Recent Check-ins' }).hover();
      await expect(love!).toHaveAttribute('aria-pressed', 'true');
      await support!.focus();
      await page.keyboard.press('Tab');
      await expectOutlined(love!, support!);
    });

    await test.step('a doll’s cloth', async () => {
      await page.goto('/profile?edit=true');
      const cloths = page.getByRole('radiogroup', { name: 'Cloth' });
      const [chosen, other] = [true, false].map((checked) => cardOf(cloths.getByRole('radio', { checked }).first()));
      await expectOutlined(chosen!, other!);
      await expectAccessible(page, 'profile, the doll in forced colours', { scan: true, themes });
    });
  });
});
