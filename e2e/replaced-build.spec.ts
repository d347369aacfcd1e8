import type { Page } from '@playwright/test';
import { buildMission, choose } from './factories.ts';
import { buildAccount, expect, newPerson, openPart, signIn, test } from './fixtures.ts';

// The files of the older build no longer exist.
test.use({ expected: /status of 404|Failed to load module script/ });

/** Removes the files that the page has not loaded yet, until it reloads. */
async function replaceBuild(page: Page): Promise<void> {
  let replaced = true;
  page.on('request', (request) => {
    if (request.isNavigationRequest()) replaced = false;
  });
  await page.route('**/assets/*.js', (route) => (replaced ? route.fulfill({ status: 404 }) : route.fallback()));
}

test('an old page without a service worker reloads once for a newer part, and keeps text', async ({ page }) => {
  const token = await buildAccount(page, newPerson('Otto Oldtab'));
  const mission = await buildMission(page, token, 'Wind the clock');

  for (const press of ['Invite Friends', 'Edit'] as const)
    await test.step(`${press} reloads the page and then works`, async () => {
      await signIn(page, token, `/mission/${mission}?part=mission`);
      const control = page.getByRole(press === 'Edit' ? 'button' : 'link', { name: press });
      await control.waitFor();
      await replaceBuild(page);
      const reloaded = page.waitForEvent('load');
      await control.click();
      await reloaded;
      await page.unrouteAll();
      await expect(page.getByText('Unexpected Application Error!')).toHaveCount(0);
      // The invitation's address opens its sheet again.
      if (press === 'Edit') await control.click();
      await expect(page.getByRole('dialog')).toBeVisible();
    });

  await test.step('typed text stays, and the new version is offered', async () => {
    await page.goto(`/mission/${mission}`);
    await choose(page.getByRole('radio', { name: 'Check In with Text' }));
    await page.getByLabel('Your Update').fill('Eight turns');
    await page.route('**/assets/*.js', (route) => route.fulfill({ status: 404 }));
    let loads = 0;
    page.on('load', () => loads++);
    await page.getByRole('button', { name: 'Account menu' }).click();
    await page.getByRole('button', { name: 'Take a break' }).click();
    await expect(page.getByText('A new version of Emberkin is ready.').first()).toBeVisible();
    await openPart(page, 'Today');
    await expect(page.getByLabel('Your Update')).toHaveValue('Eight turns');
    expect(loads).toBe(0);
  });
});
