import sharp from 'sharp';
import { buildPerson, choose, fillLogin, openLogin, readMail } from './factories.ts';
import { expect, newPerson, signIn, test, withoutLive } from './fixtures.ts';

test.describe('forgotten passwords', () => {
  // The old password is refused.
  test.use({ expected: /status of 401/ });

  test('The link in the reset mail leads to a new password, and only the new one signs in.', async ({ page }) => {
    const { person } = await buildPerson(page, 'Ana Lind');
    await openLogin(page);
    await page.getByRole('button', { name: 'Forgot password?' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Send Reset Link' }).click();
    await expect(dialog.getByText('Please enter your email address')).toBeVisible();
    await dialog.getByLabel('Email Address').fill(person.email);
    await dialog.getByRole('button', { name: 'Send Reset Link' }).click();
    await expect(page.getByText('Password reset instructions sent!')).toBeVisible();
    await expect(dialog.getByRole('heading', { name: 'Email Sent!' })).toBeVisible();
    await expect(dialog.getByText(`Reset link sent to ${person.email}`)).toBeVisible();
    await expect(
      dialog.getByText('Please check your inbox and spam folder. The link expires in 1 hour.'),
    ).toBeVisible();
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await page.getByRole('button', { name: 'Forgot password?' }).click();
    await expect(dialog.getByLabel('Email Address')).toHaveValue('');
    await page.keyboard.press('Escape');

    const link = /https?:\/\/\S+\/reset-password\?token=[\w-]+/.exec(await readMail(person.email))?.[0];
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
      await expect(page.getByText('Password reset successfully!')).toBeVisible();
      await expect(page).toHaveURL(/\/login$/);
    });

    await test.step('only the new password signs in', async () => {
      await fillLogin(page, person);
      await expect(page.getByText('Invalid email or password')).toBeVisible();
      await fillLogin(page, changed);
      await expect(page.getByText('Welcome back!')).toBeVisible();
      await expect(page).toHaveURL(/\/dashboard$/);
    });
  });
});

test.describe('invalid reset links', () => {
  test.use({ expected: /status of 400/ });

  test('A reset link without a valid token says so.', async ({ page }) => {
    await page.goto('/reset-password');
    await expect(page.getByRole('heading', { name: 'Invalid Reset Link' })).toBeVisible();
    await expect(page.getByText('Invalid reset link. Please request a new password reset.')).toBeVisible();
    await page.goto('/reset-password?token=not-a-token');
    await page.getByLabel('New Password', { exact: true }).fill('by-the-fire');
    await page.getByLabel('Confirm Password').fill('by-the-fire');
    await page.getByRole('button', { name: 'Reset Password' }).click();
    await expect(page.getByText('Invalid reset token')).toBeVisible();
    await expect(page).toHaveURL(/\/reset-password/);
  });
});

test.describe('sessions ended at the server', () => {
  test.use({ expected: /status of 401/ });

  test('A page whose session was ended at the server says so once and leads to the login.', async ({ page }) => {
    const { person, token } = await buildPerson(page, 'Ana Lind');
    // The live stream would report it, and the page would be gone before the press.
    await withoutLive(page);
    await signIn(page, token);
    await expect(page.getByText('No missions yet')).toBeVisible();
    const ended = await page.request.post('/api/auth/logout', { headers: { authorization: `Bearer ${token}` } });
    expect(ended.status()).toBe(204);
    await page.getByRole('button', { name: /streak, why/ }).click();
    await expect(page).toHaveURL(/\/login/);
    await expect(page.getByText('Session expired. Please login again.')).toHaveCount(1);
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
    await fillLogin(page, person);
    await expect(page.getByText('No missions yet')).toBeVisible();
  });
});

test.describe('guards', () => {
  // The missions do not exist.
  test.use({ expected: /status of 404/ });
  const MISSION = '/mission/00000000-0000-7000-8000-000000000000';

  test('A visitor is asked to sign in, and is then led to the requested page.', async ({ page }) => {
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

  test('A redirect in the login link cannot lead to another site.', async ({ page }) => {
    const { person } = await buildPerson(page, 'Ana Lind');
    await openLogin(page, '/login?redirect=//example.com/');
    await fillLogin(page, person);
    await expect(page).toHaveURL(/localhost:\d+\/dashboard$/);
  });

  test('A user with an incomplete profile is led to the profile first.', async ({ page }) => {
    const registered = await page.request.post('/api/auth/register', { data: newPerson('Ida Falk') });
    await signIn(page, ((await registered.json()) as { access_token: string }).access_token, '/');
    for (const path of ['/', '/login', '/register', '/dashboard', '/no/such/page', MISSION, '/create-mission']) {
      await page.goto(path);
      await expect(page, path).toHaveURL(/\/profile(\?|$)/);
      await expect(page.getByRole('heading', { name: 'Complete Your Profile' })).toBeVisible();
    }
    // The plans and the payment result need no complete profile.
    await page.goto('/pricing');
    await expect(page.getByRole('heading', { name: 'Room for more fires' })).toBeVisible();
    await page.goto('/upgrade-success');
    await expect(page.getByRole('heading', { name: 'Payment Verification Failed' })).toBeVisible();
    await page.goto('/create-mission');
    await page.getByRole('button', { name: 'Save and go to the fire' }).click();
    await expect(page).toHaveURL(/\/create-mission$/);
  });

  test('A user with a complete profile is led to the dashboard.', async ({ page }) => {
    const { token } = await buildPerson(page, 'Ana Lind');
    await signIn(page, token, '/');
    for (const path of ['/', '/login', '/register', '/no/such/page']) {
      await page.goto(path);
      await expect(page, path).toHaveURL(/\/dashboard$/);
    }
    await page.goto('/profile');
    await expect(page.getByRole('heading', { name: 'Profile', exact: true })).toBeVisible();
    await page.goto('/reset-password');
    await expect(page.getByRole('heading', { name: 'Invalid Reset Link' })).toBeVisible();
  });
});

test('The profile takes a picture, a new zone and a theme.', async ({ page }) => {
  const { token } = await buildPerson(page, 'Ana Lind', 'Europe/Berlin');
  await signIn(page, token, '/profile');
  const zone = page.getByRole('combobox', { name: 'Timezone' });
  await expect(zone).toHaveValue(/Europe\/Berlin$/);

  await test.step('the picture shows in the header', async () => {
    const picture = sharp({ create: { width: 120, height: 90, channels: 3, background: '#d4542a' } });
    const buffer = await picture.png().toBuffer();
    await page.getByLabel('Add a photo').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer });
    await expect(page.getByText('Profile photo updated successfully!')).toBeVisible();
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

  await test.step('the zones are searched by typing, and readers hear how many match', async () => {
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

  await test.step('the zone is asked about and changed', async () => {
    const question = page.getByRole('region', { name: 'Timezone of this device' });
    await expect(question).toContainText('Have you moved?');
    await question.getByRole('button', { name: 'Use this timezone' }).click();
    await expect(question).toBeHidden();
    await expect(zone).toHaveValue('(UTC+08:00) Asia/Kuala Lumpur');
    await expect(page.getByText(/^Today (stays|becomes) /)).toBeVisible();
    await page.getByLabel('Full Name').fill('');
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await expect(page.getByText('Name is required')).toBeVisible();
    await page.getByLabel('Full Name').fill('Ana Maria Lind');
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await expect(page.getByText('Profile updated successfully!')).toBeVisible();
    await expect(page.getByRole('banner')).toContainText('Ana Maria Lind');
    await page.reload();
    await expect(zone).toHaveValue('(UTC+08:00) Asia/Kuala Lumpur');
    await expect(question).toBeHidden();
  });

  await test.step('the theme is remembered', async () => {
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
