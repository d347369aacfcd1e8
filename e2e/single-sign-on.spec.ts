import type { Page } from '@playwright/test';
import { type FakeOidc, startFakeOidc } from '#server/testing/oidc-server.ts';
import { logOut, openLogin } from './factories.ts';
import { expect, expectScreen, test, toast } from './fixtures.ts';
import { startTimeServer, type TimeServer } from './shifted-server.ts';

const MINUTE_MS = 60_000;

/** Signs in on the provider's real page, whose style sheet requests a font from another site. */
async function signInThere(page: Page, login: string): Promise<void> {
  await page.getByPlaceholder('Enter any login').fill(login);
  await page.getByPlaceholder('and password').fill('of no matter');
  await page.getByRole('button', { name: 'Sign-in' }).click();
}

test.describe('single sign-on', () => {
  // The confirmation by a session that is too old.
  test.use({ expected: /status of 403/ });
  test.describe.configure({ mode: 'serial' });
  let provider: FakeOidc;
  let server: TimeServer;
  test.beforeAll(async () => {
    provider = await startFakeOidc();
    const { issuer, client_id, client_secret } = provider;
    server = await startTimeServer({
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: client_id,
      OIDC_CLIENT_SECRET: client_secret,
      OIDC_NAME: 'Camp',
    });
    provider.setClaims('ana', { email: 'ana.lind@example.com', email_verified: true, name: 'Ana Lind' });
  });
  test.afterAll(async () => {
    await server.stop();
    await provider.close();
  });

  test('a new user signs in at the provider, returns to the destination and needs no password', async ({ another }) => {
    test.slow();
    const page = await another({ baseURL: server.url });
    await page.route('https://fonts.googleapis.com/**', (route) =>
      route.fulfill({ contentType: 'text/css', body: '' }),
    );
    const there = page.getByRole('link', { name: 'Continue with Camp' });

    await test.step('no form appears before the button, and the button is above it', async () => {
      const bare = await another({ baseURL: server.url });
      await bare.route('**/assets/*.js', (route) => route.fulfill({ contentType: 'text/javascript', body: '' }));
      await bare.goto('/login?redirect=%2Finsights');
      await expect(bare.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(bare.locator('#email')).toBeHidden();
      await openLogin(page, '/login?redirect=%2Finsights');
      await expect(there).toHaveAttribute('href', '/api/auth/oidc/start?redirect=%2Finsights');
      const isAbove = async (name: string) =>
        (await there.boundingBox())!.y < (await page.getByRole('button', { name, exact: true }).boundingBox())!.y;
      expect(await isAbove('Sign In')).toBe(true);
      await page.getByRole('link', { name: 'Sign up' }).click();
      await expect(page.getByRole('button', { name: 'Get Started', exact: true })).toBeVisible();
      expect(await isAbove('Get Started')).toBe(true);
    });

    await test.step('an unavailable provider is reported', async () => {
      await page.goto('/insights');
      await expect(page).toHaveURL(/\/login\?redirect=%2Finsights$/);
      await there.click();
      await expect(page.getByRole('alert')).toHaveText("Signing in with Camp didn't work. Please try again.");
      await expectScreen(page, 'login, provider away', { scan: true });
      await provider.register(`${server.url}/api/auth/oidc/callback`);
    });

    await test.step('giving up there returns to the sign-in', async () => {
      await there.click();
      await page.getByText('[ Cancel ]').click();
      await expect(page).toHaveURL(/\/login\?sso=sso_refused&redirect=%2Finsights$/);
      await expect(page.getByRole('alert')).toHaveText("Signing in with Camp didn't work. Please try again.");
    });

    await test.step('the first sign-in creates an account', async () => {
      await page.getByRole('link', { name: 'Sign up' }).click();
      await expect(page).toHaveURL(/\/register\?redirect=%2Finsights$/);
      await expectScreen(page, 'register, by single sign-on', { scan: true });
      await there.click();
      await signInThere(page, 'ana');
      await expect(toast(page, 'Welcome to Emberkin!')).toBeVisible();
      await expect(page.getByRole('heading', { name: 'Complete Your Profile' })).toBeVisible();
      await expect(page.getByLabel('Full Name')).toHaveValue('Ana Lind');
      await page.getByRole('button', { name: 'Save and go to the fire' }).click();
      await expect(page).toHaveURL(/\/insights$/);
    });

    await test.step('logging out ends only the session here', async () => {
      await page.goto('/settings');
      await logOut(page);
      await there.click();
      await expect(toast(page, 'Welcome back!')).toBeVisible();
      await expect(page).toHaveURL(/\/dashboard$/);
      // The browser's history contains neither the provider's page nor the intermediate page.
      await page.goBack();
      await expect(page).toHaveURL(/\/dashboard$/);
    });

    await test.step('a recent sign-in deletes the account without a password', async () => {
      await server.setNow(new Date(Date.now() + 11 * MINUTE_MS));
      await page.goto('/settings');
      await page.getByRole('button', { name: 'Delete my account' }).click();
      const dialog = page.getByRole('dialog');
      await expect(dialog.getByText('Your account has no password')).toBeVisible();
      await expectScreen(page, 'delete account, without a password', { scan: true });
      await dialog.getByRole('button', { name: 'Delete my account' }).click();
      await expect(dialog.getByRole('alert')).toContainText('Please sign in again first.');
      await expectScreen(page, 'delete account, sign-in too old', { scan: true });
      await dialog.getByRole('link', { name: 'Continue with Camp' }).click();
      // The previous page has the same address, and its dialog a button of the same name.
      await expect(dialog).toHaveCount(0);
      await expect(page).toHaveURL(/\/settings$/);
      await page.getByRole('button', { name: 'Delete my account' }).click();
      await dialog.getByRole('button', { name: 'Delete my account' }).click();
      await expect(toast(page, 'Your account has been deleted')).toBeVisible();
      await expect(page).toHaveURL(/\/login$/);
    });
  });

  test.describe('without passwords', () => {
    let only: TimeServer;
    test.beforeAll(async () => {
      const { issuer, client_id, client_secret } = provider;
      only = await startTimeServer({
        OIDC_ISSUER: issuer,
        OIDC_CLIENT_ID: client_id,
        OIDC_CLIENT_SECRET: client_secret,
        OIDC_NAME: 'Camp',
        OIDC_ONLY: 'on',
      });
      await provider.register(`${only.url}/api/auth/oidc/callback`);
      provider.setClaims('ben', { email: 'ben@example.com', email_verified: true, name: 'Ben' });
    });
    test.afterAll(() => only.stop());

    test('people sign in at the provider only', async ({ another }) => {
      test.slow();
      const page = await another({ baseURL: only.url });
      await page.route('https://fonts.googleapis.com/**', (route) =>
        route.fulfill({ contentType: 'text/css', body: '' }),
      );

      await test.step('the sign-in page goes to the provider and back to the destination', async () => {
        await page.goto('/login?redirect=%2Finsights');
        await signInThere(page, 'ben');
        await page.getByRole('button', { name: 'Save and go to the fire' }).click();
        await expect(page).toHaveURL(/\/insights$/);
      });

      await test.step('the settings have no password', async () => {
        await page.goto('/settings');
        await expect(page.getByRole('button', { name: 'Delete my account' })).toBeVisible();
        await expect(page.getByRole('heading', { name: 'Password' })).toHaveCount(0);
      });

      await test.step('one button is left after logging out', async () => {
        await logOut(page);
        await expect(page).toHaveURL(/\/login\?signed_out=true$/);
        await expect(page.getByRole('link', { name: 'Continue with Camp' })).toBeVisible();
        await expect(page.getByLabel('Email Address')).toHaveCount(0);
        await expect(page.getByRole('link', { name: 'Sign up' })).toHaveCount(0);
        await expectScreen(page, 'login, single sign-on only', { scan: true });
        await page.reload();
        await expect(page.getByRole('link', { name: 'Continue with Camp' })).toBeVisible();
        await expect(page.getByRole('button', { name: 'Sign In' })).toHaveCount(0);
      });

      await test.step('the registration page redirects to the provider, whose session signs the user in', async () => {
        await page.goto('/register?redirect=%2Fsettings');
        await expect(page).toHaveURL(/\/settings$/);
        await expect(page.getByRole('button', { name: 'Account menu' })).toBeVisible();
      });
    });
  });
});
