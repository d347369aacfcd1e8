import type { Page } from '@playwright/test';
import { buildCheckin, buildInvitationCode, buildMember, buildMission, buildPerson } from './factories.ts';
import { expect, expectAccessible, expectNoOverflow, openPart, signIn, test, toast } from './fixtures.ts';

test.describe.configure({ timeout: 180_000 });
// The server refuses a repeated report, and the page says so.
test.use({ expected: /status of 400.*\/report/ });

const TITLE = 'Run 30';
const WORDS = 'Guess who I saw asleep by the river.';
const feedOf = (page: Page) => page.getByRole('region', { name: 'Recent Check-ins' });
const whoOf = (page: Page) => page.getByRole('region', { name: 'Who is in today' });
async function openRow(page: Page, name: string) {
  await whoOf(page)
    .getByRole('button', { name: /Who is in today$/ })
    .click();
  const dialog = page.getByRole('dialog', { name: 'Who is in today' });
  return dialog.getByRole('listitem').filter({ hasText: name });
}

async function buildTeam(page: Page) {
  const ana = await buildPerson(page, 'Ana Lind');
  const mission = await buildMission(page, ana.token, TITLE);
  const code = await buildInvitationCode(page, ana.token, mission);
  const ben = await buildMember(page, code, 'Ben Okoro');
  const mei = await buildMember(page, code, 'Mei Ling');
  return { ana, ben, mei, path: `/mission/${mission}`, mission };
}

test('a member nudges another whose day is open', async ({ page, another }) => {
  const { ana, ben, path } = await buildTeam(page);
  await signIn(page, ana.token, path);
  const row = await openRow(page, 'Ben Okoro');
  await expect(row).toContainText('not yet');
  const nudge = row.getByRole('button', { name: 'Nudge Ben Okoro' });
  await nudge.focus();
  await page.keyboard.press('Enter');
  await expect(row).toContainText('Nudged');
  await expect(nudge).toBeHidden();
  await expect(row.getByText('Nudged')).toBeFocused();
  await expectAccessible(page, 'list of everybody, a member nudged', { scan: true });
  await page.reload();
  await expect(await openRow(page, 'Ben Okoro')).toContainText('Nudged');

  const bens = await another({ viewport: { width: 390, height: 844 }, hasTouch: true });
  await signIn(bens, ben.token, '/dashboard');
  await bens.getByRole('button', { name: /^Bell/ }).tap();
  const bell = bens.getByRole('dialog', { name: 'Notifications' });
  await expect(bell).toContainText(`Ana Lind Nudged you in ${TITLE}`);
  await bell.getByRole('link', { name: /Nudged you/ }).tap();
  await expect(await openRow(bens, 'You')).toContainText('nudged by Ana Lind');
  await expectNoOverflow(bens);
});

test.describe('nudging all', () => {
  // The refused calls.
  test.use({ expected: /status of 4(03|29).*\/nudge/ });

  test('a member nudges all who are out in turn, and sees one message', async ({ page }) => {
    const { ana, mission, path } = await buildTeam(page);
    const code = await buildInvitationCode(page, ana.token, mission);
    await buildMember(page, code, 'Raj Anand');
    const asked: string[] = [];
    let running = 0;
    let refuse = (_call: number): { status: number; detail: string } | null => null;
    await page.route('**/nudge', async (route) => {
      asked.push(route.request().url().split('/').at(-2)!);
      expect(++running, 'calls at a time').toBe(1);
      const refusal = refuse(asked.length);
      if (refusal) await route.fulfill({ status: refusal.status, json: { code: 'refused', detail: refusal.detail } });
      else await route.fulfill({ response: await route.fetch() });
      running--;
    });
    // Every toast that ever appears, even if another one replaces it immediately.
    await page.addInitScript(() => {
      const said: string[] = [];
      Object.assign(window, { said });
      new MutationObserver((changes) => {
        for (const { addedNodes } of changes)
          for (const node of addedNodes)
            if (node instanceof Element) {
              const shown = node.matches('[data-sonner-toast]') ? [node] : node.querySelectorAll('[data-sonner-toast]');
              said.push(...[...shown].map(({ textContent }) => textContent));
            }
      }).observe(document, { childList: true, subtree: true });
    });
    const said = () => page.evaluate(() => (window as unknown as { said: string[] }).said);
    await signIn(page, ana.token, path);
    const nudge = whoOf(page).getByRole('button', { name: 'Nudge all 3' });

    await test.step('a 429 stops the nudges, and the first refusal is shown', async () => {
      refuse = (call) => (call === 1 ? { status: 403, detail: 'Not this one.' } : { status: 429, detail: 'Too many.' });
      await nudge.click();
      await expect(toast(page, 'Not this one.')).toBeVisible();
      expect(asked).toHaveLength(2);
      await expect(nudge).toBeEnabled();
    });

    await test.step('one refusal in between stops nobody else, and is not shown', async () => {
      asked.length = 0;
      refuse = (call) => (call === 2 ? { status: 403, detail: 'Not this one.' } : null);
      await nudge.click();
      await expect(toast(page, 'Nudged.')).toBeVisible();
      expect(new Set(asked).size).toBe(3);
      expect(await said()).toEqual(['Not this one.', 'Nudged.']);
      // A refused member can be nudged again.
      await expect(whoOf(page).getByRole('button', { name: /^Nudge \w/ })).toHaveAccessibleName(
        /^Nudge (Ben Okoro|Mei Ling|Raj Anand)$/,
      );
    });
  });
});

test('a member reports a check-in, then blocks and unblocks its author', async ({ page }) => {
  const { ben, mei, path, mission } = await buildTeam(page);
  await buildCheckin(page, ben.token, mission, WORDS);
  await signIn(page, mei.token, `${path}?part=team`);
  const more = feedOf(page).getByRole('button', { name: "More options for Ben Okoro's check-in" });
  const menu = page.getByRole('menu');

  await test.step('the keyboard opens the menu', async () => {
    await more.focus();
    await page.keyboard.press('ArrowUp');
    await expect(menu.getByRole('menuitem', { name: 'Block Ben Okoro...' })).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(menu.getByRole('menuitem', { name: 'Report...' })).toBeFocused();
    await expect(menu.getByRole('menuitem', { name: 'Hide...' })).toHaveCount(0);
    await expectAccessible(page, "menu of another's check-in", { scan: true });
    await page.keyboard.press('Escape');
    await expect(menu).toBeHidden();
    await expect(more).toBeFocused();
  });

  await test.step('a second report is refused', async () => {
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Report this check-in' });
    await dialog.getByRole('button', { name: 'Send report' }).click();
    await expect(dialog.getByText('Please give a reason')).toBeVisible();
    await expect(dialog.getByLabel("What's wrong with it?")).toBeFocused();
    await expectAccessible(page, 'report, without a reason', { scan: true });
    await page.keyboard.type('It mocks somebody');
    await expect(dialog).toContainText('17/500');
    await dialog.getByRole('button', { name: 'Send report' }).click();
    await expect(toast(page, 'Thank you. The operator has your report.')).toBeVisible();
    await expect(more).toBeFocused();
    await more.click();
    await menu.getByRole('menuitem', { name: 'Report...' }).click();
    await dialog.getByLabel("What's wrong with it?").fill('Again');
    await dialog.getByRole('button', { name: 'Send report' }).click();
    await expect(page.getByText("You've already reported this. The operator has it.")).toBeVisible();
    await expect(dialog).toBeHidden();
  });

  await test.step('the author is blocked', async () => {
    await expect(page.getByText(WORDS)).toBeVisible();
    await more.click();
    await menu.getByRole('menuitem', { name: 'Block Ben Okoro...' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectAccessible(page, 'question before a member is blocked', { scan: true });
    await page.getByRole('dialog').getByRole('button', { name: 'Block', exact: true }).click();
    await expect(page.getByText("You've blocked Ben Okoro")).toBeVisible();
    await expect(page.getByText(WORDS)).toBeHidden();
    await openPart(page, 'Today');
    await expect(whoOf(page)).toContainText('1 of 3 are in');
    await page.getByRole('button', { name: /^Notifications/ }).click();
    await expect(page.getByRole('dialog', { name: 'Notifications' })).toContainText('No new notifications');
  });

  await test.step('the profile unblocks the author', async () => {
    await page.goto('/profile');
    const people = page.getByRole('region', { name: 'Blocked people' });
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(people).toBeVisible();
    await expectAccessible(page, 'profile, blocked people', { scan: true });
    await expectNoOverflow(page);
    await people.getByRole('button', { name: 'Unblock Ben Okoro' }).click();
    await expect(toast(page, "You've unblocked Ben Okoro")).toBeVisible();
    await expect(people).toBeHidden();
    await page.goto(`${path}?part=team`);
    await expect(page.getByText(WORDS)).toBeVisible();
  });
});

test('an owner hides a check-in, whose author reads the reason, and shows it again', async ({ page, another }) => {
  const { ana, ben, mei, path, mission } = await buildTeam(page);
  const id = await buildCheckin(page, ben.token, mission, WORDS);
  await signIn(page, ana.token, `${path}?part=team`);
  const item = page.locator(`#checkin-${id}`);
  await item.getByRole('button', { name: "More options for Ben Okoro's check-in" }).click();
  await page.getByRole('menuitem', { name: 'Hide...' }).click();
  const dialog = page.getByRole('dialog', { name: 'Hide this check-in?' });
  await dialog.getByLabel('Reason').fill('Somebody could be hurt by it. A word about your run is welcome.');
  await expectAccessible(page, 'question before a check-in is hidden', { scan: true });
  await dialog.getByRole('button', { name: 'Hide', exact: true }).click();
  await expect(toast(page, 'Check-in hidden')).toBeVisible();
  await expect(item).toContainText('Hidden from the other members');
  await expect(item.getByText(WORDS)).toBeHidden();
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(page, 'feed, hidden by the owner', { scan: true });
  await expectNoOverflow(page);

  const theirs = await another({ viewport: { width: 390, height: 844 } });
  await signIn(theirs, mei.token, path);
  await expect(whoOf(theirs)).toContainText('1 of 3 are in');
  await openPart(theirs, 'Team');
  await expect(feedOf(theirs)).toContainText('No check-ins yet');

  const bens = await another({ viewport: { width: 390, height: 844 } });
  await signIn(bens, ben.token, `${path}?part=team`);
  await expect(bens.locator(`#checkin-${id}`)).toContainText('Somebody could be hurt by it.');
  await expect(bens.getByText('Your stitch and your points stay')).toBeVisible();
  await expectAccessible(bens, 'feed, hidden from the others', { scan: true });
  await expectNoOverflow(bens);

  await item.getByRole('button', { name: 'Show the check-in of Ben Okoro again' }).click();
  await expect(item.getByText(WORDS)).toBeVisible();
  await expect(item).toBeFocused();
  await theirs.reload();
  await expect(theirs.getByText(WORDS)).toBeVisible();
});
