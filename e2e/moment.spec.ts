import type { Page } from '@playwright/test';
import { buildCheckin, buildInvitationCode, buildMember, buildMission, buildPerson, choose } from './factories.ts';
import { expect, expectScreen, PHONE, signIn, test } from './fixtures.ts';

// One answer of the server is made up.
test.use({ expected: /failed: |console: Failed to load resource/ });

test("A member's moment and the mute are in the mission's menu.", async ({ page }) => {
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

  await test.step('the words and the hour are saved, and are there again', async () => {
    await menu.click();
    await expectScreen(page, 'menu of a mission', { scan: true });
    await page.keyboard.press('Escape');
    await open();
    const words = dialog.getByLabel('When will you do it?');
    await expect(words).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Stop reminding me' })).toBeHidden();
    await words.fill('After dinner 🌙');
    await dialog.getByLabel('Hour').selectOption('21:00');
    await words.press('Enter');
    await expect(page.getByText('Reminder saved')).toBeVisible();
    await expect(dialog).toBeHidden();
    await expect(menu).toBeFocused();
    await page.reload();
    await open();
    await expect(words).toHaveValue('After dinner 🌙');
    await expect(dialog.getByLabel('Hour')).toHaveValue('21');
    await words.fill('a'.repeat(81));
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByText('Please keep it to 80 characters')).toBeVisible();
    await expectScreen(page, 'moment, too many words', { scan: true });
    await words.fill('After dinner 🌙');
  });

  await test.step('the reminder is switched off in the same place, and the words stay', async () => {
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

  await test.step('a muted mission leaves the bell quiet, on the phone as well', async () => {
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
    // Other widths have another header, and with it another menu.
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

/** Stands in for a browser with push messages whose user answers its question with these, one after the other. */
async function stubPermission(page: Page, answers: readonly (NotificationPermission | 'error')[]): Promise<void> {
  await page.addInitScript((all) => {
    const left = [...all];
    let permission: NotificationPermission = 'default';
    Object.defineProperty(Notification, 'permission', { get: () => permission });
    Notification.requestPermission = async () => {
      const next = left.shift();
      if (!next || next === 'error') throw new TypeError('of the browser');
      permission = next;
      return next;
    };
    const registration = { pushManager: { getSubscription: async () => null } };
    Object.defineProperty(navigator, 'serviceWorker', {
      value: Object.assign(new EventTarget(), {
        controller: null,
        ready: new Promise(() => undefined),
        getRegistration: async () => registration,
        register: async () => Promise.reject(new TypeError('of the browser')),
      }),
    });
  }, answers);
}

test('Whoever asks for push and does not get it reads why, and what was typed stays.', async ({ page }) => {
  await page.setViewportSize(PHONE);
  const { token } = await buildPerson(page, 'Ana Lind');
  const mission = await buildMission(page, token, 'Read at night');
  await stubPermission(page, ['default', 'error', 'denied']);
  await signIn(page, token, `/mission/${mission}`);
  await page.getByRole('button', { name: 'Record Check-in' }).click();
  const question = page.getByRole('form', { name: 'When will you do it?' });
  const words = question.getByRole('textbox', { name: 'When will you do it?' });
  const submit = question.getByRole('button', { name: 'Keep' });
  await words.fill('After dinner');
  await choose(question.getByRole('radio', { name: 'Push' }));
  for (const reason of [/hasn't allowed notifications yet/, /couldn't turn push on/, /^Notifications are blocked/]) {
    await submit.click();
    await expect(question.getByRole('alert')).toHaveText(reason);
    await expect(words).toHaveValue('After dinner');
    await expect(submit).toBeFocused();
  }
  await expectScreen(page, 'moment, push refused', { scan: true });
  await choose(question.getByRole('radio', { name: 'Email' }));
  await expect(question.getByRole('alert')).toBeHidden();
  await submit.click();
  await expect(page.getByText(/^We'll remind you at \d\d:00\.$/)).toBeFocused();
});
