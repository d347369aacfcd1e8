import type { Page } from '@playwright/test';
import { buildMission, buildPerson, type SignedIn } from './factories.ts';
import { expect, signIn, test, toast } from './fixtures.ts';
import { readMail } from './mail.ts';
import { startTimeServer, type TimeServer } from './shifted-server.ts';

async function expectCheckout(page: Page, plan: 'PRO' | 'PREMIUM'): Promise<void> {
  await page.waitForURL('**/checkout/cs_test_*');
  await expect(page.getByRole('heading', { name: `Emberkin ${plan}` })).toBeVisible();
  await expect(page.getByText('Test mode.')).toBeVisible();
  await expect(page.locator('input')).toHaveCount(0);
}

async function onCheckout(page: Page, plan: 'PRO' | 'PREMIUM', button: string | RegExp): Promise<void> {
  await expectCheckout(page, plan);
  await page.getByRole('button', { name: button }).click();
}

async function upgrade(page: Page, plan: 'PRO' | 'PREMIUM'): Promise<void> {
  await page.goto('/pricing');
  await page.getByRole('button', { name: `Upgrade to ${plan}` }).click();
}

const panel = (page: Page) => page.getByRole('region', { name: 'Subscription Plan' });

test('a free user upgrades to PRO and cancels', async ({ page }) => {
  const { person, token } = await buildPerson(page, 'Ana Lind');
  for (let i = 1; i <= 5; i++) await buildMission(page, token, `Fire number ${i}`);
  await signIn(page, token);

  await test.step('the dashboard shows the limit and links to the plans', async () => {
    await expect(page.getByText('Free plan limit reached')).toBeVisible();
    await expect(page.getByText('0 left')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Create Mission' })).toBeDisabled();
    await page.getByRole('link', { name: 'Upgrade' }).click();
    await expect(page.getByRole('heading', { name: 'Room for more fires' })).toBeVisible();
    await expect(page.getByText('no money moves')).toBeVisible();
    await expect(page.getByRole('listitem').filter({ hasText: '$0' }).getByText('Your plan')).toBeVisible();
    await expect(page.getByRole('row', { name: 'Team Members None Limited Unlimited' })).toBeVisible();
    await expect(page.getByRole('row', { name: 'API access No No Yes' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Contact Support' })).toHaveAttribute(
      'href',
      'mailto:fire@emberkin.example?subject=Emberkin%20support%20(Free%20plan)',
    );
  });

  await test.step('a server without a support address shows no link to support', async () => {
    const options = { upgrades: 'test', support_email: null };
    await page.route('**/api/payments/options', (route) => route.fulfill({ json: options }), { times: 1 });
    await page.reload();
    await expect(page.getByText('no money moves')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Contact Support' })).toHaveCount(0);
    await page.reload();
  });

  await test.step('going back or a declined card buys nothing', async () => {
    await page.getByRole('button', { name: 'Upgrade to PRO' }).click();
    await expectCheckout(page, 'PRO');
    // Chromium drops presses on a page that it has not painted yet.
    await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
    await page.getByRole('link', { name: 'Cancel and go back' }).click();
    await expect(page).toHaveURL(/\/pricing$/);
    await page.getByRole('button', { name: 'Upgrade to PRO' }).click();
    await onCheckout(page, 'PRO', 'Pay with a card that is declined');
    await expect(page.getByRole('alert')).toContainText('The test card was declined, so nothing was bought.');
  });

  await test.step('paying completes the purchase', async () => {
    await onCheckout(page, 'PRO', 'Pay $5 (test)');
    await expect(toast(page, 'Welcome to Emberkin PRO!')).toBeVisible();
    await expect(page.getByText(/^You're on PRO\./)).toBeVisible();
    await expect(page.getByRole('banner')).toContainText('PRO');
    await readMail(person.email, '$5 per month');
    await page.getByRole('link', { name: 'Go to Dashboard' }).click();
    await expect(page.getByText('unlimited')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Upgrade' })).toHaveCount(0);
    await buildMission(page, token, 'The sixth fire');
  });

  await test.step('the profile shows the plan and links to the invoices', async () => {
    await page.goto('/profile');
    await expect(panel(page)).toContainText('PRO, $5 per month');
    await expect(panel(page)).toContainText('Active');
    await panel(page).getByRole('button', { name: 'Refresh Status' }).click();
    await expect(toast(page, 'Subscription status is up to date')).toBeVisible();
    await panel(page).getByRole('button', { name: 'Cards and invoices' }).click();
    await expect(page.getByText('$5, paid')).toBeVisible();
    await page.getByRole('link', { name: 'Back to Emberkin' }).click();
    await expect(page).toHaveURL(/\/profile$/);
  });

  await test.step('canceling keeps the plan until the period ends', async () => {
    await panel(page).getByRole('button', { name: 'Cancel subscription' }).click();
    const dialog = page.getByRole('dialog', { name: 'Cancel subscription?' });
    await dialog.getByRole('button', { name: 'Keep PRO' }).click();
    await expect(dialog).toBeHidden();
    await panel(page).getByRole('button', { name: 'Cancel subscription' }).click();
    await dialog.getByRole('button', { name: 'Cancel subscription' }).click();
    await expect(page.getByText('Your plan ends when the paid period does.')).toBeVisible();
    await expect(panel(page)).toContainText('Ending');
    await expect(panel(page)).toContainText(
      /You keep PRO until \d+ \w+ \d{4}\. All your missions carry on after that\./,
    );
    await expect(panel(page).getByRole('button', { name: 'Cancel subscription' })).toHaveCount(0);
    await expect(page.getByRole('banner')).toContainText('PRO');
  });
});

test('a user buys PREMIUM for a year and switches to monthly PRO', async ({ page }) => {
  const { token } = await buildPerson(page, 'Ana Lind');
  await signIn(page, token, '/pricing');
  await page.getByRole('button', { name: 'Upgrade to PREMIUM' }).click();
  await onCheckout(page, 'PREMIUM', 'Pay $50 (test)');
  await expect(page.getByText(/^You're on PREMIUM\./)).toBeVisible();
  await page.goto('/pricing');
  await expect(page.getByRole('listitem').filter({ hasText: '$50' }).getByText('Your plan')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Contact Support' })).toHaveAttribute('href', /PREMIUM%20plan/);
  await page.getByRole('button', { name: 'Switch to PRO' }).click();
  const dialog = page.getByRole('dialog', { name: 'Switch to PRO?' });
  await expect(dialog).toContainText('PRO costs $5 per month and starts now');
  await dialog.getByRole('button', { name: 'Switch to PRO' }).click();
  await expect(page.getByText("You're on PRO now.")).toBeVisible();
  await expect(
    page
      .getByRole('listitem')
      .filter({ hasText: /\$5(?!0)/ })
      .getByText('Your plan')
      .first(),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: 'Upgrade to PREMIUM' })).toBeVisible();
});

test.describe('unsuccessful payments', () => {
  // Unknown payments, a request that fails on purpose, and an upgrade that cannot start.
  test.use({ expected: /status of (404|500|503)/ });

  test('a payment that expired, is unknown, fails or takes too long is reported', async ({ page }) => {
    const { token } = await buildPerson(page, 'Ana Lind');
    await signIn(page, token, '/pricing');

    await test.step('expired', async () => {
      await upgrade(page, 'PRO');
      await onCheckout(page, 'PRO', 'Let this checkout expire');
      await expect(page.getByRole('heading', { name: 'Payment Session Expired' })).toBeVisible();
      await page.getByRole('link', { name: 'Back to the plans' }).click();
      await expect(page.getByRole('heading', { name: 'Room for more fires' })).toBeVisible();
    });

    await test.step('without and with an unknown session ID', async () => {
      await page.goto('/upgrade-success');
      await expect(page.getByRole('heading', { name: 'Payment Verification Failed' })).toBeVisible();
      await page.goto('/upgrade-success?session_id=cs_test_of_nobody');
      await expect(page.getByRole('heading', { name: 'Payment Verification Failed' })).toBeVisible();
    });

    await test.step('a request that fails once', async () => {
      await page.route('**/api/payments/create-checkout', (route) => route.fulfill({ status: 500, body: '{}' }));
      await upgrade(page, 'PRO');
      await expect(page.getByText('Failed to start upgrade process. Please try again.')).toBeVisible();
      await expect(page.getByRole('button', { name: 'Upgrade to PRO' })).toBeEnabled();
      await page.unroute('**/api/payments/create-checkout');
    });

    await test.step('a slow payment', async () => {
      let answers = 0;
      page.on('response', (response) => {
        if (/\/api\/payments\/status\//.test(response.url())) answers++;
      });
      await page.clock.install();
      await upgrade(page, 'PREMIUM');
      await onCheckout(page, 'PREMIUM', 'Pay, with the money arriving a minute later');
      await expect(page.getByText('Checking your payment...')).toBeVisible();
      // Ten polls, two seconds apart: the browser's clock jumps after each response.
      for (let poll = 1; poll <= 10; poll++) {
        await expect.poll(() => answers).toBeGreaterThanOrEqual(poll);
        await page.clock.runFor(2000);
      }
      await expect(page.getByRole('heading', { name: 'Verification Timeout' })).toBeVisible();
      await expect(page.getByText('Please check your email')).toBeVisible();
    });
  });
});

test.describe('plans over time', () => {
  test.describe.configure({ timeout: 180_000 });
  test.use({ expected: /status of 401/ });
  let server: TimeServer;
  test.beforeAll(async () => {
    server = await startTimeServer({}, { payments: true });
  });
  test.afterAll(() => server.stop());

  test('a user pays a declined renewal within a week, and keeps seven missions without a plan', async ({ another }) => {
    const page = await another({ baseURL: server.url });
    const ana: SignedIn = await buildPerson(page, 'Ana Lind');
    await signIn(page, ana.token, '/pricing');
    await page.getByRole('button', { name: 'Upgrade to PRO' }).click();
    await onCheckout(page, 'PRO', 'Pay $5 (test)');
    await expect(page.getByText(/^You're on PRO\./)).toBeVisible();
    for (let i = 1; i <= 7; i++) await buildMission(page, ana.token, `Fire number ${i}`, 0, { duration_days: 90 });

    await test.step('a declined renewal allows a week, and a new card renews the plan', async () => {
      const toPortal = (name: string) => panel(page).getByRole('button', { name }).click();
      await page.goto('/profile');
      const firstEnd = await panel(page)
        .getByText(/^\d\d \w+ \d{4}$/)
        .last()
        .textContent();
      await toPortal('Cards and invoices');
      await page.getByRole('button', { name: 'Use a card that is declined' }).click();
      await expect(page.getByText('The next payment will be declined.')).toBeVisible();
      // In two steps, because a session expires after thirty days without use.
      for (const days of [16, 16]) {
        await server.passDays(days);
        await page.goto('/profile');
        await expect(panel(page)).toBeVisible();
      }
      await expect(async () => {
        await page.goto('/dashboard');
        await expect(page.getByRole('region', { name: 'Payment due' })).toContainText('You keep PRO until', {
          timeout: 2000,
        });
      }).toPass({ timeout: 30_000 });
      await readMail(ana.person.email, 'renew your plan', server.dir);
      await page.getByRole('link', { name: 'See your plan' }).click();
      await expect(panel(page)).toContainText('Payment due');
      await toPortal('Update my card');
      await page.getByRole('button', { name: 'Use a card that works' }).click();
      await expect(page.getByText('The next payment will go through.')).toBeVisible();
      await page.getByRole('link', { name: 'Back to Emberkin' }).click();
      await toPortal('Refresh Status');
      await expect(panel(page)).toContainText('Active');
      await expect(panel(page)).toContainText('Renews');
      await expect(panel(page)).not.toContainText(firstEnd!);
    });

    await test.step('a canceled plan ends with its period', async () => {
      await panel(page).getByRole('button', { name: 'Cancel subscription' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel subscription' }).click();
      await expect(panel(page)).toContainText('Ending');
      await server.passDays(20);
      // Checked on the profile, because the header might show the cached plan.
      await page.goto('/profile');
      await expect(panel(page)).toContainText('Ending');
      await expect(page.getByRole('banner')).toContainText('PRO');
      await server.passDays(12);
      await page.goto('/dashboard');
      await expect(page.getByRole('banner')).toContainText('Free Plan');
    });

    await test.step('nothing is lost, and nothing new can start', async () => {
      for (let i = 1; i <= 7; i++) await expect(page.getByRole('heading', { name: `Fire number ${i}` })).toBeVisible();
      await expect(page.getByText('0 left')).toBeVisible();
      await expect(page.getByText('Free plan limit reached')).toBeVisible();
      await expect(page.getByRole('button', { name: 'Create Mission' })).toBeDisabled();
      await page.goto('/profile');
      await expect(page.getByRole('heading', { level: 1, name: 'Ana Lind' })).toBeVisible();
      await expect(panel(page)).toHaveCount(0);
      await page.goto('/pricing');
      await expect(page.getByRole('button', { name: 'Upgrade to PRO' })).toBeVisible();
    });
  });
});
