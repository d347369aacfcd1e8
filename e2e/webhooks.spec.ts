import { verifyWebhook } from '#server/testing/verify-webhook.ts';
import { startWebhookReceiver } from '#server/testing/webhook-receiver.ts';
import { buildPlan } from './database.ts';
import { buildCheckin, buildMission, buildPerson } from './factories.ts';
import { expect, expectScreen, signIn, test, toast } from './fixtures.ts';
import { readMail } from './mail.ts';

// Every state is checked in both themes and widths.
test.describe.configure({ timeout: 180_000 });

test('a PREMIUM user creates a webhook, sees its deliveries, turns it off and removes it', async ({ page }) => {
  const receiver = await startWebhookReceiver();
  const { person, token } = await buildPerson(page, 'Wera Webhook');
  const mission = await buildMission(page, token, 'Water the plants');
  await signIn(page, token, '/connections#webhooks');
  const webhooks = page.getByRole('region', { name: 'Webhooks' });
  await expect(webhooks.getByText('PREMIUM')).toBeVisible();
  await expectScreen(page, 'webhooks, not in the plan', { scan: true });

  await buildPlan(person.email, 'premium_yearly');
  await page.reload();
  await expect(page.getByText(/^No webhooks yet\./)).toBeVisible();
  await page.getByRole('button', { name: 'New webhook' }).click();
  await page.getByRole('button', { name: 'Create webhook' }).click();
  await expect(page.getByText('Address is required')).toBeVisible();
  await page.getByLabel('Address').fill(receiver.url);
  await page.getByLabel('Mission', { exact: true }).selectOption({ label: 'Water the plants' });
  await expect(page.getByLabel('Your streak is at risk')).toBeDisabled();
  await expect(page.getByText('Only if you choose all missions')).toBeVisible();
  await page.getByLabel('Someone nudges you').uncheck();
  await page.getByLabel('Description').fill('Turns the lamp green');
  await expectScreen(page, 'new webhook', { scan: true });
  await page.getByRole('button', { name: 'Create webhook' }).click();
  const secret = (await page.getByLabel('Secret', { exact: true }).innerText()).trim();
  await expectScreen(page, 'new webhook, its secret', { scan: true });
  await page.getByRole('button', { name: "I've copied it" }).click();
  await expect(page.getByText(secret)).toHaveCount(0);
  await readMail(person.email, new URL(receiver.url).origin);

  await page.getByRole('button', { name: 'Send a test' }).click();
  await expect(page.getByText('Delivered', { exact: true })).toBeVisible();
  await expect(page.getByText('webhook.test', { exact: true })).toBeVisible();
  await buildCheckin(page, token, mission, 'Two litres');
  await expect.poll(() => receiver.received.length).toBe(2);
  const got = receiver.received[1]!;
  expect(verifyWebhook(secret, got)).toMatchObject({
    type: 'checkin.created',
    data: { mission: { id: mission }, checkin: { content: 'Two litres' } },
  });

  await page.reload();
  await page.getByRole('button', { name: 'Log' }).click();
  await page.getByText('Show the body').first().click();
  await expect(page.getByText(/"content":"Two litres"/)).toBeVisible();
  await expectScreen(page, 'webhook, its log', { scan: true });
  await page.getByRole('button', { name: 'Redeliver' }).first().click();
  await expect(toast(page, 'On its way again')).toBeVisible();
  await expect.poll(() => receiver.received.length).toBe(3);
  expect(receiver.received[2]!.headers['webhook-id']).toBe(got.headers['webhook-id']);

  const more = page.getByRole('button', { name: `More for ${receiver.url}` });
  await more.click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectScreen(page, 'webhook editor', { scan: true });
  await page.getByRole('dialog').getByLabel('Description').fill('Turns the lamp blue');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Turns the lamp blue')).toBeVisible();
  await more.click();
  await page.getByRole('menuitem', { name: 'New secret' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'New secret' }).click();
  await expect(page.getByLabel('Secret', { exact: true })).not.toHaveText(secret);
  await page.getByRole('button', { name: "I've copied it" }).click();

  receiver.setAnswer(410);
  await page.getByRole('button', { name: 'Send a test' }).click();
  await expect(page.getByText('Not delivered', { exact: true })).toBeVisible();
  await page.reload();
  await expect(page.getByText('Off: the receiver no longer exists')).toBeVisible();
  await expectScreen(page, 'webhook, receiver gone', { scan: true });
  await more.click();
  await page.getByRole('menuitem', { name: 'Turn on' }).click();
  await expect(toast(page, 'Webhook turned on')).toBeVisible();
  await more.click();
  await page.getByRole('menuitem', { name: 'Turn off' }).click();
  await expect(toast(page, 'Webhook turned off')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Send a test' })).toHaveCount(0);
  await more.click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText(/^No webhooks yet\./)).toBeVisible();
  await receiver.close();
});

test.describe('without the missions', () => {
  test.use({ expected: /console: Failed to load resource/ });

  test('the form reports loading or failed missions, and offers to try again', async ({ page }) => {
    const { person, token } = await buildPerson(page, 'Wera Webhook');
    const mission_id = await buildMission(page, token, 'Water the plants');
    await buildPlan(person.email, 'premium_yearly');
    const headers = { authorization: `Bearer ${token}` };
    const data = { url: 'https://hooks.example.com/', events: ['checkin.created'], mission_id };
    expect((await page.request.post('/api/webhooks', { headers, data })).status()).toBe(201);
    let answer = () => {};
    const isAnswered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    // Other parts of the app also fetch the missions, so they must return only after the press.
    let isPressed = false;
    await page.exposeFunction('onPress', (text: string) => {
      isPressed ||= text === 'Try again';
    });
    await page.addInitScript(() =>
      addEventListener('pointerdown', ({ target }) =>
        (window as unknown as { onPress: (text: string) => void }).onPress((target as Element).textContent),
      ),
    );
    await page.route('**/api/dashboard', async (route) => {
      await isAnswered;
      if (isPressed) await route.continue();
      else await route.fulfill({ status: 404, json: { code: 'not_found', detail: '' } });
    });
    await signIn(page, token, '/connections');
    await page.getByRole('button', { name: 'New webhook' }).click();
    const choice = page.getByLabel('Mission', { exact: true });
    await expect(choice).toBeDisabled();
    await expect(choice).toContainText('Loading...');
    answer();
    await expect(page.getByText("We couldn't load your missions")).toBeVisible();
    await expectScreen(page, 'new webhook, missions not loaded', { scan: true });
    await page.getByRole('button', { name: 'More for https://hooks.example.com/' }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    const dialog = page.getByRole('dialog');
    const edited = dialog.getByLabel('Mission', { exact: true });
    await expect(edited.locator('option:checked')).toHaveText('Another mission');
    await dialog.getByRole('button', { name: 'Try again' }).click();
    await expect(edited.locator('option:checked')).toHaveText('Water the plants');
    await expect(page.getByText("We couldn't load your missions")).toHaveCount(0);
  });
});
