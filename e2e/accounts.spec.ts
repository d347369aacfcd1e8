import sharp from 'sharp';
import { type FakeSmtp, startFakeSmtp } from '#server/testing/smtp-server.ts';
import { buildMission, buildPerson, choose, fillLogin, openLogin } from './factories.ts';
import { expect, expectScreen, newPerson, openInvite, PHONE, signIn, test, toast, withoutLive } from './fixtures.ts';
import { readMail } from './mail.ts';
import { startTimeServer, type TimeServer } from './shifted-server.ts';

test.describe('forgotten passwords', () => {
  // The server refuses the old password.
  test.use({ expected: /status of 401/ });

  test('a user sets a new password with the emailed link and signs in only with it', async ({ page }) => {
    const { person } = await buildPerson(page, 'Ana Lind');
    await openLogin(page);
    const forgot = page.getByRole('button', { name: 'Forgot password?' });
    await forgot.click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Send Reset Link' }).click();
    await expect(dialog.getByText('Please enter your email address')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(forgot).toBeFocused();
    // The address from the page is already filled in.
    await page.getByLabel('Email Address').fill(person.email);
    await forgot.click();
    await dialog.getByRole('button', { name: 'Send Reset Link' }).click();
    await expect(toast(page, 'Password reset instructions sent!')).toBeVisible();
    await expect(dialog.getByRole('heading', { name: 'Email Sent!' })).toBeVisible();
    await expect(dialog.getByText(`Reset link sent to ${person.email}`)).toBeVisible();
    await expect(
      dialog.getByText('Please check your inbox and spam folder. The link expires in 1 hour.'),
    ).toBeVisible();
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await page.getByRole('button', { name: 'Forgot password?' }).click();
    await expect(dialog.getByLabel('Email Address')).toHaveValue(person.email);
    await page.keyboard.press('Escape');

    const { text } = await readMail(person.email, '/reset-password?token=');
    const link = /https?:\/\/\S+\/reset-password\?token=[\w-]+/.exec(text!)?.[0];
    expect(link).toBeTruthy();
    const { pathname, search } = new URL(link ?? '');
    const changed = { ...person, password: 'a-warmer-fire' };

    await test.step('a new password', async () => {
      await page.goto(pathname + search);
      await page.getByLabel('New Password', { exact: true }).fill(changed.password);
      await page.getByLabel('Confirm Password').fill('something else');
      await page.getByRole('button', { name: 'Reset Password' }).click();
      await expect(page.getByText('Passwords do not match')).toBeVisible();
      await page.getByLabel('Confirm Password').fill(changed.password);
      await page.getByRole('button', { name: 'Reset Password' }).click();
      await expect(toast(page, 'Password reset successfully!')).toBeVisible();
      await expect(page).toHaveURL(/\/login$/);
    });

    await test.step('only the new password signs in', async () => {
      await fillLogin(page, person);
      await expect(page.locator('[data-sonner-toast]', { hasText: 'Invalid email or password' })).toBeVisible();
      const password = page.getByLabel('Password', { exact: true });
      await expect(password).toBeFocused();
      await expect(password).toHaveAccessibleDescription('Invalid email or password');
      await fillLogin(page, changed);
      await expect(toast(page, 'Welcome back!')).toBeVisible();
      await expect(page).toHaveURL(/\/dashboard$/);
    });
  });
});

test.describe('invalid reset links', () => {
  test.use({ expected: /status of 400/ });

  test('a visitor with an invalid reset link reads that it is invalid', async ({ page }) => {
    await page.goto('/reset-password');
    await expect(page.getByRole('heading', { name: 'Invalid Reset Link' })).toBeVisible();
    await expect(page.getByText('Invalid reset link. Please request a new password reset.')).toBeVisible();
    await page.goto('/reset-password?token=not-a-token');
    const password = page.getByLabel('New Password', { exact: true });
    await password.fill('by-the-fire');
    const show = page.getByRole('button', { name: 'Show password' });
    await expect(password).toHaveAttribute('type', 'password');
    await show.first().click();
    await expect(show.first()).toHaveAttribute('aria-pressed', 'true');
    await expect(password).toHaveAttribute('type', 'text');
    await expect(password).toHaveValue('by-the-fire');
    await show.first().click();
    await expect(password).toHaveAttribute('type', 'password');
    await expect(show.last()).toHaveAttribute('aria-pressed', 'false');
    await page.getByLabel('Confirm Password').fill('by-the-fire');
    await page.getByRole('button', { name: 'Reset Password' }).click();
    await expect(page.getByText('Invalid reset token')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Invalid Reset Link' })).toBeVisible();
    await page.getByRole('button', { name: 'Request a new link' }).click();
    await expect(page.getByRole('dialog', { name: 'Forgot Password' }).getByLabel('Email Address')).toBeVisible();
    await expect(page).toHaveURL(/\/reset-password/);
  });
});

test.describe('sessions ended at the server', () => {
  test.use({ expected: /status of 401/ });

  test('a user whose session ended on the server is told once and sent to the login', async ({ page }) => {
    const { person, token } = await buildPerson(page, 'Ana Lind');
    // The live stream would report the end, and the page would leave before the press.
    await withoutLive(page);
    await buildMission(page, token, 'Read 20 pages');
    await signIn(page, token);
    await expect(page.getByText('0 of 1 checked in today')).toBeVisible();
    const ended = await page.request.post('/api/auth/logout', { headers: { authorization: `Bearer ${token}` } });
    expect(ended.status()).toBe(204);
    await page.getByRole('button', { name: /streak, why/ }).click();
    await expect(page).toHaveURL(/\/login/);
    await expect(page.getByText('Session expired. Please login again.')).toHaveCount(1);
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
    await fillLogin(page, person);
    await expect(page.getByText('0 of 1 checked in today')).toBeVisible();
  });
});

test.describe('guards', () => {
  // The missions do not exist.
  test.use({ expected: /status of 404/ });
  const MISSION = '/mission/00000000-0000-7000-8000-000000000000';

  test('a visitor signs in and then reaches the requested page', async ({ page }) => {
    const closed = ['/', '/no/such/page', '/dashboard', '/profile', MISSION, '/pricing', '/upgrade-success'];
    for (const path of [...closed, '/create-mission']) {
      await page.goto(path);
      await expect(page, path).toHaveURL(/\/login(\?|$)/);
      await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
    }
    const { person } = await buildPerson(page, 'Ana Lind');
    await fillLogin(page, person);
    await expect(page).toHaveURL(/\/create-mission$/);
    await expect(page.getByRole('heading', { name: 'Create Mission' })).toBeVisible();
  });

  test('a visitor cannot be sent to another site by the redirect of a login link', async ({ page }) => {
    const { person } = await buildPerson(page, 'Ana Lind');
    await openLogin(page, '/login?redirect=//example.com/');
    await fillLogin(page, person);
    await expect(page).toHaveURL(/localhost:\d+\/dashboard$/);
  });

  test('a user with an incomplete profile sees the profile first', async ({ page }) => {
    const registered = await page.request.post('/api/auth/register', { data: newPerson('Ida Falk') });
    await signIn(page, ((await registered.json()) as { access_token: string }).access_token, '/');
    for (const path of ['/', '/login', '/register', '/dashboard', '/no/such/page', MISSION, '/create-mission']) {
      await page.goto(path);
      await expect(page, path).toHaveURL(/\/profile(\?|$)/);
      await expect(page.getByRole('heading', { name: 'Complete Your Profile' })).toBeVisible();
    }
    // Plans and payment results need no complete profile.
    await page.goto('/pricing');
    await expect(page.getByRole('heading', { name: 'Room for more fires' })).toBeVisible();
    await page.goto('/upgrade-success');
    await expect(page.getByRole('heading', { name: 'Payment Verification Failed' })).toBeVisible();
    await page.goto('/create-mission');
    await page.getByRole('button', { name: 'Save and go to the fire' }).click();
    await expect(page).toHaveURL(/\/create-mission$/);
  });

  test('a user with a complete profile goes to the dashboard', async ({ page }) => {
    const { token } = await buildPerson(page, 'Ana Lind');
    await signIn(page, token, '/');
    for (const path of ['/', '/login', '/register', '/no/such/page']) {
      await page.goto(path);
      await expect(page, path).toHaveURL(/\/dashboard$/);
    }
    await page.goto('/profile');
    await expect(page.getByRole('heading', { level: 1, name: 'Ana Lind' })).toBeVisible();
    await page.goto('/reset-password');
    await expect(page.getByRole('heading', { name: 'Invalid Reset Link' })).toBeVisible();
  });
});

test('a user changes picture, zone and theme on the profile', async ({ another }) => {
  const page = await another({ timezoneId: 'Asia/Kuala_Lumpur' });
  const { token } = await buildPerson(page, 'Ana Lind', 'Europe/Berlin');
  await signIn(page, token, '/profile?edit=true');
  const zone = page.getByRole('combobox', { name: 'Timezone' });
  await expect(zone).toHaveValue(/Europe\/Berlin$/);

  await test.step('the header shows the picture', async () => {
    const picture = sharp({ create: { width: 120, height: 90, channels: 3, background: '#d4542a' } });
    const buffer = await picture.png().toBuffer();
    let letGo = () => {};
    const waited = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    await page.route('**/api/auth/upload-avatar', (route) => waited.then(() => route.continue()));
    await page.getByLabel('Add a photo').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer });
    await expect(page.getByRole('progressbar', { name: 'Upload of your photo' })).toBeVisible();
    await expect(page.getByText(/^(Uploading your photo: \d+%|Photo uploaded)/)).toBeVisible();
    letGo();
    await expect(toast(page, 'Profile photo updated successfully!')).toBeVisible();
    const shown = page.getByRole('banner').locator('img');
    await expect.poll(() => shown.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
    await page.getByLabel('Change photo').setInputFiles({
      name: 'notes.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('not a picture'),
    });
    await expect(
      page.getByText('Please select a valid image file (JPEG, PNG, WebP, HEIC, HEIF)', { exact: true }),
    ).toBeVisible();
  });

  await test.step('typing searches the zones, and screen readers hear the number of matches', async () => {
    const results = page.getByRole('status').filter({ hasText: /^(Nothing found|\d+ results?)$/ });
    await zone.fill('lord howe');
    await expect(results).toHaveText('1 result');
    await page.keyboard.press('Escape');
    await expect(results).toHaveCount(0);
    await expect(zone, 'Escape chooses nothing').toHaveValue(/Europe\/Berlin$/);
    await zone.fill('atlantis');
    await expect(results).toHaveText('Nothing found');
    await page.keyboard.press('Tab');
    await expect(zone, 'and neither does Tab').toHaveValue(/Europe\/Berlin$/);
    await zone.fill('australia');
    await expect(results).toHaveText(/^\d\d results$/);
    await page.keyboard.press('ArrowDown');
    await expect(zone).toHaveAttribute('aria-activedescendant', /./);
    const second = await page.getByRole('option').nth(1).textContent();
    await page.keyboard.press('Enter');
    await expect(zone).toHaveValue(second ?? '');
    await expect(page.getByRole('option')).toHaveCount(0);
    await zone.click();
    await page.getByRole('option', { name: 'Europe/Berlin' }).click();
    await expect(zone).toHaveValue(/Europe\/Berlin$/);
  });

  await test.step('the zone changes after a question', async () => {
    const question = page.getByRole('region', { name: 'Timezone of this device' });
    await expect(question).toContainText('Have you moved?');
    await question.getByRole('button', { name: 'Use this timezone' }).click();
    await expect(question).toBeHidden();
    await expect(zone).toHaveValue('(UTC+08:00) Asia/Kuala Lumpur');
    await expect(page.getByText(/^(It's still|Today becomes) /)).toBeVisible();
    await page.getByLabel('Full Name').fill('');
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await expect(page.getByText('Name is required')).toBeVisible();
    await page.getByLabel('Full Name').fill('Ana Maria Lind');
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await expect(toast(page, 'Profile updated successfully!')).toBeVisible();
    await expect(page.getByRole('heading', { level: 1, name: 'Ana Maria Lind' })).toBeVisible();
    await expect(page.getByRole('banner')).toContainText('Ana Maria Lind');
    await page.goto('/profile?edit=true');
    await expect(zone).toHaveValue('(UTC+08:00) Asia/Kuala Lumpur');
    await expect(question).toBeHidden();
  });

  await test.step('the device remembers the theme', async () => {
    await page.getByRole('button', { name: 'Account menu' }).click();
    await page.getByRole('link', { name: 'Settings' }).click();
    const root = page.locator('html');
    await expect(root).toHaveAttribute('data-theme', 'light');
    await choose(page.getByRole('radio', { name: 'Dark' }));
    await expect(root).toHaveAttribute('data-theme', 'dark');
    await page.reload();
    await expect(root).toHaveAttribute('data-theme', 'dark');
    await expect(page.getByRole('radio', { name: 'Dark' })).toBeChecked();
    await choose(page.getByRole('radio', { name: 'System' }));
    await expect(root).toHaveAttribute('data-theme', 'light');
  });
});

test.describe('unproven addresses', () => {
  // The server refuses the link to the mistyped address.
  test.use({ expected: /status of 400 .*verify-email/ });

  let smtp: FakeSmtp;
  let server: TimeServer;
  test.beforeAll(async () => {
    smtp = await startFakeSmtp();
    server = await startTimeServer({ SMTP_URL: smtp.url });
  });
  test.afterAll(async () => {
    await server.stop();
    await smtp.close();
  });
  const readLink = async (address: string): Promise<string> => {
    const { text } = await smtp.readMail(address);
    return /\/verify-email\?token=[\w-]+/.exec(text ?? '')?.[0] ?? 'no link';
  };

  test('a user corrects a mistyped address and proves the right one with the emailed link', async ({ another }) => {
    test.slow();
    const page = await another({ baseURL: server.url });
    const [ana, typo] = [newPerson('Ana Lind'), newPerson('Anna Lind')];
    const banner = page.getByText('Confirm your email address: the link is in your inbox at');

    await test.step('every page asks to confirm the address', async () => {
      await page.goto('/register');
      await page.getByLabel('Full Name').fill(ana.name);
      await page.getByLabel('Email Address').fill(typo.email);
      await page.getByLabel('Password', { exact: true }).fill(ana.password);
      await page.getByLabel('Confirm Password').fill(ana.password);
      await page.getByRole('button', { name: 'Get Started' }).click();
      await expect(page.getByRole('heading', { name: 'Complete Your Profile' })).toBeVisible();
      await expect(banner).toContainText(typo.email);
      await page.locator('form').getByRole('button').last().click();
      await expect(page).toHaveURL(/\/dashboard$/);
      await expect(banner).toBeVisible();
      await expect(page.getByRole('heading', { name: 'No missions yet' })).toBeVisible();
      await expectScreen(page, 'dashboard, address to be confirmed', { scan: true });
    });
    const first = await readLink(typo.email);

    await test.step('correcting the address requires the password', async () => {
      await page.getByRole('button', { name: 'Wrong address?' }).click();
      const dialog = page.getByRole('dialog', { name: 'Wrong address?' });
      await expect(dialog.getByLabel('Email Address')).toHaveValue(typo.email);
      await expectScreen(page, 'address to be confirmed, being corrected', { scan: true });
      await dialog.getByLabel('Email Address').fill(ana.email);
      await dialog.getByLabel('Password', { exact: true }).fill(ana.password);
      await dialog.getByRole('button', { name: 'Save' }).click();
      await expect(toast(page, `Saved. We sent a link to ${ana.email}.`)).toBeVisible();
      await expect(banner).toContainText(ana.email);
      await page.getByRole('button', { name: 'Send it again' }).click();
      await expect(page.getByText('Sent. It can take a minute.')).toBeFocused();
    });

    const token = await page.evaluate(() => localStorage.getItem('token') ?? '');
    const missionId = await buildMission(page, token, 'Read 20 pages before bed');
    const invite = page.getByRole('dialog', { name: 'Invite Friends' });
    await test.step('inviting by email requires a confirmed address', async () => {
      await page.goto(`/mission/${missionId}`);
      await openInvite(page, 'Invite by email', 'Link and code');
      await expect(
        invite.getByText('Please confirm your email address first. The link is in the email we sent you.'),
      ).toBeVisible();
      await expect(invite.getByRole('button', { name: 'Send Invitation' })).toBeHidden();
      await expect(invite.getByRole('button', { name: 'Generate Invitation Code' })).toBeVisible();
    });

    const phone = await another({ baseURL: server.url, viewport: PHONE });
    await test.step('another device signs in, and the link to the old address is refused', async () => {
      await phone.goto(first);
      await expect(phone).toHaveURL(/\/login/);
      await fillLogin(phone, ana);
      await expect(
        phone.getByRole('heading', { name: 'This link is for another account, or it has expired' }),
      ).toBeVisible();
      await expectScreen(phone, 'address, link for another account', { scan: true });
      await phone.getByRole('button', { name: 'Send a new link' }).click();
      await expect(phone.getByText('Sent. It can take a minute.')).toBeVisible();
    });

    await test.step('the link to the current address proves it, and open pages update', async () => {
      await phone.goto(await readLink(ana.email));
      await expect(phone.getByRole('heading', { name: 'Your address is confirmed.' })).toBeVisible();
      await expect(phone).toHaveURL(/\/dashboard$/);
      await expect(phone.getByText('Confirm your email address')).toBeHidden();
      await expect(invite.getByRole('button', { name: 'Send Invitation' })).toBeVisible();
      await expect(banner).toBeHidden();
    });
  });
});
