import type { Page } from '@playwright/test';
import { buildCheckin, buildInvitationCode, buildMember, buildMission, buildPerson } from './factories.ts';
import { expect, expectScreen, PHONE, signIn, test, toast, WITH_MOTION } from './fixtures.ts';

// Some responses of the server are faked.
test.use({ expected: /failed: |console: Failed to load resource/ });

test('a member sets a moment and mutes a mission in its menu', async ({ page }) => {
  const { token } = await buildPerson(page, 'Ana Lind');
  const mission = await buildMission(page, token, 'Read at night');
  const ben = await buildMember(page, await buildInvitationCode(page, token, mission), 'Ben');
  await signIn(page, token, `/mission/${mission}`);
  const menu = page.getByRole('button', { name: 'Mission menu' });
  const dialog = page.getByRole('dialog', { name: 'Reminder' });
  const open = async () => {
    await menu.click();
    await page.getByRole('menuitem', { name: 'Reminder' }).click();
  };

  await test.step('the cue and the time are saved and shown again', async () => {
    await menu.click();
    await expect(page.getByRole('menu')).toBeVisible();
    await expectScreen(page, 'menu of a mission', { scan: true });
    await page.keyboard.press('Escape');
    await open();
    const words = dialog.getByLabel('When will you do it?');
    await expect(words).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Stop reminding me' })).toBeHidden();
    await words.fill('After dinner 🌙');
    // The next suggestion is chosen, and each takes one touch. The list has every quarter.
    const offered = dialog.getByRole('group', { name: 'Suggestions' }).getByRole('button');
    await expect(offered).toHaveText(['07:00', '12:00', '18:00', '21:00']);
    await expect(offered.and(page.locator('[aria-pressed=true]'))).toHaveCount(1);
    await dialog.getByRole('button', { name: '18:00' }).click();
    await expect(dialog.getByLabel('Hour')).toHaveValue('18:00');
    await dialog.getByLabel('Hour').selectOption('21:45');
    await expect(offered.and(page.locator('[aria-pressed=true]'))).toHaveCount(0);
    await words.press('Enter');
    await expect(page.getByText('Reminder saved')).toBeVisible();
    await expect(dialog).toBeHidden();
    await expect(menu).toBeFocused();
    await page.reload();
    await open();
    await expect(words).toHaveValue('After dinner 🌙');
    await expect(dialog.getByLabel('Hour')).toHaveValue('21:45');
    await words.fill('a'.repeat(81));
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByText('Please keep it to 80 characters')).toBeVisible();
    await expectScreen(page, 'moment, too many words', { scan: true });
    await words.fill('After dinner 🌙');
  });

  await test.step('the reminder turns off in the same dialog, and the cue stays', async () => {
    await dialog.getByRole('button', { name: 'Stop reminding me' }).click();
    await expect(page.getByText('Reminder turned off')).toBeVisible();
    await open();
    await expect(dialog.getByLabel('When will you do it?')).toHaveValue('After dinner 🌙');
    await expect(dialog.getByRole('button', { name: 'Stop reminding me' })).toBeHidden();
    await page.keyboard.press('Escape');
  });

  await test.step('a refused choice stays on the screen', async () => {
    await page.route('**/reminder', (route) => route.fulfill({ status: 503, json: { detail: 'Not now' } }));
    await open();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText("We couldn't save your settings. Please try again.")).toBeVisible();
    await expect(dialog).toBeVisible();
    await page.unroute('**/reminder');
    await page.keyboard.press('Escape');
  });

  await test.step('a muted mission is quiet in the bell, on the phone too', async () => {
    const toggle = page.getByRole('menuitemcheckbox', { name: 'Mute check-ins' });
    await menu.click();
    await expect(toggle).not.toBeChecked();
    await toggle.press('Enter');
    await expect(menu).toBeFocused();
    await menu.click();
    await expect(toggle).toBeChecked();
    await page.keyboard.press('Escape');
    await buildCheckin(page, ben.token, mission);
    await page.setViewportSize(PHONE);
    await page.reload();
    await expectNoNews(page);
    await menu.click();
    await expect(toggle).toBeChecked();
    await expectScreen(page, 'menu of a mission, muted', { scan: true });
    // Other widths have another header with another menu.
    await page.keyboard.press('Escape');
    await menu.click();
    await toggle.click();
    await expect(toggle).toBeHidden();
    await menu.click();
    await expect(toggle).not.toBeChecked();
  });
});

async function expectNoNews(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Bell/ }).click();
  await expect(page.getByRole('dialog', { name: 'Notifications' })).not.toContainText('Checked in');
  await page.keyboard.press('Escape');
}

test('the dashboard asks once for a reminder from the second check-in', async ({ page }) => {
  await page.setViewportSize(PHONE);
  const { token } = await buildPerson(page, 'Ana Lind');
  const read = await buildMission(page, token, 'Read at night');
  const walk = await buildMission(page, token, 'Walk');
  for (const mission of [read, walk]) await buildCheckin(page, token, mission);
  // Two check-ins of one mission take two days, so their number is faked.
  const days: Record<string, number> = {};
  await page.route('**/api/dashboard', async (route) => {
    const { 'if-none-match': _, ...headers } = await route.request().allHeaders();
    const response = await route.fetch({ headers });
    const dashboard = (await response.json()) as { missions: { id: string }[] };
    const missions = dashboard.missions.map((one) => ({ ...one, checkins_count: days[one.id] ?? 1 }));
    // Without the life, the page shows the number from the response.
    await route.fulfill({ response, json: { ...dashboard, missions, life: null } });
  });
  await signIn(page, token);
  const question = page.getByText('When will you do it?');
  await expect(page.getByRole('button', { name: /Walk$/ })).toBeVisible();
  await expect(question).toBeHidden();

  await test.step('the mission with two check-ins', async () => {
    days[walk] = 2;
    await page.reload();
    await expect(page.getByText('When will you do it? Walk')).toBeVisible();
    await expectScreen(page, 'dashboard, asking for a reminder', { scan: true });
    await page.getByRole('button', { name: 'Set a reminder' }).click();
    const dialog = page.getByRole('dialog', { name: 'Reminder' });
    await dialog.getByLabel('When will you do it?').fill('After dinner');
    const saved = page.waitForRequest((it) => it.method() === 'PUT' && it.url().endsWith('/reminder'));
    await dialog.getByRole('button', { name: 'Save' }).click();
    expect((await saved).postDataJSON()).toMatchObject({ channel: 'email', is_on: true, cue: 'After dinner' });
    await expect(dialog).toBeHidden();
    await expect(question).toBeHidden();
  });

  await test.step('the cross dismisses it permanently', async () => {
    days[read] = 2;
    await page.reload();
    await expect(page.getByText('When will you do it? Read at night')).toBeVisible();
    const dismissed = page.waitForResponse((it) => it.url().endsWith(`/api/missions/${read}/reminder/dismiss`));
    await page.getByRole('button', { name: 'No reminder' }).click();
    await dismissed;
    await expect(question).toBeHidden();
    await page.reload();
    await expect(page.getByRole('button', { name: /Walk$/ })).toBeVisible();
    await expect(question).toBeHidden();
  });
});

test.describe('the press', () => {
  test.use(WITH_MOTION);
  // A server that nobody can reach.
  test.use({ expected: /failed: |console: Failed to load resource|status of 4/ });

  /** Holds a page's check-ins until they are released; refuses them then if a refusal is given. */
  async function holdCheckins(page: Page, refusal?: { status: number; json: object }) {
    const seen = { sent: 0 };
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/api/checkins', async (route) => {
      seen.sent++;
      await released;
      await (refusal ? route.fulfill(refusal) : route.continue());
    });
    return { seen, release };
  }

  const NOT_SO = { status: 422, json: { code: 'invalid', detail: 'Not like this.' } };
  const cardOf = (page: Page) => page.locator('#checkin');
  const button = (page: Page) => page.getByRole('button', { name: 'Record Check-in' });

  for (const isSlow of [false, true])
    test(`starts the film before the ${isSlow ? 'late ' : ''}response, and checks in once`, async ({ page }) => {
      const { token } = await buildPerson(page, 'Ana Lind');
      const mission = await buildMission(page, token, 'Read at night');
      await signIn(page, token, `/mission/${mission}`);
      await expect(button(page)).toBeVisible();
      const { seen, release } = await holdCheckins(page);
      await button(page).dblclick({ delay: 20 });
      await expect(cardOf(page).getByRole('heading', { name: "You've checked in today!" })).toBeVisible();
      if (isSlow) {
        await expect(cardOf(page)).toContainText('Recording...');
        await expect(page.getByRole('button', { name: 'Edit or undo' })).toBeHidden();
      }
      release();
      await expect(cardOf(page)).toContainText('1 of 30 stitches, +10 points');
      await expect(cardOf(page)).not.toContainText('Recording...');
      await expect(page.getByRole('button', { name: 'Edit or undo' })).toBeVisible();
      expect(seen.sent).toBe(1);
    });

  test('sews the seam during the press, and unpicks it after a press without effect', async ({ page }) => {
    const { token } = await buildPerson(page, 'Ana Lind');
    const mission = await buildMission(page, token, 'Read at night');
    await signIn(page, token, `/mission/${mission}`);
    await button(page).hover();
    await page.mouse.down();
    await expect(button(page)).toHaveAttribute('data-sewn');
    await page.mouse.move(5, 5);
    await page.mouse.up();
    await expect(button(page)).not.toHaveAttribute('data-sewn');
    await button(page).focus();
    await page.keyboard.down('Enter');
    await expect(cardOf(page).getByRole('heading', { name: "You've checked in today!" })).toBeVisible();
    await page.keyboard.up('Enter');
  });

  test('restores form and text if the server refuses', async ({ page }) => {
    const { token } = await buildPerson(page, 'Ana Lind');
    const mission = await buildMission(page, token, 'Read at night');
    await signIn(page, token, `/mission/${mission}`);
    const { release } = await holdCheckins(page, NOT_SO);
    await page.getByText('Check In with Text').click();
    await page.getByLabel(/^Your Update/).fill('Chapter nine');
    await button(page).click();
    await expect(cardOf(page).getByRole('heading', { name: "You've checked in today!" })).toBeVisible();
    release();
    await expect(toast(page, 'Not like this.')).toBeVisible();
    await expect(page.getByLabel(/^Your Update/)).toHaveValue('Chapter nine');
    await expect(button(page)).toBeFocused();
    await expect(button(page)).not.toHaveAttribute('data-sewn');
    await page.unroute('**/api/checkins');
    await button(page).click();
    await expect(cardOf(page)).toContainText('+15 points');
  });

  test('counts without a network as with one', async ({ page, context }) => {
    const { token } = await buildPerson(page, 'Ana Lind');
    const mission = await buildMission(page, token, 'Read at night');
    await signIn(page, token, `/mission/${mission}`);
    await expect(button(page)).toBeVisible();
    await context.setOffline(true);
    await button(page).click();
    await expect(cardOf(page).getByRole('heading', { name: "You've checked in today!" })).toBeFocused();
    await expect(cardOf(page)).toContainText('1 of 30 stitches');
    await context.setOffline(false);
    await expect(cardOf(page)).toContainText('+10 points');
  });

  test('works the same in the quick list, which restores its button after a refusal', async ({ page }) => {
    const { token } = await buildPerson(page, 'Ana Lind');
    for (const title of ['Read at night', 'Walk']) await buildMission(page, token, title);
    await signIn(page, token, '/check-in');
    const read = page.getByRole('button', { name: 'Check In: Read at night' });
    await expect(read).toBeVisible();
    const held = await holdCheckins(page);
    await read.click();
    await expect(page.getByText('1 of 2 checked in today')).toBeVisible();
    held.release();
    await expect(page.getByRole('button', { name: 'Undo: Read at night' })).toBeVisible();
    expect(held.seen.sent).toBe(1);
    await page.unroute('**/api/checkins');
    const refused = await holdCheckins(page, NOT_SO);
    await page.getByRole('button', { name: 'Check In: Walk' }).press('Enter');
    await expect(page.getByText('Done for today')).toBeVisible();
    refused.release();
    await expect(page.getByRole('alert')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Check In: Walk' })).toBeFocused();
  });
});
