import { TOTP_SECRET, totpCode } from '#server/testing/totp-code.ts';
import { expect, expectScreen, test, toast } from './fixtures.ts';
import { startTimeServer, type TimeServer } from './shifted-server.ts';

// Chromium logs every refused response; here they are intended.
test.use({ expected: /401 \(Unauthorized\)/ });

let server: TimeServer;
test.beforeAll(async () => {
  server = await startTimeServer({
    ADMIN_USERNAME: 'keeper',
    ADMIN_PASSWORD: 'of the fire',
    ADMIN_TOTP: TOTP_SECRET,
  });
});
test.afterAll(() => server.stop());

test('the operator signs in with a code of an authenticator app', async ({ another }) => {
  const page = await another({ baseURL: server.url });
  await page.goto('/admin');
  const code = page.getByLabel('Code');
  await expect(code).toHaveAttribute('autocomplete', 'one-time-code');
  await expectScreen(page, 'admin, sign-in with a code', { scan: true });
  await page.getByLabel('Username').fill('keeper');
  await page.getByLabel('Password', { exact: true }).fill('of the fire');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByRole('alert')).toHaveText('Invalid username, password or code');
  await code.fill(totpCode(new Date()));
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(toast(page, 'Admin login successful!')).toBeVisible();
  await expect(page.getByText('Total check-ins')).toBeVisible();
});
