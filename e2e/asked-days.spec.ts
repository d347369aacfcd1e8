import type { Page } from '@playwright/test';
import { addDays, dayOf, type LocalDay, weekdayOf } from '#domain/days.ts';
import { buildCheckin, buildInvitationCode, buildMission, buildPerson, type SignedIn } from './factories.ts';
import { expect, expectScreen, openPart, PHONE, signIn, test, WIDE } from './fixtures.ts';
import { listMails } from './mail.ts';
import { startTimeServer, type TimeServer } from './shifted-server.ts';

const ZONE = 'Asia/Kuala_Lumpur';
test.use({ timezoneId: ZONE });

const WEDNESDAY = 2;
const RUN = 'Run three times a week';
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

// One after another, on one server.
test.describe.configure({ mode: 'default' });

let server: TimeServer;
test.beforeAll(async () => {
  server = await startTimeServer();
});
test.afterAll(() => server.stop());

/** Kuala Lumpur has no daylight saving time. */
const at = (day: LocalDay, hour: number) => new Date(Date.parse(`${day}T00:00:00Z`) + (hour - 8) * 3_600_000);

/** Lists the days of an address's reminders, oldest first. */
const listReminded = async (address: string): Promise<LocalDay[]> =>
  (await listMails(address, server.dir)).filter(({ subject }) => subject?.endsWith('today?')).map(({ day }) => day);

async function remindAt(page: Page, { token }: SignedIn, missionId: string, hour: number): Promise<void> {
  const data = { hour, channel: 'email', is_on: true, cue: null };
  const saved = await page.request.put(`/api/missions/${missionId}/reminder`, { headers: bearer(token), data });
  expect(saved.ok()).toBe(true);
}

const mainPart = (page: Page) => page.getByRole('main');
/**
 * Returns the distances of each column's headings from the top, in document order. The left edge identifies a column.
 */
const columnsOf = (page: Page) =>
  page.getByRole('main').evaluate((main) => {
    const shown = [...main.querySelectorAll('h2')].filter((one) => one.getClientRects().length > 0);
    const half = main.getBoundingClientRect().left + main.getBoundingClientRect().width / 2;
    const isLeft = (one: Element) => one.getBoundingClientRect().left < half;
    return [shown.filter(isLeft), shown.filter((one) => !isLeft(one))].map((column) =>
      column.map((one) => one.getBoundingClientRect().top),
    );
  });

test('three runners of three times a week get no reminder or request on free days', async ({ another }) => {
  // Two weeks pass on the server. An evening is over after its job has run.
  test.setTimeout(180_000);
  const today = dayOf(new Date(), ZONE);
  const first = addDays(today, 7 - ((weekdayOf(today) - WEDNESDAY + 7) % 7));
  const day = (number: number) => addDays(first, number);
  await server.setNow(at(first, 12));
  const open = async (viewport: typeof PHONE, number: number) => {
    const page = await another({ baseURL: server.url, viewport });
    await page.clock.install({ time: at(day(number), 12) });
    return page;
  };
  const page = await open(PHONE, 1);
  const ana = await buildPerson(page, 'Ana Lind', ZONE);
  const ben = await buildPerson(page, 'Ben Okoro', ZONE);
  const cy = await buildPerson(page, 'Cy Tan', ZONE);
  const dan = await buildPerson(page, 'Dan Weber', ZONE);
  const fields = { start_date: at(first, 0).toISOString(), schedule: { kind: 'weekly', times: 3 } };
  const run = await buildMission(page, ana.token, RUN, 0, fields);
  const code = await buildInvitationCode(page, ana.token, run);
  for (const { token } of [ben, cy]) await page.request.post(`/api/join/${code}`, { headers: bearer(token) });
  for (const runner of [ana, ben, cy]) await remindAt(page, runner, run, 20);
  // His daily reminder is claimed with theirs, so it proves that the job looked for the evening's reminders.
  const stretch = await buildMission(page, dan.token, 'Stretch', 0, { start_date: at(first, 0).toISOString() });
  await remindAt(page, dan, stretch, 20);

  const runs = new Map([
    [ana, [0, 2, 4, 7, 9, 11]],
    [ben, [1, 3, 5, 8, 10, 12]],
    // One run in the second week, so its sixth and seventh day are needed.
    [cy, [0, 1, 2, 7]],
  ]);
  const passDay = async (number: number) => {
    await server.setNow(at(day(number), 12));
    for (const [runner, days] of runs) if (days.includes(number)) await buildCheckin(page, runner.token, run);
    await server.setNow(at(day(number), 20));
    await expect.poll(async () => (await listReminded(dan.person.email)).length, { timeout: 30_000 }).toBe(number + 1);
    await buildCheckin(page, dan.token, stretch);
  };

  await passDay(0);
  await test.step('on a day that needs nobody, the screens say what is possible', async () => {
    await server.setNow(at(day(1), 9));
    for (const viewport of [PHONE, WIDE]) {
      const screen = viewport === PHONE ? page : await open(WIDE, 1);
      await signIn(screen, ana.token);
      await expect(mainPart(screen).getByText('1 of 3 this week').first()).toBeVisible();
      await expect(screen.getByText('Pending')).toHaveCount(0);
      await expectScreen(screen, 'dashboard, nobody needed today', { scan: viewport === PHONE });
      await screen.goto(`/mission/${run}`);
      await expect(screen.getByText('This week: 1 of 3, until Tuesday.')).toBeVisible();
      const fire = screen.getByRole('region', { name: 'Who is in today' });
      await expect(fire.getByRole('button')).toHaveText(/^2 of 9 stitches this week/);
      await expectScreen(screen, 'mission page, nobody needed today', { scan: viewport === PHONE });
      await fire.getByRole('button').click();
      const who = screen.getByRole('dialog', { name: 'Who is in today' });
      await expect(who.getByText('1 of 3 this week')).toHaveCount(2);
      await expect(who.getByText('0 of 3 this week')).toHaveCount(1);
      await expect(who.getByRole('button', { name: /Nudge/ })).toHaveCount(0);
      await screen.keyboard.press('Escape');
      await openPart(screen, 'Team');
      await expect(screen.getByRole('heading', { name: 'Team quilt' })).toBeVisible();
      const columns = await columnsOf(screen);
      expect(columns.flat().length).toBeGreaterThan(2);
      for (const tops of columns) expect(tops).toEqual([...tops].sort((one, other) => one - other));
    }
    await page.goto('/check-in');
    await expect(page.getByText('Nothing has to be done today')).toBeVisible();
    await expect(page.getByText('Also this week')).toBeVisible();
  });
  for (let number = 1; number < 14; number += 1) await passDay(number);

  expect(await listReminded(ana.person.email)).toEqual([]);
  expect(await listReminded(ben.person.email)).toEqual([]);
  expect(await listReminded(cy.person.email)).toEqual([day(12), day(13)]);
});

test('a member loses nothing between two rounds, and saves a forgotten evening the next morning', async ({
  another,
}) => {
  // After the days of the previous journey.
  const first = addDays(dayOf(new Date(), ZONE), 40);
  const day = (number: number) => addDays(first, number);
  await server.setNow(at(first, 9));
  const page = await another({ baseURL: server.url, viewport: PHONE });
  const eva = await buildPerson(page, 'Eva Novak', ZONE);
  const begin = (title: string, number: number) =>
    buildMission(page, eva.token, title, 0, { start_date: at(day(number), 0).toISOString(), duration_days: 4 });
  const round = await begin('Read', 0);
  for (const number of [0, 1, 2, 3]) {
    await server.setNow(at(day(number), 20));
    await buildCheckin(page, eva.token, round);
  }
  await server.setNow(at(day(5), 9));
  const next = await begin('Read again', 12);
  for (const number of [12, 13]) {
    await server.setNow(at(day(number), 20));
    await buildCheckin(page, eva.token, next);
  }
  const streak = async () => {
    const answer = await page.request.get('/api/streak', { headers: bearer(eva.token) });
    return ((await answer.json()) as { streak_days: number }).streak_days;
  };
  expect(await streak()).toBe(6);

  // The evening of the third day is forgotten; it is eight in the morning of the fourth.
  await server.setNow(at(day(15), 8));
  const wide = await another({ baseURL: server.url, viewport: WIDE });
  const offerOn = (screen: Page) => screen.getByRole('button', { name: /^Check in for \d+ [A-Z][a-z]+$/ });
  const todayOn = (screen: Page) => screen.getByRole('button', { name: 'Record Check-in' });
  for (const screen of [wide, page]) {
    await screen.clock.install({ time: at(day(15), 8) });
    await signIn(screen, eva.token, `/mission/${next}`);
    await expect(offerOn(screen)).toBeVisible();
    await expect(screen.getByText('Forgot to check in yesterday? You have until noon.')).toBeVisible();
    const [above, below] = [await offerOn(screen).boundingBox(), await todayOn(screen).boundingBox()];
    expect(above!.y).toBeLessThan(below!.y);
  }
  const [offer, today] = [offerOn(page), todayOn(page)];
  expect(await streak()).toBe(6);
  await expectScreen(page, 'mission page, yesterday open', { scan: true });
  await offer.click();
  await expect(offer).toHaveCount(0);
  await expect.poll(streak).toBe(7);
  await today.click();
  await expect(page.getByRole('heading', { name: "You've checked in today!" })).toBeVisible();
  await expect.poll(streak).toBe(8);
});
