import type { Page } from '@playwright/test';
import { buildInvitationCode, buildMission, fillLogin, openLogin } from './factories.ts';
import { expect, expectScreen, newPerson, test, toast } from './fixtures.ts';
import { startTimeServer, type TimeServer } from './shifted-server.ts';

// A refused sign-up, and the operator's page before the sign-in.
test.use({ expected: /status of 40[13]/ });

const OPERATOR = { ADMIN_USERNAME: 'keeper', ADMIN_PASSWORD: 'keeper of the house' };
const SENTENCE = 'Sign-up is by invitation here. Ask a member, or write to help@emberkin.example.';
/** Words that only plans use. */
const PLANS = /free plan|upgrade|unlimited|\bPRO\b|PREMIUM|\$\d|\d left\b|free missions/i;

let server: TimeServer;
test.beforeAll(async () => {
  server = await startTimeServer({
    ...OPERATOR,
    NODE_ENV: 'production',
    ALLOW_ROOT: '1',
    PLANS: 'off',
    SIGN_UP: 'invited',
    MAIL_FROM: 'Emberkin <help@emberkin.example>',
    IMPRINT_URL: 'https://emberkin.example/imprint',
    PRIVACY_URL: 'https://emberkin.example/privacy',
  });
});
test.afterAll(() => server.stop());

async function expectNoPlans(page: Page, path: string, heading: string | RegExp): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('heading', { name: heading }).first()).toBeVisible();
  await expect(page.getByText('Loading')).toHaveCount(0);
  expect(await page.locator('body').innerText(), path).not.toMatch(PLANS);
}

async function expectLegalLinks(page: Page): Promise<void> {
  const links = page.getByRole('navigation', { name: 'About' });
  await expect(links.getByRole('link', { name: 'Imprint' })).toHaveAttribute(
    'href',
    'https://emberkin.example/imprint',
  );
  await expect(links.getByRole('link', { name: 'Privacy' })).toHaveAttribute(
    'href',
    'https://emberkin.example/privacy',
  );
}

async function addUser(admin: Page, person: { name: string; email: string }): Promise<string> {
  await admin.goto('/admin');
  await admin.getByLabel('Username').fill(OPERATOR.ADMIN_USERNAME);
  await admin.getByLabel('Password', { exact: true }).fill(OPERATOR.ADMIN_PASSWORD);
  await admin.getByRole('button', { name: 'Sign In' }).click();
  await admin.getByRole('button', { name: 'Add a user' }).click();
  const dialog = admin.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Add user' }).click();
  await expect(dialog.getByText('Name is required')).toBeVisible();
  await dialog.getByLabel('Full Name').fill(person.name);
  await dialog.getByLabel('Email Address').fill(person.email);
  await expectScreen(admin, 'admin, adding a user', { scan: true });
  await dialog.getByRole('button', { name: 'Add user' }).click();
  await expect(
    dialog.getByText(`Anyone with this link can set ${person.name}'s password. We won't show it again.`),
  ).toBeVisible();
  await expectScreen(admin, 'admin, link for a new user', { scan: true });
  await dialog.getByRole('button', { name: 'Copy link' }).click();
  await expect(toast(admin, 'Link copied to clipboard!')).toBeVisible();
  const link = await dialog.getByLabel('Link', { exact: true }).innerText();
  expect(await admin.evaluate(() => navigator.clipboard.readText())).toBe(link);
  await dialog.getByRole('button', { name: "I've copied it" }).click();
  await expect(admin.getByRole('row', { name: new RegExp(person.name) })).toBeVisible();
  return link;
}

async function setPassword(page: Page, link: string, password: string): Promise<void> {
  await page.goto(link);
  await page.getByLabel('New Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm Password').fill(password);
  await page.getByRole('button', { name: 'Reset Password' }).click();
  await expect(toast(page, 'Password reset successfully!')).toBeVisible();
  await page.getByRole('link', { name: 'Go to Login' }).click();
}

test('people join a house server by invitation and never hear of plans', async ({ another }) => {
  test.slow();
  const permissions = ['clipboard-read', 'clipboard-write'];
  const [admin, page, friend] = await Promise.all([
    another({ baseURL: server.url, permissions }),
    another({ baseURL: server.url }),
    another({ baseURL: server.url }),
  ]);
  const [ana, ben] = [newPerson('Ana Lind'), newPerson('Ben Okoro')];

  await test.step('a visitor reads that sign-up is by invitation', async () => {
    await openLogin(page);
    await expectLegalLinks(page);
    await expect(page.getByRole('link', { name: 'Sign up' })).toHaveCount(0);
    await expectScreen(page, 'login, sign-up by invitation', { scan: true });
    await expectNoPlans(page, '/register', 'New Account');
    await expect(page.locator('main')).toContainText(SENTENCE);
    await expect(page.getByLabel('Full Name')).toHaveCount(0);
    await expectLegalLinks(page);
    await expectScreen(page, 'register, sign-up by invitation', { scan: true });
    const refused = await page.request.post('/api/auth/register', { data: ana });
    expect([refused.status(), await refused.json()]).toMatchObject([403, { code: 'sign_up_closed', detail: SENTENCE }]);
  });

  const link = await test.step('the operator adds the first member', () => addUser(admin, ana));

  await test.step('the member sets a password and signs in', async () => {
    await setPassword(page, link, ana.password);
    await fillLogin(page, ana);
    await expect(page.getByRole('heading', { name: 'Complete Your Profile' })).toBeVisible();
    await expect(page.getByLabel(/Name/)).toHaveValue('Ana Lind');
    await page.getByRole('button', { name: 'Save and go to the fire' }).click();
    await expect(page).toHaveURL(/\/dashboard$/);
    await expectLegalLinks(page);
  });

  const token = await page.evaluate(() => localStorage.getItem('token')!);
  const missions: string[] = [];
  await test.step('the member creates more missions than a Free plan allows', async () => {
    for (let i = 1; i <= 6; i++) missions.push(await buildMission(page, token, `Mission ${i}`));
  });

  await test.step('no screen mentions plans', async () => {
    await expectNoPlans(page, '/dashboard', 'My Missions');
    await expectScreen(page, 'dashboard, without plans', { scan: true });
    await expectNoPlans(page, '/profile', 'Ana Lind');
    await expectNoPlans(page, '/profile?edit=true', 'Profile');
    await expectNoPlans(page, '/connections', 'API tokens');
    await expectNoPlans(page, '/insights', /Insights/);
    await expectNoPlans(page, '/settings', 'Settings');
    await expectNoPlans(page, '/docs/api', 'Getting started');
    await expectLegalLinks(page);
    await expectNoPlans(page, '/create-mission', /mission/i);
    await page.getByRole('button', { name: 'Account menu' }).click();
    await expect(page.getByRole('navigation', { name: 'Account' })).not.toContainText('Upgrade');
    for (const path of ['/pricing', '/upgrade-success?session_id=abc']) {
      await page.goto(path);
      await expect(page).toHaveURL(/\/dashboard$/);
    }
  });

  await test.step("a friend joins by a mission's code", async () => {
    const code = await buildInvitationCode(page, token, missions[0]!);
    // Through the sign-in, which remembers the friend's destination.
    await friend.goto(`/login?redirect=${encodeURIComponent(`/join/${code}`)}`);
    await friend.getByRole('link', { name: 'Sign up' }).click();
    await expect(friend.getByLabel('Full Name')).toBeVisible();
    await friend.goto(`/join/${code}`);
    await expectLegalLinks(friend);
    await friend.getByLabel('Full Name').fill(ben.name);
    await friend.getByLabel('Email Address').fill(ben.email);
    await friend.getByLabel('Password', { exact: true }).fill(ben.password);
    await friend.getByLabel('Confirm Password').fill(ben.password);
    await friend.getByRole('button', { name: 'Join the mission' }).click();
    await expect(friend).toHaveURL(new RegExp(`/mission/${missions[0]}`));
    await expect(friend.getByRole('heading', { name: 'Mission 1' })).toBeVisible();
    expect(await friend.locator('body').innerText()).not.toMatch(PLANS);
  });

  await test.step('the operator sends a member a new reset link, and sees no plans either', async () => {
    await admin.reload();
    await admin
      .getByRole('row', { name: /Ana Lind/ })
      .getByRole('button')
      .first()
      .click();
    const dialog = admin.getByRole('dialog');
    await expect(dialog.getByText('Streak (days)')).toBeVisible();
    await expectScreen(admin, 'admin, a user without plans', { scan: true });
    await dialog.getByRole('button', { name: 'Create reset link' }).click();
    const again = await dialog.getByLabel('Link', { exact: true }).innerText();
    expect(again).toMatch(/\/reset-password\?token=handed_[\w-]{43}$/);
    await admin.keyboard.press('Escape');
    await expect(admin.getByText('Total check-ins')).toBeVisible();
    expect(await admin.locator('body').innerText()).not.toMatch(PLANS);
    await expect(admin.getByRole('tab', { name: /Subscriptions|Revenue/ })).toHaveCount(0);
    await expectScreen(admin, 'admin, overview without plans', { scan: true });
    await setPassword(page, again, 'a-warmer-fire');
    await fillLogin(page, { ...ana, password: 'a-warmer-fire' });
    await expect(toast(page, 'Welcome back!')).toBeVisible();
  });
});
