import { buildPlan } from './database.ts';
import { buildCheckin, buildMission, buildPerson } from './factories.ts';
import { expect, expectAccessible, signIn, test } from './fixtures.ts';

test('a PREMIUM user creates an API token, calls the API with it and revokes it', async ({ page }) => {
  const { person, token: session } = await buildPerson(page, 'Tom Token');
  const mission = await buildMission(page, session, 'Water the plants');
  await signIn(page, session, '/dashboard');
  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('link', { name: 'Connections' }).click();
  const tokens = page.getByRole('region', { name: 'API tokens' });
  await expect(tokens.getByText('PREMIUM')).toBeVisible();
  await expect(tokens.getByRole('link', { name: 'Upgrade' })).toBeVisible();
  await expectAccessible(page, 'connections, on Free', { scan: true });
  await page.goto('/connections#tokens');
  await expect(tokens).toBeInViewport();

  await buildPlan(person.email, 'premium_yearly');
  await page.reload();
  await tokens.getByRole('button', { name: 'New token' }).click();
  await page.getByRole('button', { name: 'Create token' }).click();
  await expect(page.getByText('Name is required')).toBeVisible();
  await page.getByLabel('Name').fill('Watch shortcut');
  await page.getByLabel('Read and write').check();
  await expectAccessible(page, 'API tokens, new token', { scan: true });
  await page.getByRole('button', { name: 'Create token' }).click();
  const token = (await page.getByLabel('Token', { exact: true }).innerText()).trim();
  expect(token).toMatch(/^emb_[\w-]{43}$/);
  await page.getByRole('button', { name: "I've copied it" }).click();
  await expect(page.getByText(token)).toHaveCount(0);
  await expect(page.getByText('Never used')).toBeVisible();

  const headers = { authorization: `Bearer ${token}` };
  const checkin = { mission_id: mission, type: 'text', content: 'By my watch' };
  expect((await page.request.post('/api/checkins', { headers, data: checkin })).status()).toBe(201);
  expect((await page.request.get('/api/auth/me', { headers })).status()).toBe(403);
  await page.reload();
  await expect(page.getByText('Last used: Just now')).toBeVisible();

  await page.getByRole('button', { name: 'Revoke Watch shortcut' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(page.getByText('Token revoked')).toBeVisible();
  await expect(page.getByText('No tokens yet.')).toBeVisible();
  expect((await page.request.get('/api/dashboard', { headers })).status()).toBe(401);
});

test('a user sees a preview of the insights on Free and all of them on PRO', async ({ page }) => {
  const { person, token } = await buildPerson(page, 'Ina Insight');
  const mission = await buildMission(page, token, 'Look back');
  await buildCheckin(page, token, mission);
  await signIn(page, token);
  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('link', { name: 'Insights' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Insights' })).toBeVisible();
  await expect(page.getByText(/^One check-in day: /)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Your last 14 days' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Trend' })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Upgrade' })).toBeVisible();
  await expectAccessible(page, 'insights, preview', { scan: true });

  await buildPlan(person.email, 'pro_monthly');
  await page.reload();
  await expect(page.getByText('1 check-in over 12 weeks.')).toBeVisible();
  await page.getByRole('tab', { name: '12 months' }).click();
  await expect(page.getByText('1 check-in over 12 months.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Streak history' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Look back' })).toBeVisible();
  await page.getByText('Show as a table').first().click();
  await expect(page.getByRole('table', { name: 'Trend' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Upgrade' })).toHaveCount(0);
  await expectAccessible(page, 'insights, complete', { scan: true });
});
