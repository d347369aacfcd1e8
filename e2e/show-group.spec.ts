import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { buildCheckin, buildInvitationCode, buildMember, buildMission, buildPerson } from './factories.ts';
import { expect, expectScreen, PHONE, signIn, test, toast } from './fixtures.ts';
import { sayIn } from './languages.ts';

// Accessibility checks take time on a busy machine.
test.describe.configure({ timeout: 180_000 });
test.use({ viewport: PHONE });

const TITLE = 'Read 20 pages before bed';

/** Builds a mission of five people, of which the owner and two others are in. */
async function buildGroup(page: Page) {
  const owner = await buildPerson(page, 'Ana Lind');
  const id = await buildMission(page, owner.token, TITLE);
  const code = await buildInvitationCode(page, owner.token, id);
  const members = [];
  for (const name of ['Ben Okoro', 'Kim Park', 'Olu Ade', 'Farid Osman'])
    members.push(await buildMember(page, code, name));
  for (const { token } of [owner, ...members.slice(0, 2)]) await buildCheckin(page, token, id);
  return { id, code, owner, member: members[0]! };
}

/** Presses Tab until the target has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let presses = 1; presses <= 40; presses++) {
    await page.keyboard.press('Tab');
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`Tab did not reach ${target}`);
}

test('without a share sheet, a member copies and saves the picture with the keyboard', async ({ page }) => {
  const { id, code, owner } = await buildGroup(page);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  // Some systems have a share sheet, others none.
  await page.addInitScript(() => {
    delete (Navigator.prototype as Partial<Navigator>).share;
  });
  await signIn(page, owner.token, `/mission/${id}`);
  const card = page.getByRole('region', { name: "You've checked in today!" });
  const show = card.getByRole('button', { name: 'Show the group' });
  await expect(show).toBeVisible();
  await tabTo(page, show);
  await page.keyboard.press('Enter');

  const dialog = page.getByRole('dialog', { name: 'Show the group' });
  const picture = dialog.getByRole('img', { name: `${TITLE}: 3 of 5 are in. Day 1 of 30.` });
  await expect(picture).toBeVisible();
  await expectScreen(page, 'the group to show', { scan: true });

  await test.step('copy the picture', async () => {
    await tabTo(page, dialog.getByRole('button', { name: 'Copy the picture' }));
    await page.keyboard.press('Enter');
    await expect(toast(page, 'Picture copied to clipboard!')).toBeVisible();
    const types = await page.evaluate(async () => (await navigator.clipboard.read()).flatMap(({ types: all }) => all));
    expect(types).toContain('image/png');
  });

  await test.step('save the picture', async () => {
    await tabTo(page, dialog.getByRole('link', { name: 'Save the picture' }));
    const download = page.waitForEvent('download');
    await page.keyboard.press('Enter');
    const saved = await download;
    expect(saved.suggestedFilename()).toBe('emberkin-group.png');
    const { format, width, height } = await sharp(await readFile(await saved.path())).metadata();
    expect({ format, width, height }).toEqual({ format: 'png', width: 1080, height: 1080 });
  });

  await test.step('copy the line, with the link to join', async () => {
    await tabTo(page, dialog.getByRole('button', { name: 'Copy the line' }));
    await page.keyboard.press('Enter');
    await expect(toast(page, 'Copied to clipboard!')).toBeVisible();
    const { origin } = new URL(page.url());
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      `${TITLE}: 3 of 5 are in. Day 1 of 30. Come along: ${origin}/join/${code}`,
    );
  });

  await test.step('Escape returns to the button', async () => {
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(show).toBeFocused();
  });
});

test('with a share sheet, a press on the list of members shares picture and text immediately', async ({ page }) => {
  const { id, member } = await buildGroup(page);
  await page.addInitScript(() => {
    const shared: object[] = [];
    Object.assign(window, { shared });
    Object.assign(Navigator.prototype, {
      canShare: () => true,
      share: async ({ files = [], ...rest }: ShareData) => {
        shared.push({ ...rest, files: files.map(({ type }) => type) });
      },
    });
  });
  await signIn(page, member.token, `/mission/${id}`);
  await page.getByRole('button', { name: /Who is in today/ }).click();
  const sheet = page.getByRole('dialog', { name: 'Who is in today' });
  const show = sheet.getByRole('button', { name: 'Show the group' });
  await show.scrollIntoViewIfNeeded();
  const text = `${TITLE}: 3 of 5 are in. Day 1 of 30. ${new URL(page.url()).origin}/mission/${id}`;
  const readShared = () => page.evaluate(() => (window as unknown as { shared: object[] }).shared);
  // The picture is drawn when the button comes into view.
  await expect(async () => {
    await show.click();
    expect((await readShared()).at(-1)).toEqual({ text, files: ['image/png'] });
  }).toPass();
  await expect(page.getByRole('dialog', { name: 'Show the group' })).toHaveCount(0);
});

test.describe('in Arabic', () => {
  test.use({ locale: 'ar-EG' });

  test('the dialog has picture and buttons', async ({ page }) => {
    const say = sayIn('ar');
    const { id, owner } = await buildGroup(page);
    await page.addInitScript(() => {
      delete (Navigator.prototype as Partial<Navigator>).share;
    });
    await signIn(page, owner.token, `/mission/${id}`);
    const name = say('app.members.show.button');
    await page.getByRole('button', { name, exact: true }).click();
    const dialog = page.getByRole('dialog', { name });
    await expect(dialog.getByRole('img')).toHaveAttribute('alt', new RegExp(TITLE));
    await expect(dialog.getByRole('button', { name: say('app.members.show.copy_line') })).toBeVisible();
    await expectScreen(page, 'the group to show, in Arabic', { scan: true });
  });
});

test('a lone member has no group to show', async ({ page }) => {
  const owner = await buildPerson(page, 'Ana Lind');
  const id = await buildMission(page, owner.token, TITLE);
  await buildCheckin(page, owner.token, id);
  await signIn(page, owner.token, `/mission/${id}`);
  await expect(page.getByRole('heading', { name: "You've checked in today!" })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Show the group' })).toHaveCount(0);
});
