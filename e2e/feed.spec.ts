import type { Locator, Page } from '@playwright/test';
import { ageCheckin } from './database.ts';
import { buildCheckin, buildInvitationCode, buildMember, buildMission, buildPerson } from './factories.ts';
import {
  expect,
  expectAccessible,
  expectNoOverflow,
  expectScreen,
  PHONE,
  signIn,
  test,
  toast,
  WIDE,
} from './fixtures.ts';

// Accessibility checks of whole screens in two themes take time.
test.describe.configure({ timeout: 180_000 });

const feedOf = (page: Page): Locator => page.getByRole('region', { name: 'Recent Check-ins' });
const heightOf = async (item: Locator): Promise<number> => (await item.boundingBox())?.height ?? 0;

async function buildTicks(page: Page) {
  const ana = await buildPerson(page, 'Ana Lind');
  const mission = await buildMission(page, ana.token, 'Read 20 pages before bed');
  const code = await buildInvitationCode(page, ana.token, mission);
  const ids: string[] = [];
  for (const [name, words] of [
    ['Raj Anand', ''],
    ['Kim Park', ''],
    ['Farid Noor', 'Twelve pages on the bus.'],
    ['Lena Vogt', ''],
    ['Sam Hill', ''],
    ['Mei Ling', ''],
  ] as const) {
    const { token } = await buildMember(page, code, name);
    ids.push(await buildCheckin(page, token, mission, words));
  }
  return { ana, mission, ids };
}

test("a member opens a day's plain ticks in its head, reacts to all and links to one", async ({ page }) => {
  const { ana, mission, ids } = await buildTicks(page);
  await page.setViewportSize(PHONE);
  await signIn(page, ana.token, `/mission/${mission}?part=team`);
  const feed = feedOf(page);
  const today = feed.getByRole('button', { name: 'Today', exact: true });
  const head = page.locator('[id^="day-"]').first();

  await test.step('the head has at most 64 px, and the text is below it', async () => {
    await expect(today).toBeVisible();
    await expect(feed.getByRole('article')).toHaveCount(1);
    for (const width of [320, 390, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await heightOf(head)).toBeLessThanOrEqual(64);
      await expectNoOverflow(page);
      await expectAccessible(page, 'feed, the head of a day', { scan: width > 320 });
    }
    await page.setViewportSize(PHONE);
  });

  await test.step('React replaces the head by five buttons, which the keyboard moves among', async () => {
    const react = feed.getByRole('button', { name: 'React to 5 check-ins' });
    const height = await heightOf(head);
    await react.focus();
    await page.keyboard.press('Enter');
    await expect(feed.getByRole('button', { name: 'Close the reactions' })).toHaveAttribute('aria-expanded', 'true');
    const five = feed.getByRole('list', { name: 'Reactions to 5 check-ins' });
    await expect(five.getByRole('button')).toHaveCount(5);
    await expect(today).toBeHidden();
    expect(await heightOf(head)).toBe(height);
    await expect(five.getByRole('button', { name: 'Love' })).toBeFocused();
    await page.keyboard.press('ArrowRight');
    const support = five.getByRole('button', { name: 'Support' });
    await expect(support).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(support).toHaveAttribute('aria-pressed', 'true');
    await expect(page.getByText('Reaction added').last()).toBeVisible();
    await expectScreen(page, 'feed, reactions to the ticks of a day', { scan: true });
    await support.click();
    await expect(support).toHaveAttribute('aria-pressed', 'true');
    await page.keyboard.press('Escape');
    await expect(today).toBeVisible();
    await expect(react).toBeFocused();
  });

  await test.step('the open head shows the reaction on each check-in', async () => {
    await today.click();
    await expect(today).toHaveAttribute('aria-expanded', 'true');
    await expect(feed.getByRole('article')).toHaveCount(6);
    await expect(feed.getByRole('button', { name: 'Support, 1' })).toHaveCount(5);
    await expectScreen(page, 'feed, the ticks of a day', { scan: true });
    await today.click();
    await expect(feed.getByRole('article')).toHaveCount(1);
  });

  await test.step('a link to one check-in opens its day', async () => {
    await page.goto(`/mission/${mission}#checkin-${ids[1]}`);
    await expect(page.locator(`#checkin-${ids[1]}`)).toBeFocused();
    await expect(page.locator(`#checkin-${ids[1]}`)).toBeInViewport();
  });
});

test('a comment under a tick leaves its open day unchanged, and shows on the next visit', async ({ page }) => {
  const { ana, mission, ids } = await buildTicks(page);
  await signIn(page, ana.token, `/mission/${mission}#checkin-${ids[3]}`);
  const item = page.locator(`#checkin-${ids[3]}`);
  await item.getByRole('button', { name: 'Comment' }).click();
  const field = item.getByRole('combobox', { name: 'Comment' });
  await field.fill('Welcome back.');
  await field.press('Enter');
  await expect(item.getByRole('button', { name: '1 comment' })).toBeVisible();
  await expect(item.getByText('Welcome back.')).toBeVisible();
  await expect(feedOf(page).getByRole('button', { name: 'React to 5 check-ins' })).toBeVisible();
  await page.goto('/dashboard');
  await page.goto(`/mission/${mission}?part=team`);
  await expect(feedOf(page).getByRole('button', { name: 'React to 4 check-ins' })).toBeVisible();
  await expect(item.getByRole('button', { name: '1 comment' })).toBeVisible();
});

test('paging adds to the last day and does not move the page', async ({ page }) => {
  const ana = await buildPerson(page, 'Ana Lind');
  const mission = await buildMission(page, ana.token, 'A crowd');
  const code = await buildInvitationCode(page, ana.token, mission);
  for (let at = 0; at < 22; at++) {
    const { token } = await buildMember(page, code, `Reader ${at}`);
    await buildCheckin(page, token, mission, at === 20 ? 'A word between.' : '');
  }
  await page.setViewportSize(PHONE);
  await signIn(page, ana.token, `/mission/${mission}?part=team`);
  const feed = feedOf(page);
  await expect(feed.getByRole('button', { name: 'React to 9 check-ins' })).toBeVisible();
  await feed.getByRole('button', { name: 'Show more' }).scrollIntoViewIfNeeded();
  const word = feed.getByText('A word between.');
  const before = await word.boundingBox();
  await feed.getByRole('button', { name: 'Show more' }).click();
  // The last page can load automatically when the end of the rows is near.
  await expect(feed.getByRole('button', { name: /^React to (19|21) check-ins$/ })).toBeVisible();
  expect((await word.boundingBox())?.y).toBe(before?.y);
});

test('a member edits a check-in in a sheet, which returns the focus', async ({ page }) => {
  const ana = await buildPerson(page, 'Ana Lind');
  const mission = await buildMission(page, ana.token, 'Read 20 pages before bed');
  const id = await buildCheckin(page, ana.token, mission, 'Page 22.');
  await signIn(page, ana.token, `/mission/${mission}?part=team`);
  const item = page.locator(`#checkin-${id}`);
  const menu = item.getByRole('button', { name: /^More options for/ });
  const edit = async () => {
    await menu.click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
  };
  await edit();
  const sheet = page.getByRole('dialog', { name: 'Edit check-in' });
  await expect(sheet.getByRole('radio', { name: 'Check In with Text' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  await expect(menu).toBeFocused();

  await edit();
  await sheet.getByLabel(/^Your Update/).fill('Page 30.');
  await page.keyboard.press('Escape');
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect(sheet.getByLabel(/^Your Update/)).toHaveValue('Page 30.');
  await sheet.getByRole('button', { name: 'Save Changes' }).click();
  await expect(item.getByText('Page 30.')).toBeVisible();
  await expect(menu).toBeFocused();
  await edit();
  await expectScreen(page, 'feed, editing in a sheet', { scan: true });
});

test("the bell starts with the user's own events, and mutes a mission's check-ins", async ({ page }) => {
  const ana = await buildPerson(page, 'Ana Lind');
  const mission = await buildMission(page, ana.token, 'Read 20 pages before bed');
  const code = await buildInvitationCode(page, ana.token, mission);
  const ben = await buildMember(page, code, 'Ben Okoro');
  const own = await buildCheckin(page, ana.token, mission, 'Page 22 already.');
  await ageCheckin(own);
  await page.request.post(`/api/checkins/${own}/reactions`, {
    headers: { authorization: `Bearer ${ben.token}` },
    data: { reaction_type: 'love' },
  });
  await buildCheckin(page, ben.token, mission, 'Chapter nine.');
  await page.setViewportSize(PHONE);
  await signIn(page, ana.token);
  const tab = page.getByRole('button', { name: /^Bell.*\d new notifications?/ });
  await tab.click();
  const menu = page.getByRole('dialog', { name: 'Notifications' });
  const about = menu.getByRole('list', { name: 'About you' }).getByRole('listitem');
  const checkins = menu.getByRole('list', { name: 'Check-ins' }).getByRole('listitem');

  await test.step('the name has its own line, and check-ins have no mark', async () => {
    await expect(about).toHaveCount(1);
    await expect(about).toContainText('Ben Okoro Reacted');
    await expect(about.getByRole('img', { name: 'new' })).toBeVisible();
    await expect(checkins).toContainText('Ben Okoro Checked in to Read 20 pages before bed');
    await expect(checkins.getByRole('img', { name: 'new' })).toHaveCount(0);
    await expect(menu.getByText('1 new', { exact: true })).toBeVisible();
    // While the bell is open, it is the only lit tab.
    const lit = await page.getByRole('navigation', { name: 'Main' }).evaluate((bar) => {
      const bell = getComputedStyle(bar.querySelector('[aria-expanded=true]') ?? bar).color;
      return [...bar.querySelectorAll('a, button')].filter((tab) => getComputedStyle(tab).color === bell).length;
    });
    expect(lit).toBe(1);
    await expectScreen(page, 'bell, check-ins without a mark', { scan: true });
    await page.setViewportSize({ width: 320, height: 844 });
    await expectNoOverflow(page);
    await page.setViewportSize(PHONE);
  });

  await test.step('muting is saved and can be undone', async () => {
    const saved = page.waitForResponse((answer) => answer.url().endsWith(`/api/missions/${mission}/mute`));
    await checkins.getByRole('button', { name: /^Mute check-ins/ }).click();
    expect(await (await saved).json()).toEqual({ muted: true });
    await expect(toast(page, 'Check-ins in Read 20 pages before bed are muted')).toBeVisible();
    const undone = page.waitForResponse((answer) => answer.url().endsWith(`/api/missions/${mission}/mute`));
    await page.getByRole('button', { name: 'Undo' }).click();
    expect(await (await undone).json()).toEqual({ muted: false });
  });
});

test('a toast appears below the header on phones and at the bottom of wide screens', async ({ page }) => {
  const ana = await buildPerson(page, 'Ana Lind');
  const mission = await buildMission(page, ana.token, 'Read 20 pages before bed');
  await buildCheckin(page, ana.token, mission, 'Page 22.');
  await page.setViewportSize(PHONE);
  await signIn(page, ana.token, `/mission/${mission}?part=team`);
  await expect(page.getByRole('button', { name: 'Love' })).toBeVisible();
  const header = await page.getByRole('banner').boundingBox();
  await page.getByRole('button', { name: 'Love' }).click();
  const toast = page.locator('[data-sonner-toast]');
  await expect(toast).toContainText('Reaction added');
  const topOf = async () => (await toast.boundingBox())?.y ?? 0;
  await expect.poll(topOf).toBeGreaterThanOrEqual(header!.y + header!.height);
  await page.setViewportSize(WIDE);
  await expect.poll(async () => (await topOf()) > WIDE.height / 2).toBe(true);
});
