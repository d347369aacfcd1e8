import type { Page } from '@playwright/test';
import { buildCheckin, buildInvitationCode, buildMember, buildMission, buildPerson, choose } from './factories.ts';
import {
  expect,
  expectAccessible,
  expectNoOverflow,
  expectScreen,
  fromDoneCard,
  PHONE,
  signIn,
  test,
  toast,
  WITH_MOTION,
} from './fixtures.ts';

// Requests are refused or cut off on purpose.
test.use({ ...WITH_MOTION, expected: /failed: |console: Failed to load resource/ });
// Accessibility checks take time on a busy machine.
test.describe.configure({ timeout: 180_000 });

const TITLES = ['Read ten pages', 'Run by the river', 'No sugar', 'Three lines of thanks'] as const;

async function openWithMissions(page: Page, name: string, titles: readonly string[] = TITLES) {
  const { token } = await buildPerson(page, name);
  const missions: string[] = [];
  for (const title of titles) missions.push(await buildMission(page, token, title));
  await signIn(page, token);
  await expect(page.getByText(`0 of ${titles.length} checked in today`)).toBeVisible();
  return { token, missions };
}

const tickOf = (page: Page, title: string) => page.getByRole('button', { name: `Check In: ${title}` });
const undoOf = (page: Page, title: string) => page.getByRole('button', { name: `Undo: ${title}` });
const rowsOf = async (page: Page): Promise<[title: string, top: number][]> => {
  const sheet = page.getByRole('dialog');
  const rows = sheet.getByRole('listitem');
  // The sheet might still be loading its rows or moving up.
  await expect(rows.getByRole('heading').first()).toBeVisible();
  await sheet.evaluate((element) => Promise.all(element.getAnimations().map(({ finished }) => finished)));
  const texts = await rows.getByRole('heading').allTextContents();
  const boxes = await Promise.all((await rows.all()).map((row) => row.boundingBox()));
  return texts.map((text, at) => [text, boxes[at]!.y]);
};

test('a phone user checks in to four missions with five taps, and no row moves', async ({ page }) => {
  await page.setViewportSize(PHONE);
  const { token, missions } = await openWithMissions(page, 'Quinn Quick');
  await buildMember(page, await buildInvitationCode(page, token, missions[0]!), 'Ben Osei');
  await page.reload();
  const sheet = page.getByRole('dialog', { name: 'Check in' });
  const flame = page.getByRole('link', { name: 'Check In, 4 open' });

  await flame.click();
  await expect(sheet.getByText('0 of 4 checked in today')).toBeVisible();
  const before = await rowsOf(page);
  await test.step('a tick is sewn in its row', async () => {
    await tickOf(page, 'Run by the river').click();
    const row = sheet.getByRole('listitem').filter({ hasText: 'Run by the river' });
    await expect(row).toContainText('Checked in');
    await expect(row).toContainText('1-day streak');
    await expect(row.getByRole('img', { name: '1 of 30 days stitched' })).toBeVisible();
    expect(await rowsOf(page)).toEqual(before);
  });
  for (const title of ['Three lines of thanks', 'Read ten pages', 'No sugar']) {
    await tickOf(page, title).click();
    await expect(undoOf(page, title)).toBeVisible();
  }
  const lit = page.getByRole('dialog', { name: 'Done for today' });
  const doneButton = lit.getByRole('button', { name: 'Done' });
  await test.step('the last one lights everything, and nothing has moved', async () => {
    await expect(lit.getByText('See you tomorrow!')).toBeVisible();
    const place = await doneButton.boundingBox();
    await expect(lit.getByText('See you tomorrow! +40 points')).toBeVisible();
    // The rows have faded out, so each mission appears once.
    await expect(lit.getByRole('listitem')).toHaveCount(TITLES.length);
    for (const title of TITLES)
      await expect(lit.getByRole('listitem').filter({ hasText: title }).getByRole('img')).toHaveAccessibleName(
        '1 of 30 days stitched',
      );
    await expect(lit.getByRole('button', { name: /^Read ten pages: 1 of 2 are in/ })).toBeVisible();
    await expect(lit.getByRole('button', { name: 'Nudge Ben Osei' })).toBeVisible();
    expect(await doneButton.boundingBox()).toEqual(place);
    await expect(doneButton).toBeFocused();
    await expectScreen(page, 'list of check-ins, the end', { scan: true });
  });
  await test.step('the list returns with buttons to undo', async () => {
    await lit.getByRole('button', { name: 'Show the list' }).click();
    await expect(doneButton).toBeFocused();
    expect(await rowsOf(page)).toEqual(before);
    await undoOf(page, 'No sugar').click();
    await tickOf(page, 'No sugar').click();
    await expect(lit.getByText('See you tomorrow!')).toBeVisible();
    await expect(undoOf(page, 'No sugar')).toBeEnabled();
    await expect(page).toHaveURL('/dashboard');
    await doneButton.click();
    await expect(lit).toBeHidden();
  });
  await expect(page.getByText('4 of 4 checked in today')).toBeVisible();
  await expect(page.getByRole('link', { name: 'All checked in today' })).toBeFocused();
});

test('a user undoes a check-in in its row, but not with the second half of a double tap', async ({ page }) => {
  await page.setViewportSize(PHONE);
  await openWithMissions(page, 'Uma Undo', TITLES.slice(0, 2));
  await page.getByRole('link', { name: 'Check In, 2 open' }).click();
  const tick = tickOf(page, 'Read ten pages');
  const undo = undoOf(page, 'Read ten pages');
  // Presses the button as soon as it exists, which a click from outside the page is too slow for.
  await page.evaluate(() => {
    const press = () => document.querySelector<HTMLElement>('[aria-label^="Undo: "][aria-disabled]')?.click();
    new MutationObserver(press).observe(document.body, { subtree: true, childList: true });
  });
  await tick.click();
  await expect(undo).toBeEnabled();
  await undo.click();
  await expect(tick).toBeFocused();
  await expect(page.getByRole('dialog').getByText('0 of 2 checked in today')).toBeVisible();
  await tick.click();
  await expect(undo).toBeVisible();
});

test('a row shows a refusal below its button, and undoes what is on the device', async ({ page }) => {
  await page.setViewportSize(PHONE);
  await openWithMissions(page, 'Fia Fails', TITLES.slice(0, 2));
  await page.getByRole('link', { name: 'Check In, 2 open' }).click();
  const sheet = page.getByRole('dialog');
  const tick = tickOf(page, 'Read ten pages');
  const before = await rowsOf(page);

  await test.step('a refusal', async () => {
    const refusal = { code: 'mission_ended', detail: 'This mission has ended' };
    await page.route('**/api/checkins', (route) => route.fulfill({ status: 400, json: refusal }));
    await tick.click();
    await expect(sheet.getByText('Failed to record check-in')).toBeVisible();
    expect(await rowsOf(page)).toEqual(before);
    await expect(tick).toBeEnabled();
    await page.unroute('**/api/checkins');
  });
  await test.step('it counts while the response is awaited, without an undo yet', async () => {
    let answer: () => void = () => undefined;
    const released = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/api/checkins', async (route) => {
      await released;
      await route.abort('internetdisconnected');
    });
    await tick.click();
    const row = sheet.getByRole('listitem').filter({ hasText: 'Read ten pages' });
    await expect(row).toContainText('Checked in');
    await expect(row).toContainText('1-day streak');
    await expect(undoOf(page, 'Read ten pages')).toBeHidden();
    answer();
  });
  await test.step('it counts without a network, and can be removed from the device', async () => {
    const row = sheet.getByRole('listitem').filter({ hasText: 'Read ten pages' });
    await expect(row).toContainText('1-day streak');
    await undoOf(page, 'Read ten pages').click();
    await expect(row).toContainText('Start your streak today');
    await expect(tick).toBeEnabled();
  });
});

test('a user uses the list with the keyboard only, and the focus returns to its opener', async ({ page }) => {
  await openWithMissions(page, 'Kay Keys', TITLES.slice(0, 2));
  const opener = page.getByRole('link', { name: 'Check In, 2 open' });
  await opener.focus();
  await page.keyboard.press('Enter');
  const sheet = page.getByRole('dialog', { name: 'Check in' });
  await expect(sheet.getByRole('heading', { name: 'Check in' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  await expect(opener).toBeFocused();
  await page.keyboard.press('Enter');
  await tickOf(page, 'Read ten pages').focus();
  await page.keyboard.press('Enter');
  await expect(undoOf(page, 'Read ten pages')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(tickOf(page, 'Run by the river')).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: 'Daily Check-in' })).toBeFocused();
  await expect(sheet).toBeHidden();
});

test('the list and its page are accessible in each state, from the narrowest phone', async ({ page, another }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.setViewportSize(PHONE);
  const { token, missions } = await openWithMissions(page, 'Axel Axe', TITLES.slice(0, 3));
  await page.getByRole('link', { name: 'Check In, 3 open' }).click();
  await tickOf(page, 'No sugar').click();
  await expect(undoOf(page, 'No sugar')).toBeEnabled();
  await expectAccessible(page, 'list of check-ins, one done', { scan: true });
  for (const width of [320, 768]) {
    await page.setViewportSize({ width, height: 844 });
    await expectNoOverflow(page);
  }
  await page.goto('/check-in');
  await expect(tickOf(page, 'Read ten pages')).toBeVisible();
  await expectScreen(page, 'page of check-ins, one done', { scan: true });
  for (const mission of missions.slice(0, 2)) await buildCheckin(page, token, mission);
  // A device that has seen none of it has no row to keep.
  const later = await another();
  await signIn(later, token, '/check-in');
  await expect(later.getByRole('heading', { name: 'Done for today' })).toBeVisible();
  await expectScreen(later, 'page of check-ins, all done', { scan: true });
});

test('a list that cannot be loaded says so, and the dimmed flame still links to it', async ({ page }) => {
  await page.setViewportSize(PHONE);
  const { token } = await buildPerson(page, 'Lou Lost');
  await page.route('**/api/dashboard', (route) =>
    route.fulfill({ status: 500, json: { code: 'internal', detail: 'Something went wrong on our side' } }),
  );
  await signIn(page, token, '/check-in');
  await expect(page.getByRole('heading', { name: 'Failed to load dashboard' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Check in', exact: true })).toHaveAttribute('href', '/check-in');
  await page.unroute('**/api/dashboard');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'No missions yet' })).toBeVisible();
});

test('the flame and the icons of app and tab show the state of today', async ({ page }) => {
  await page.addInitScript(() => {
    const badges: number[] = [];
    Object.assign(window, { badges });
    Object.assign(navigator, {
      setAppBadge: async (open: number) => void badges.push(open),
      clearAppBadge: async () => {
        badges.push(0);
        throw new Error('Refused by this browser');
      },
    });
  });
  const badge = () => page.evaluate(() => (window as unknown as { badges: number[] }).badges.at(-1));
  const icon = page.locator('link[rel="icon"]');
  await page.setViewportSize(PHONE);
  const { token } = await buildPerson(page, 'Flo Flame');
  await signIn(page, token);
  const tabs = page.getByRole('navigation', { name: 'Main' });
  await expect(tabs.getByRole('link', { name: 'Check in', exact: true })).toHaveAttribute('href', '/check-in');
  await expect(icon).toHaveAttribute('href', '/icon.svg');

  const read = await buildMission(page, token, 'Read ten pages');
  await page.reload();
  const one = tabs.getByRole('link', { name: 'Check In', exact: true });
  await expect(one).toHaveAttribute('href', `/mission/${read}#checkin`);
  await expect.poll(badge).toBe(1);
  await expect(icon).toHaveAttribute('href', '/icon-open.svg');
  expect((await page.request.get('/icon-open.svg')).headers()['content-type']).toContain('image/svg+xml');
  const box = (await one.boundingBox())!;
  expect([box.width, box.height]).toEqual([64, 64]);

  await buildMission(page, token, 'Run by the river');
  await page.reload();
  await expect(tabs.getByRole('link', { name: 'Check In, 2 open' })).toBeVisible();
  await expect.poll(badge).toBe(2);
  await expectAccessible(page, 'dashboard, two missions open', { scan: true });

  await test.step('logging out removes both', async () => {
    await page.goto('/profile');
    await expect.poll(badge).toBe(2);
    await page.getByRole('button', { name: 'Log out' }).click();
    await expect(page).toHaveURL('/login');
    await expect.poll(badge).toBe(0);
    await expect(icon).toHaveAttribute('href', '/icon.svg');
  });
});

test('the card after a check-in shows who is in or out, and links to the next mission', async ({ page }) => {
  await page.setViewportSize(PHONE);
  const { token, missions } = await openWithMissions(page, 'Ana Lind', TITLES.slice(0, 2));
  const [read, run] = missions as [string, string];
  const code = await buildInvitationCode(page, token, read);
  const ben = await buildMember(page, code, 'Ben Osei');
  await buildMember(page, code, 'Kim Tan');
  await buildCheckin(page, ben.token, read);
  await page.goto(`/mission/${read}`);
  const card = page.locator('#checkin');

  await test.step('one button while it is being recorded', async () => {
    await expect(card.getByText('Your first stitch. Start your streak today.')).toBeVisible();
    await page.getByRole('button', { name: 'Record Check-in' }).click();
    await expect(card.getByRole('heading', { name: "You've checked in today!" })).toBeFocused();
  });
  await test.step('top to bottom: streak, points, people, the next step', async () => {
    await expect(card).toContainText('Your first stitch!');
    await expect(card.getByText('+10 points')).toBeVisible();
    await expect(card.getByRole('img', { name: /^By the fire: You, Ben Osei\. Not yet: Kim Tan\./ })).toBeVisible();
    await expect(card.getByText('Kim Tan is not in yet')).toBeVisible();
    const nudge = card.getByRole('button', { name: 'Nudge Kim Tan' });
    await nudge.click();
    await expect(toast(page, 'Nudged.')).toBeVisible();
    await expect(nudge).toBeHidden();
    await expect(card.getByRole('link', { name: 'Next: Run by the river' })).toBeVisible();
    await expectScreen(page, 'card after a check-in, with others', { scan: true });
    await page.setViewportSize({ width: 320, height: 844 });
    await expectNoOverflow(page);
    await page.setViewportSize(PHONE);
  });
  await test.step('a sheet edits it', async () => {
    await fromDoneCard(page, 'Edit');
    const sheet = page.getByRole('dialog', { name: 'Edit check-in' });
    await expect(sheet).toBeVisible();
    await expectAccessible(page, 'card after a check-in, editing in a sheet', { scan: true });
    await choose(sheet.getByRole('radio', { name: 'Check In with Text' }));
    await sheet.getByLabel(/^Your Update/).fill('Eleven.');
    await sheet.getByRole('button', { name: 'Save Changes' }).click();
    await expect(sheet).toBeHidden();
    await expect(card.getByText('+15 points')).toBeVisible();
  });
  await test.step('the next one is the last', async () => {
    await card.getByRole('link', { name: 'Next: Run by the river' }).click();
    await expect(page).toHaveURL(`/mission/${run}#checkin`);
    await page.getByRole('button', { name: 'Record Check-in' }).click();
    await expect(card.getByText('Done for today.').locator('..')).toContainText('See you tomorrow!');
    await expect(card.getByRole('img', { name: 'By the fire: You.' })).toBeVisible();
  });
});

test('the last check-in of the day says so', async ({ page }) => {
  await page.setViewportSize(PHONE);
  const { token, missions } = await openWithMissions(page, 'Ana Last', TITLES.slice(0, 1));
  const mission = missions[0]!;
  const ben = await buildMember(page, await buildInvitationCode(page, token, mission), 'Ben Osei');
  await buildCheckin(page, ben.token, mission);
  const vibrations: string[] = [];
  await page.exposeFunction('onVibrate', (ms: number) => vibrations.push(`${ms} ms`));
  await page.addInitScript(() => {
    Object.assign(navigator, {
      vibrate: (ms: number) => (window as unknown as { onVibrate: (ms: number) => void }).onVibrate(ms),
    });
  });
  await page.goto(`/mission/${mission}`);
  await page.getByRole('button', { name: 'Record Check-in' }).click();
  const card = page.locator('#checkin');
  await expect(card.getByRole('button', { name: /^Everyone is in/ })).toBeVisible();
  await expect(card.getByText('You were the last one in.')).toBeVisible();
  await expect.poll(() => vibrations).toEqual(['10 ms']);
});

test('a key or a press ends the film after a check-in', async ({ page }) => {
  await page.setViewportSize(PHONE);
  const { missions } = await openWithMissions(page, 'Ana Quick', TITLES.slice(0, 2));
  /**
   * Checks in and sends an event before the film continues. Returns whether the streak is visible before and after it.
   */
  const endFilm = async (mission: string, event: 'keydown' | 'pointerdown') => {
    await page.goto(`/mission/${mission}`);
    await expect(page.getByRole('button', { name: 'Record Check-in' })).toBeEnabled();
    return page.evaluate(async (type) => {
      const heading = () =>
        [...document.querySelectorAll('h2')].find((one) => one.textContent === "You've checked in today!");
      const seen = () => heading()?.previousElementSibling?.checkVisibility({ visibilityProperty: true });
      const begun = new Promise<void>((resolve) => {
        new MutationObserver((_, observer) => {
          if (!heading()) return;
          observer.disconnect();
          resolve();
        }).observe(document.body, { childList: true, subtree: true });
      });
      [...document.querySelectorAll('button')].find((one) => one.textContent === 'Record Check-in')?.click();
      await begun;
      const before = seen();
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
      await frame();
      await frame();
      document.body.dispatchEvent(new Event(type, { bubbles: true }));
      await frame();
      return [before, seen()];
    }, event);
  };
  expect(await endFilm(missions[0]!, 'keydown')).toEqual([false, true]);
  await expect(page.getByRole('link', { name: 'Next: Run by the river' })).toBeVisible();
  expect(await endFilm(missions[1]!, 'pointerdown')).toEqual([false, true]);
  await expect(page.getByText('Done for today.')).toBeVisible();
});
