import type { Locator, Page } from '@playwright/test';
import { buildCheckin, buildInvitationCode, buildMember, buildMission, buildPerson } from './factories.ts';
import {
  expect,
  expectAccessible,
  expectNoOverflow,
  expectScreen,
  newPerson,
  PHONE,
  signIn,
  test,
  WIDE,
} from './fixtures.ts';
import { startTimeServer, type TimeServer } from './shifted-server.ts';

// Accessibility checks take time on a busy machine.
test.describe.configure({ timeout: 180_000 });

/** The lowest position where a thumb reaches the next check-in without scrolling. */
const CHECK_IN_MAX = 460;
const FIRST_SCREEN = PHONE.height - 66;

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const checkIn = (page: Page, title: string) => page.getByRole('link', { name: `Check In: ${title}` });

async function bottomOf(target: Locator): Promise<number> {
  await expect(target).toBeVisible();
  const box = await target.boundingBox();
  return box!.y + box!.height;
}

/** Sums the layout shifts since the page opened, as browsers count them. */
const watchShifts = (page: Page) =>
  page.addInitScript(() => {
    const sum = { value: 0 };
    Object.assign(window, { layoutShift: sum });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) sum.value += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
const readShifts = (page: Page) =>
  page.evaluate(() => (window as unknown as { layoutShift: { value: number } }).layoutShift.value);

async function invite(page: Page, from: string, mission_id: string, invitee_email: string, message: string) {
  const data = { mission_id, invitee_email, message };
  const answer = await page.request.post('/api/invitations', { headers: bearer(from), data });
  expect(answer.status()).toBe(201);
}

test.describe('a newcomer without friends', () => {
  let server: TimeServer;
  test.beforeAll(async () => {
    server = await startTimeServer();
  });
  test.afterAll(() => server.stop());

  test('gets one next step in the first days, and never an empty quilt', async ({ another }) => {
    const page = await another({ baseURL: server.url, viewport: PHONE });
    const { token } = await buildPerson(page, 'Ana Lind');
    await signIn(page, token);
    const main = page.getByRole('main');

    await test.step('day 1: the link to the first mission fits the first screen', async () => {
      await expect(main.getByRole('heading', { level: 1 })).toHaveText(/^Good (morning|afternoon|evening), Ana Lind$/);
      await expect(main.getByRole('heading', { name: 'No missions yet' })).toBeVisible();
      await expect(main.getByRole('link', { name: 'First Mission' })).toHaveAttribute('href', '/create-mission');
      for (const template of ['read', 'walk', 'sleep'])
        expect(await bottomOf(main.locator(`a[href="/create-mission?idea=${template}"]`))).toBeLessThanOrEqual(
          FIRST_SCREEN,
        );
      // Nothing counts before the first mission.
      await expect(main.getByText('Points')).toHaveCount(0);
      await expect(main.getByRole('link', { name: 'Upgrade' })).toHaveCount(0);
      await expectScreen(page, 'dashboard, no missions');
    });

    await buildMission(page, token, 'Read ten pages', server.daysPassed());
    await page.reload();
    await test.step('day 1: a mission shows its check-in first, without a percentage', async () => {
      await expect(main.getByRole('heading', { level: 1 })).toHaveText('One check-in to go today, Ana Lind');
      expect(await bottomOf(checkIn(page, 'Read ten pages'))).toBeLessThanOrEqual(CHECK_IN_MAX);
      await main.getByRole('button', { name: 'More about Read ten pages' }).click();
      const card = main.getByRole('listitem').filter({ hasText: 'View Details' });
      await expect(card).toContainText('Dinner by the fire');
      await expect(card).toContainText('Level 1/3');
      await expect(card).not.toContainText('%');
      await expectScreen(page, 'dashboard, first mission', { scan: true });
    });

    await test.step('day 1: the first check-in lights the fire', async () => {
      await checkIn(page, 'Read ten pages').click();
      await page.getByRole('button', { name: 'Record Check-in' }).click();
      await expect(page.getByText("You've checked in today!")).toBeVisible();
      await page.goto('/dashboard');
      await expect(main.getByRole('heading', { level: 1 })).toHaveText('Done for today, Ana Lind');
      await expect(main.getByRole('heading', { name: 'Not yet today' })).toHaveCount(0);
      await expectScreen(page, 'dashboard, first check-in', { scan: true });
    });

    await test.step('day 2: it works again', async () => {
      await server.passDays(1);
      await page.reload();
      await expect(main.getByRole('heading', { level: 1 })).toHaveText('One check-in to go today, Ana Lind');
      await expect(main.getByText('1-day streak').first()).toBeVisible();
      expect(await bottomOf(checkIn(page, 'Read ten pages'))).toBeLessThanOrEqual(CHECK_IN_MAX);
    });

    await test.step('the page welcomes back after three days away', async () => {
      await server.passDays(3);
      await page.reload();
      await expect(main.getByRole('heading', { level: 1 })).toHaveText('Good to see you, Ana Lind');
      await expect(main.getByText('Start your streak today')).toBeVisible();
    });
  });
});

test('a phone user finds the next check-in on the first screen, also with an invitation', async ({ page }) => {
  await page.setViewportSize(PHONE);
  const friend = await buildPerson(page, 'Nadia Haddad');
  const { person, token } = await buildPerson(page, 'Ana Lind');
  const titles = ['Read 20 pages before bed', 'One sketch a day', 'Run by the river', 'A month without sugar'];
  const ids: string[] = [];
  for (const title of titles) ids.push(await buildMission(page, token, title));
  await buildCheckin(page, token, ids[2]!);
  await buildCheckin(page, token, ids[3]!);
  for (const title of ['Swim on Sundays', 'Ten words of Arabic'])
    await invite(page, friend.token, await buildMission(page, friend.token, title), person.email, 'Bring the cap.');
  await watchShifts(page);
  await signIn(page, token);
  const main = page.getByRole('main');
  const [next, second] = titles as [string, string];

  await test.step('nothing moves during loading', async () => {
    await expect(main.getByText('2 of 4 checked in today')).toBeVisible();
    await expect(main.getByRole('heading', { name: 'My Missions' })).toBeVisible();
    expect(await readShifts(page)).toBeLessThan(0.01);
  });

  await test.step('the band, the invitation and the rows keep their size', async () => {
    expect(await bottomOf(checkIn(page, next))).toBeLessThanOrEqual(CHECK_IN_MAX);
    const row = main.getByRole('region', { name: 'Mission Invitations' });
    await expect(row).toContainText('2 invitations');
    expect((await row.boundingBox())!.height).toBeLessThanOrEqual(72);
    await expect(row.getByRole('button', { name: 'Accept Ten words of Arabic' })).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(3200);
    await expect(main.getByText('Checked In', { exact: true })).toHaveCount(2);
    await expect(checkIn(page, second)).toBeVisible();
    await expectAccessible(page, 'dashboard, an invitation and cards', { scan: true });
    await page.setViewportSize({ width: 320, height: 700 });
    await expectNoOverflow(page);
    await page.setViewportSize(PHONE);
  });

  await test.step('the keyboard opens the rest of a card', async () => {
    const more = main.getByRole('button', { name: `More about ${second}` });
    await more.focus();
    await page.keyboard.press('Enter');
    await expect(more).toHaveAttribute('aria-expanded', 'true');
    const card = main.getByRole('listitem').filter({ has: page.getByRole('button', { name: `More about ${second}` }) });
    for (const part of [
      'What a good day looks like.',
      'Pending',
      'Owner',
      '1 member',
      '30 days left',
      'Dinner by the fire',
    ])
      await expect(card).toContainText(part);
    await expect(card.getByRole('link', { name: `View Details: ${second}` })).toBeVisible();
    await expectAccessible(page, 'dashboard, a card opened', { scan: true });
    await more.click();
    await expect(card).not.toContainText('Dinner by the fire');
  });

  await test.step('the invitation opens with its message and is declined', async () => {
    const row = main.getByRole('region', { name: 'Mission Invitations' });
    await row.getByRole('button', { name: 'Show the invitation' }).click();
    await expect(row).toContainText('Invited by Nadia Haddad');
    await expect(row).toContainText('Bring the cap.');
    await expect(row.getByRole('link', { name: 'View all invitations' })).toBeVisible();
    await expectAccessible(page, 'dashboard, an invitation opened', { scan: true });
    await row.getByRole('button', { name: 'Decline Ten words of Arabic' }).click();
    await expect(row).toContainText('Nadia Haddad invited you');
    await row.getByRole('button', { name: 'Accept Swim on Sundays' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Swim on Sundays' })).toBeVisible();
  });

  await test.step('wide screens show rows too', async () => {
    await page.setViewportSize(WIDE);
    await page.goto('/dashboard');
    await expect(main.getByRole('button', { name: /^More about/ })).toHaveCount(5);
    await expect(main.getByRole('link', { name: /^View Details/ })).toHaveCount(0);
  });
});

test("a user who is done sees other members' state and check-ins", async ({ page }) => {
  const { token } = await buildPerson(page, 'Ana Lind');
  const title = 'Read 20 pages before bed';
  const mission = await buildMission(page, token, title);
  const code = await buildInvitationCode(page, token, mission);
  const ben = await buildMember(page, code, 'Ben Okoro');
  await buildMember(page, code, 'Kim Park');
  await buildCheckin(page, ben.token, mission, 'Chapter nine by the window.');
  const requested: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/today')) requested.push(request.url());
  });
  await signIn(page, token);
  const main = page.getByRole('main');

  await test.step('nothing of it loads while a check-in is left', async () => {
    await expect(main.getByText('0 of 1 checked in today')).toBeVisible();
    await expect(main.getByRole('heading', { name: 'Not yet today' })).toHaveCount(0);
    expect(requested).toEqual([]);
  });

  await buildCheckin(page, token, mission);
  await watchShifts(page);
  await page.reload();
  const out = main.getByRole('region', { name: 'Not yet today' });
  const posts = main.getByRole('region', { name: 'Around your fires today' });
  await test.step('the keyboard nudges someone who is still out', async () => {
    await expect(main.getByRole('heading', { level: 1 })).toHaveText('Done for today, Ana Lind');
    await expect(out).toContainText('Kim Park');
    await expect(out).not.toContainText('Ben Okoro');
    expect(await readShifts(page)).toBeLessThan(0.01);
    await expectScreen(page, 'dashboard, all in', { scan: true });
    await out.getByRole('button', { name: 'Nudge Kim Park' }).focus();
    await page.keyboard.press('Enter');
    await expect(out.getByText('Nudged')).toBeVisible();
  });

  await test.step('a check-in gets a reaction and links to its position in the feed', async () => {
    await expect(posts).toContainText('Ben Okoro');
    await expect(posts).toContainText('Chapter nine by the window.');
    const love = posts.getByRole('button', { name: /^Love/ });
    const react = posts.getByRole('button', { name: /React to .*check-in$/ });
    await react.click();
    const saved = page.waitForResponse((response) => response.url().endsWith('/reactions') && response.ok());
    await love.click();
    await expect(love).toHaveAttribute('aria-pressed', 'true');
    await saved;
    await page.reload();
    await react.click();
    await expect(love).toHaveAttribute('aria-pressed', 'true');
    await posts.getByRole('link', { name: `See the check-in in ${title}` }).click();
    await expect(page.getByRole('article').filter({ hasText: 'Chapter nine' })).toBeFocused();
  });

  await test.step("the dashboard works without other members' check-ins", async () => {
    await page.route('**/api/today', (route) => route.fulfill({ json: { still_out: [], posts: [] } }));
    await page.goto('/dashboard');
    await expect(main.getByRole('button', { name: `More about ${title}` })).toBeVisible();
    await expect(out).toHaveCount(0);
    await expect(posts).toHaveCount(0);
  });
});

test("the account menu opens the user's own pages, on phones from the profile", async ({ page }) => {
  const { token } = await buildPerson(page, 'Ana Lind');
  await signIn(page, token);
  const button = page.getByRole('button', { name: 'Account menu' });
  const list = page.getByRole('navigation', { name: 'Account' });

  await test.step('a newcomer sees no upgrade offer', async () => {
    await button.click();
    await expect(list.getByRole('link')).toHaveText(['Insights', 'Settings', 'Connections', 'Help']);
    await expect(list.getByRole('button', { name: 'Log out' })).toBeVisible();
    await expectAccessible(page, 'account menu', { scan: true });
    await page.keyboard.press('Escape');
    await expect(list).toHaveCount(0);
    await expect(button).toBeFocused();
  });

  await test.step('it starts a break too', async () => {
    await button.click();
    await list.getByRole('button', { name: 'Take a break' }).press('Enter');
    const form = page.getByRole('dialog', { name: 'Take a break' });
    await expect(form.getByText('42 of 42 days left')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(form).toBeHidden();
  });

  await buildCheckin(page, token, await buildMission(page, token, 'Floss'));
  await test.step('later it offers an upgrade next to the plan', async () => {
    await page.reload();
    await button.click();
    await expect(list.getByRole('link')).toHaveText([
      ...['Insights', 'Settings', 'Connections', 'Help'],
      /^Upgrade\s*Free Plan$/,
    ]);
    await list.getByRole('link', { name: 'Settings' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
    await expect(list).toHaveCount(0);
    await expect(page.getByRole('radio', { name: 'Dark' })).toBeAttached();
  });

  await test.step('on phones it is at the end of Me, without the appearance', async () => {
    await page.setViewportSize(PHONE);
    await page.goto('/profile');
    await expect(button).toBeHidden();
    await expect(list.getByRole('link', { name: 'Settings' })).toBeVisible();
    await expect(page.getByRole('radio', { name: 'Dark' })).toHaveCount(0);
    await expectAccessible(page, 'profile, with the account menu', { scan: true });
    await list.getByRole('link', { name: 'Help' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Help' })).toBeVisible();
    await expectScreen(page, 'help', { scan: true });
    await page.goBack();
    await list.getByRole('button', { name: 'Log out' }).click();
    await expect(page).toHaveURL(/\/login$/);
  });
});

test('a new user fills two fields in the first profile, or leaves it', async ({ page }) => {
  await page.setViewportSize(PHONE);
  const registered = await page.request.post('/api/auth/register', { data: newPerson('Ida Falk') });
  const { access_token } = (await registered.json()) as { access_token: string };
  await watchShifts(page);
  await signIn(page, access_token, '/profile');
  const form = page.locator('form');
  await expect(form.getByLabel('Full Name')).toHaveValue('Ida Falk');
  expect(await readShifts(page)).toBeLessThan(0.01);
  expect(await bottomOf(form.getByRole('button', { name: 'Save and go to the fire' }))).toBeLessThan(PHONE.height);
  await expect(form.getByLabel(/^Bio/)).toHaveCount(0);
  await form.getByRole('button', { name: 'Add more about you' }).click();
  await expect(form.getByLabel(/^Bio/)).toBeVisible();
  await expect(form.getByLabel(/^Location/)).toBeVisible();
  await expect(form.getByText('Add a photo')).toBeVisible();
  await expectScreen(page, 'first profile, all fields', { scan: true });
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page).toHaveURL(/\/login$/);
});
