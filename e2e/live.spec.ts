import type { Locator, Page } from '@playwright/test';
import { CLOTHS, CUTS, dusk } from '#domain/doll.ts';
import type { Look } from '#domain/looks.ts';
import {
  buildCheckin,
  buildInvitationCode,
  buildMember,
  buildMission,
  buildPerson,
  type SignedIn,
} from './factories.ts';
import {
  expect,
  expectAccessible,
  expectDoll,
  expectScreen,
  fromDoneCard,
  openPart,
  signIn,
  test,
  toast,
  withoutLive,
  ZONE,
} from './fixtures.ts';
import { startTimeServer, type TimeServer } from './shifted-server.ts';

async function openLive(page: Page, token: string, path: string): Promise<void> {
  const stream = page.waitForResponse('**/api/live');
  await signIn(page, token, path);
  expect((await stream).status()).toBe(200);
}

const feed = (page: Page) => page.getByRole('region', { name: 'Recent Check-ins' });
const bell = (page: Page) => page.getByRole('button', { name: /^Notifications/ });

/** The bell counts events about the user, such as a nudge. */
const NEW = /^Notifications, \d new$/;

async function nudge(page: Page, token: string, missionId: string, name: string): Promise<void> {
  const headers = { authorization: `Bearer ${token}` };
  const answer = await page.request.get(`/api/missions/${missionId}`, { headers });
  const { members } = (await answer.json()) as { members: { user_id: string; name: string }[] };
  const id = members.find((member) => member.name === name)?.user_id;
  const nudged = await page.request.post(`/api/missions/${missionId}/members/${id}/nudge`, { headers });
  expect(nudged.ok()).toBe(true);
}

test("one member's actions appear on other members' screens without a reload", async ({ page, another }) => {
  const ana = await buildPerson(page, 'Ana Lind');
  const ben = await buildPerson(page, 'Ben Okoro');
  const mission = await buildMission(page, ana.token, 'Read 20 pages before bed');
  const code = await buildInvitationCode(page, ana.token, mission);
  await openLive(page, ana.token, `/mission/${mission}`);
  const who = page.getByRole('region', { name: 'Who is in today' });
  await openPart(page, 'Check-ins');
  await expect(page.getByText('No check-ins yet')).toBeVisible();
  await openPart(page, 'Today');
  await page.getByRole('radio', { name: 'Check In with Text' }).check({ force: true });
  await page.getByLabel(/^Your Update/).fill('Half a sentence that');

  const other = await another();
  await test.step('someone joins', async () => {
    const path = `/api/join/${code}`;
    const joined = await page.request.post(path, { headers: { authorization: `Bearer ${ben.token}` }, data: {} });
    expect(joined.status()).toBe(200);
    await expect(who).toContainText('0 of 2 are in');
    await expect(who.getByRole('img', { name: 'Nobody by the fire yet. Not yet: You, Ben Okoro.' })).toBeVisible();
  });

  await test.step('and checks in', async () => {
    await openLive(other, ben.token, `/mission/${mission}`);
    await other.getByRole('radio', { name: 'Check In with Text' }).check({ force: true });
    await other.getByLabel(/^Your Update/).fill('Chapter nine.');
    await other.getByRole('button', { name: 'Record Check-in' }).click();
    await expect(other.getByText("You've checked in today!")).toBeVisible();
    await expect(page.getByRole('link', { name: /^Chapter nine\..*Ben Okoro/ })).toBeVisible({ timeout: 3000 });
    await expect(who).toContainText('1 of 2 are in');
    await expect(who.getByRole('img', { name: 'By the fire: Ben Okoro. Not yet: You.' })).toBeVisible();
    await expect(who.locator('[data-scene="fire"] [data-seat="in"]')).toHaveCount(1);
    await expect(who.locator('[data-scene="fire"] [data-seat="out"]')).toHaveCount(1);
    await nudge(page, ben.token, mission, 'Ana Lind');
    await expect(bell(page)).toHaveAccessibleName(NEW);
    await openPart(page, 'Team');
    await expect(feed(page).getByRole('article', { name: /Ben Okoro/ })).toBeVisible();
  });

  await test.step('and changes the name', async () => {
    const saved = await page.request.put('/api/auth/profile', {
      headers: { authorization: `Bearer ${ben.token}` },
      data: { name: 'Benedikt Okoro', timezone: ZONE },
    });
    expect(saved.status()).toBe(200);
    await expect(feed(page).getByRole('article', { name: /Benedikt Okoro/ })).toBeVisible({ timeout: 4000 });
    await expect(other.getByRole('banner')).toContainText('Benedikt Okoro');
  });

  await test.step('typed text stays', async () => {
    await openPart(page, 'Today');
    await expect(who.getByRole('img', { name: 'By the fire: Benedikt Okoro. Not yet: You.' })).toBeVisible();
    await expect(page.getByLabel(/^Your Update/)).toHaveValue('Half a sentence that');
  });

  await test.step('text typed under an undone check-in stays too', async () => {
    await openPart(page, 'Team');
    const article = feed(page).getByRole('article', { name: /Benedikt Okoro/ });
    await article.getByRole('button', { name: 'Comment', exact: true }).click();
    await article.getByRole('combobox', { name: 'Comment' }).fill('Well done, and on the first day!');
    await fromDoneCard(other, 'Undo');
    await expect(other.getByText('Undone. You can still check in today.')).toBeVisible();
    const left = feed(page).getByRole('article', { name: 'Benedikt Okoro removed this check-in.' });
    await expect(left).toBeFocused({ timeout: 4000 });
    await expectScreen(page, 'feed, a check-in that was taken back', { scan: true });
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await left.getByRole('button', { name: 'Copy what I wrote' }).click();
    await expect(toast(page, 'Copied to clipboard!')).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('Well done, and on the first day!');
    await left.getByRole('button', { name: 'Close' }).click();
    await expect(left).toBeHidden();
    await expect(feed(page).getByText('No check-ins yet')).toBeVisible();
  });

  await test.step('a notification that is read on one screen counts as read on every screen', async () => {
    const phone = await another({ viewport: { width: 390, height: 844 } });
    await openLive(phone, ana.token, '/dashboard');
    await expect(phone.getByText(/, \d new notifications?/)).toBeAttached();
    await bell(page).click();
    await expect(phone.getByText(/, \d new notifications?/)).not.toBeAttached({ timeout: 4000 });
  });
});

test('a doll dressed in one browser changes in another: at the fire, in feed and comments', async ({
  page,
  another,
}) => {
  const tay = await buildPerson(page, 'Taylor Reed');
  const mission = await buildMission(page, tay.token, 'Read 20 pages before bed');
  await openLive(page, tay.token, `/mission/${mission}`);
  const who = page.getByRole('region', { name: 'Who is in today' });

  await test.step('a solo member sees one free seat', async () => {
    const scene = who.locator('[data-scene="fire"]');
    await expect(scene.locator('text')).toHaveText(['You', 'Free seat']);
    await expect(scene.locator('[data-seat]')).toHaveCount(1);
  });

  const ben = await buildPerson(page, 'Ben Okoro');
  const headers = { authorization: `Bearer ${ben.token}` };
  const dress = async (look: Look) => {
    const saved = await page.request.patch('/api/auth/profile', { headers, data: { look } });
    expect(saved.status()).toBe(200);
    return ((await saved.json()) as { id: string }).id;
  };
  const before = { cloth: 'lake', hat: 'band', cut: 'jumper' } as const;
  const after = { cloth: 'plum-dots', hat: 'nightcap', cut: 'cape' } as const;
  const id = await dress(before);
  const code = await buildInvitationCode(page, tay.token, mission);
  const joined = await page.request.post(`/api/join/${code}`, { headers, data: {} });
  expect(joined.status()).toBe(200);
  const seat = who.locator(`[data-user="${id}"]`);

  await test.step('a member who is out sleeps in a dark version of the same cloth', async () => {
    await expect(seat).toHaveAttribute('data-seat', 'out');
    const body = seat.locator(`path[d="${CUTS[before.cut].body}"]`);
    await expect(body).toHaveAttribute('fill', dusk(CLOTHS[before.cloth].field, 0.34));
  });

  const checkin = await buildCheckin(page, ben.token, mission, 'Chapter nine.');
  const said = await page.request.post(`/api/checkins/${checkin}/comments`, { headers, data: { content: 'And ten.' } });
  expect(said.ok()).toBe(true);
  await expect(seat).toHaveAttribute('data-seat', 'in');
  await expectDoll(seat, before);

  const post = feed(page).getByRole('article', { name: /Ben Okoro/ });
  const comment = post.getByRole('listitem').filter({ hasText: 'And ten.' });
  const expectFace = (row: Locator, { cloth }: Look) =>
    expect(row.locator('path[d="M0 0h100v100H0Z"]').first()).toHaveAttribute('fill', CLOTHS[cloth].field);
  await openPart(page, 'Team');
  await post.getByRole('button', { name: '1 comment' }).click();
  for (const row of [post, comment]) await expectFace(row, before);

  const other = await another();
  await openLive(other, ben.token, '/profile?edit=true');
  for (const [group, name] of [
    ['Cloth', 'Plum dots'],
    ['Hat', 'Nightcap'],
    ['Cut', 'Cape'],
  ] as const) {
    const tile = other.getByRole('radiogroup', { name: group }).getByRole('radio', { name, exact: true });
    // The radio becomes checked when its request is sent, shortly after the click.
    await tile.click({ force: true });
    await expect(tile).toBeChecked();
  }
  await expectDoll(other.getByRole('img', { name: 'Your doll' }), after);
  for (const row of [post, comment]) await expectFace(row, after);
  await openPart(page, 'Today');
  await expectDoll(seat, after);
});

test('two tabs of one browser share a live stream and poll nothing while it is up', async ({ page, context }) => {
  const ana = await buildPerson(page, 'Ana Lind');
  const mission = await buildMission(page, ana.token, 'Stretch');
  const code = await buildInvitationCode(page, ana.token, mission);
  const ben = await buildMember(page, code, 'Ben Okoro');
  let streams = 0;
  context.on('request', (request) => {
    if (request.url().endsWith('/api/live')) streams += 1;
  });
  await openLive(page, ana.token, `/mission/${mission}?part=team`);
  const second = await context.newPage();
  await signIn(second, ana.token, '/dashboard');
  await expect(second.getByText('0 of 1 checked in today')).toBeVisible();

  await test.step('the stream replaces all timers of both', async () => {
    // The requests of opening the page are over by then. The shortest interval without a stream is 30 s.
    await page.waitForTimeout(8000);
    const requests: string[] = [];
    context.on('request', (request) => requests.push(new URL(request.url()).pathname));
    await page.waitForTimeout(32_000);
    expect(requests.filter((path) => path.startsWith('/api/'))).toEqual([]);
  });

  await buildCheckin(page, ben.token, mission, 'Up at six.');
  await expect(feed(page)).toContainText('Up at six.');
  await nudge(page, ben.token, mission, 'Ana Lind');
  await expect(bell(second)).toHaveAccessibleName(NEW, { timeout: 4000 });
  expect(streams).toBe(1);
  await page.close();
  // The other tab takes over.
  await expect.poll(() => streams).toBe(2);
});

test('a page without a live stream polls every half minute', async ({ page }) => {
  const ana = await buildPerson(page, 'Ana Lind');
  const mission = await buildMission(page, ana.token, 'Stretch');
  const ben = await buildMember(page, await buildInvitationCode(page, ana.token, mission), 'Ben Okoro');
  await withoutLive(page);
  await page.clock.install();
  await signIn(page, ana.token, `/mission/${mission}?part=team`);
  await expect(page.getByText('No check-ins yet')).toBeVisible();
  await buildCheckin(page, ben.token, mission, 'Up at six.');
  await nudge(page, ben.token, mission, 'Ana Lind');
  await page.clock.runFor(31_000);
  await expect(feed(page)).toContainText('Up at six.');
  await expect(bell(page)).toHaveAccessibleName(NEW);
});

test('a long feed loads more while scrolling and never jumps', async ({ page }) => {
  const ana = await buildPerson(page, 'Ana Lind');
  const mission = await buildMission(page, ana.token, 'A crowd');
  const code = await buildInvitationCode(page, ana.token, mission);
  const people: SignedIn[] = [];
  for (let at = 1; at <= 24; at++) people.push(await buildMember(page, code, `Member ${at}`));
  for (const { token } of people.slice(0, 22)) await buildCheckin(page, token, mission, 'A line of text.');
  await openLive(page, ana.token, `/mission/${mission}?part=team`);
  const rows = feed(page).getByRole('article');
  await expect(rows).toHaveCount(10);

  await test.step('scrolling loads more', async () => {
    await page.mouse.wheel(0, 20_000);
    await expect(rows).toHaveCount(20);
    await page.mouse.wheel(0, 20_000);
    await expect(rows).toHaveCount(22);
    await expect(feed(page).getByRole('button', { name: 'Show more' })).not.toBeAttached();
  });

  await test.step('new check-ins wait above the reading position', async () => {
    const read = feed(page).getByRole('article', { name: /Member 3,/ });
    await read.scrollIntoViewIfNeeded();
    const before = await read.boundingBox();
    await buildCheckin(page, people[22]!.token, mission, 'A newer line.');
    await buildCheckin(page, people[23]!.token, mission, 'The newest line.');
    const pill = page.getByRole('button', { name: '2 new check-ins' });
    await expect(pill).toBeVisible();
    expect(Math.abs((await read.boundingBox())!.y - before!.y)).toBeLessThan(2);
    await expect(rows).toHaveCount(22);
    await expectAccessible(page, 'feed, new check-ins above', { scan: true });
    await pill.click();
    await expect(rows).toHaveCount(24);
    const newest = feed(page).getByRole('article', { name: /Member 24,/ });
    await expect(newest).toBeFocused();
    await expect(newest).toBeInViewport();
    await expect(pill).not.toBeAttached();
  });
});

test.describe('server restarts', () => {
  // While the server is down every call fails.
  test.use({ expected: /ERR_CONNECTION|ERR_INCOMPLETE|ERR_EMPTY|net::ERR/ });
  let server: TimeServer;
  test.beforeAll(async () => {
    server = await startTimeServer();
  });
  test.afterAll(() => server.stop());

  test('a screen catches up automatically after a server restart', async ({ another }) => {
    const page = await another({ baseURL: server.url });
    const ana = await buildPerson(page, 'Ana Lind');
    const mission = await buildMission(page, ana.token, 'Read 20 pages before bed');
    const ben = await buildMember(page, await buildInvitationCode(page, ana.token, mission), 'Ben Okoro');
    await openLive(page, ana.token, `/mission/${mission}?part=team`);
    // No limit here, because the restart can take longer than most waits of a journey.
    const reopened = page.waitForResponse((answer) => answer.url().endsWith('/api/live') && answer.ok(), {
      timeout: 0,
    });
    await server.restart();
    await buildCheckin(page, ben.token, mission, 'While nobody could see it.');
    await reopened;
    await expect(feed(page)).toContainText('While nobody could see it.', { timeout: 4000 });
    // Without the stream, the next check-in would arrive with a poll, half a minute later.
    await buildCheckin(page, ana.token, mission, 'And right away.');
    await expect(feed(page)).toContainText('And right away.', { timeout: 4000 });
  });
});

test("a member sees a year's quilt with every day and member, also as a table", async ({ page }) => {
  const ana = await buildPerson(page, 'Ana Lind');
  const mission = await buildMission(page, ana.token, 'A year of walks', 0, { duration_days: 365 });
  const ben = await buildMember(page, await buildInvitationCode(page, ana.token, mission), 'Ben Okoro');
  await buildCheckin(page, ben.token, mission);
  await signIn(page, ana.token, `/mission/${mission}?part=team`);
  await page.getByRole('button', { name: 'See the whole quilt' }).click();
  const dialog = page.getByRole('dialog', { name: 'The whole quilt' });
  const picture = dialog.getByRole('img', { name: '2 members by 365 days: 1 square sewn' });
  for (const size of [
    { width: 390, height: 844 },
    { width: 1280, height: 900 },
  ]) {
    await page.setViewportSize(size);
    await expect(picture).toBeVisible();
    const scroller = dialog.getByRole('region', { name: 'The quilt, to be scrolled' });
    await expect.poll(() => scroller.evaluate((element) => element.scrollWidth)).toBeGreaterThan(9000);
    await dialog.getByRole('button', { name: 'Fit' }).click();
    // The whole picture fits its window without scrolling sideways.
    const beyond = () => scroller.evaluate((element) => element.scrollWidth - element.clientWidth);
    await expect.poll(beyond).toBeLessThanOrEqual(0);
    await dialog.getByRole('button', { name: 'Each day' }).click();
  }
  await dialog.getByText('Show as a table').click();
  const rows = dialog.getByRole('table').getByRole('row');
  await expect(rows.nth(1).getByRole('rowheader')).toHaveText('You');
  await expect(rows.nth(2)).toContainText('1 of 1');
  await expectAccessible(page, 'quilt of a year, as a table', { scan: true });
});
