import { buildCheckin, buildInvitationCode, buildMember, buildPerson, choose } from './factories.ts';
import { expect, expectScreen, openPart, signIn, test } from './fixtures.ts';
import { startTimeServer, type TimeServer } from './shifted-server.ts';

const ZONE = 'Asia/Kuala_Lumpur';
test.use({ timezoneId: ZONE });

// Accessibility checks of several screens take time.
test.slow();

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** 5 January 1970 was the first Monday. 9:00 in Kuala Lumpur, which has no daylight saving time, is 1:00 in UTC. */
const FIRST_MONDAY_MS = 4 * DAY_MS + HOUR_MS;
const nextMonday = () => {
  const weeks = Math.ceil((Date.now() - FIRST_MONDAY_MS) / (7 * DAY_MS));
  return FIRST_MONDAY_MS + weeks * 7 * DAY_MS;
};

let server: TimeServer;
test.beforeAll(async () => {
  server = await startTimeServer();
});
test.afterAll(() => server.stop());

test('a member keeps a plan of Mon, Wed, Fri for two weeks with free days in between', async ({ another }) => {
  const monday = nextMonday();
  await server.setNow(new Date(monday));
  const page = await another({ baseURL: server.url });
  await page.clock.install({ time: monday });
  const { token } = await buildPerson(page, 'Ana Lind', ZONE);

  const openOn = async (day: number, path: string) => {
    const now = new Date(monday + day * DAY_MS);
    await server.setNow(now);
    await page.clock.setSystemTime(now);
    await page.goto(path);
  };
  const main = page.getByRole('main');
  const form = page.getByRole('region', { name: 'Daily Check-in' });
  const done = page.getByRole('region', { name: "You've checked in today!" });
  const feed = page.getByRole('region', { name: 'Recent Check-ins' });
  const who = page.getByRole('region', { name: 'Who is in today' });
  const record = async () => {
    // The film starts with the press, so the clock must not move before the server has the check-in.
    const recorded = page.waitForResponse((answer) => answer.url().endsWith('/api/checkins'));
    await form.getByRole('button', { name: 'Record Check-in' }).click();
    await expect(done).toBeVisible();
    expect((await recorded).status()).toBe(201);
  };

  const mission = await test.step('the form offers certain days', async () => {
    await signIn(page, token, '/create-mission');
    await page.getByLabel('Title').fill('Run by the river');
    await page.getByRole('textbox', { name: 'Description' }).fill('Any distance.');
    await page.getByLabel('Success Goal').fill('Six runs each.');
    await choose(page.getByRole('radio', { name: 'Certain days' }));
    for (const name of ['Monday', 'Wednesday', 'Friday'])
      await expect(page.getByRole('button', { name, exact: true })).toHaveAttribute('aria-pressed', 'true');
    await page.getByRole('button', { name: '14 days' }).click();
    await expect(main).toContainText('Mon, Wed, Fri, for 14 days');
    await page.getByRole('button', { name: 'More options' }).click();
    await expect(main).toContainText('For 6 check-ins we suggest');
    for (const name of ['Monday', 'Wednesday', 'Friday']) await page.getByRole('button', { name, exact: true }).click();
    await page.getByRole('button', { name: 'Create Mission' }).click();
    await expect(page.getByText('Choose one to six days')).toBeVisible();
    await expect(page.getByRole('radiogroup', { name: 'How often' })).toBeFocused();
    for (const name of ['Monday', 'Wednesday', 'Friday']) await page.getByRole('button', { name, exact: true }).click();
    await page.getByRole('button', { name: 'Create Mission' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Run by the river' })).toBeVisible();
    await page.getByRole('button', { name: 'Start on my own' }).click();
    return new URL(page.url()).pathname.split('/')[2]!;
  });
  const path = `/mission/${mission}`;
  const ben = await buildMember(page, await buildInvitationCode(page, token, mission), 'Ben Okoro', ZONE);

  await test.step('Monday is planned, and its check-in fixes the schedule', async () => {
    await expect(form).toContainText('Your first stitch. Start your streak today.');
    await record();
    await expect(done).toContainText('+10 points');
    await expect(done).toContainText('See you on Wednesday!');
    await buildCheckin(page, ben.token, mission);
    await openPart(page, 'Mission');
    await page.getByRole('button', { name: 'Edit' }).click();
    const edit = page.getByRole('dialog', { name: 'Edit Mission' });
    await expect(edit.getByText('Fixed since the first check-in.').first()).toBeVisible();
    await expect(edit.getByRole('radio', { name: 'Every day' })).toBeDisabled();
    await expectScreen(page, 'mission editor, schedule fixed', { scan: true });
  });

  await test.step('Tuesday is free: a check-in is welcome and earns nothing', async () => {
    await openOn(1, '/dashboard');
    await expect(main.getByText('Day off')).toBeVisible();
    await expect(main.getByText('checked in today')).toBeHidden();
    await expectScreen(page, 'dashboard, a free day', { scan: true });
    await openOn(1, '/check-in');
    await expect(main.getByRole('heading', { name: 'Nothing has to be done today' })).toBeVisible();
    await openOn(1, path);
    await expect(form).toContainText('Nothing is due here on Tuesdays. A check-in is welcome but earns no points.');
    await expect(who).toContainText('Nobody has to check in today');
    await expect(who.getByRole('button', { name: /^Nudge/ })).toBeHidden();
    await expectScreen(page, 'mission page, a free day', { scan: true });
    await who.getByRole('button', { name: /Who is in today$/ }).click();
    const everybody = page.getByRole('dialog', { name: 'Who is in today' });
    await expect(everybody.getByRole('listitem').filter({ hasText: 'Ben Okoro' })).toContainText('not today');
    await expect(everybody.getByRole('button', { name: /^Nudge/ })).toBeHidden();
    await page.keyboard.press('Escape');
    await expect(everybody).toBeHidden();
    await record();
    await expect(done).toContainText('1 of 6 stitches, one extra');
    await openPart(page, 'Team');
    await feed.getByRole('button', { name: 'Today', exact: true }).click();
    const extra = feed.getByRole('region', { name: 'Today' }).getByRole('article');
    await expect(extra).toContainText('extra');
    await expect(extra).not.toContainText('pts');
    await expect(main.getByRole('img', { name: '1 of 6 days stitched' })).toBeVisible();
  });

  await test.step('the planned days carry the streak over the free ones', async () => {
    await openOn(2, path);
    await expect(form).toContainText('1 of 6 stitches. 2-day streak.');
    await expect(who.getByRole('button', { name: 'Nudge Ben Okoro' })).toBeVisible();
    await record();
    for (const day of [4, 7, 9]) {
      await openOn(day, path);
      await expect(form).toContainText(/\d-day streak\./);
      await record();
    }
  });

  await test.step('the quilt names days off and missed days', async () => {
    const rowOf = (name: string) => page.getByRole('row', { name: new RegExp(`^${name} `) }).getByRole('cell');
    const firstWeek = async (name: string) => (await rowOf(name).allTextContents()).slice(0, 7);
    await openPart(page, 'Team');
    await expect(page.getByRole('table', { name: 'Who checked in on which day' })).toBeAttached();
    expect(await firstWeek('You')).toEqual(['sewn', 'sewn', 'sewn', 'day off', 'sewn', 'day off', 'day off']);
    // A rest day of Ben's would cover a missed day; he has none yet.
    expect(await firstWeek('Ben Okoro')).toEqual([
      'sewn',
      'day off',
      'no stitch',
      'day off',
      'no stitch',
      'day off',
      'day off',
    ]);
  });

  await test.step('the last run closes the patch, and the celebration mentions the plan', async () => {
    await openOn(11, path);
    await expect(form).toContainText('5 of 6 stitches. 6-day streak.');
    await record();
    await expect(done).toContainText('That was the last stitch. Well done!');
    await openOn(14, path);
    await expect(main.getByRole('img', { name: '6 of 6 days stitched' }).first()).toBeVisible();
    await page.getByRole('button', { name: 'Complete the Mission' }).click();
    await page.getByRole('button', { name: 'Complete it' }).click();
    await expect(page.getByRole('heading', { name: 'Mission completed!' })).toBeVisible();
    await expect(main.getByRole('img', { name: '6 of 6 days stitched' })).toBeVisible();
    await expect(main).toContainText('Checked in on every day of the plan');
  });
});
