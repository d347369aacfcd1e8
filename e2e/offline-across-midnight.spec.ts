import { expectPersisted, untilInstalled } from './device.ts';
import { buildMission, buildPerson, buildPicture, choose } from './factories.ts';
import { expect, openPart, signIn, test } from './fixtures.ts';
import { startTimeServer, type TimeServer } from './shifted-server.ts';

const ZONE = 'Asia/Kuala_Lumpur';
// Offline every call fails.
test.use({ timezoneId: ZONE, serviceWorkers: 'allow', expected: /failed: |console: Failed to load resource/ });

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** Kuala Lumpur has no daylight saving time: 23:40 there is 15:40 in UTC. */
const EVENING_MS = 15 * HOUR_MS + 40 * MINUTE_MS;

/** Returns the next 23:40, because setting the server's clock back would end the session. */
const nextEvening = () => new Date(Math.ceil((Date.now() - EVENING_MS) / DAY_MS) * DAY_MS + EVENING_MS);
const dayOf = (instant: Date) => new Date(instant.getTime() + 8 * HOUR_MS).toISOString().slice(0, 10);

// One after another, on one server.
test.describe.configure({ mode: 'default' });

let server: TimeServer;
test.beforeAll(async () => {
  server = await startTimeServer();
});
test.afterAll(() => server.stop());

test('a photo of 23:40 that is sent at 07:10 counts for the evening, once', async ({ another }) => {
  const evening = nextEvening();
  const later = (hours: number) => new Date(evening.getTime() + hours * HOUR_MS);
  await server.setNow(evening);
  const page = await another({ baseURL: server.url });
  await page.clock.install({ time: evening });
  const { token } = await buildPerson(page, 'Nils Night', ZONE);
  const fields = { start_date: evening.toISOString() };
  const mission = await buildMission(page, token, 'Look at the stars', 0, fields);
  const headers = { authorization: `Bearer ${token}` };
  const fetchJson = async <T>(path: string) => (await (await page.request.get(path, { headers })).json()) as T;

  const form = page.getByRole('region', { name: 'Daily Check-in' });
  const card = page.getByRole('region', { name: 'On this device' });
  const feed = page.getByRole('region', { name: 'Recent Check-ins' });
  const done = page.getByRole('heading', { name: "You've checked in today!" });

  await test.step('at 23:40 the device stores it', async () => {
    await signIn(page, token, `/mission/${mission}`);
    await expect(form).toBeVisible();
    await untilInstalled(page);
    await expectPersisted(page, `["mission","${mission}"]`);
    await page.context().setOffline(true);
    await choose(form.getByRole('radio', { name: 'Check In with Photo' }));
    const buffer = await buildPicture();
    await form.getByLabel(/^Choose a photo/).setInputFiles({ name: 'sky.png', mimeType: 'image/png', buffer });
    await form.getByLabel(/^Photo Description/).fill('Orion, over the roofs.');
    await form.getByRole('button', { name: 'Record Check-in' }).click();
    await expect(done).toBeVisible();
    await expect(page.getByText('Saved on this device at 23:40.')).toBeVisible();
    await expect(card).toContainText('Orion, over the roofs.');
    await card.getByText('Offline. 1 waiting', { exact: true }).click();
    await expect(card.locator('img')).toBeVisible();
  });

  await test.step('at 00:20 it still waits, and the new day is open', async () => {
    await page.clock.setSystemTime(later(40 / 60));
    await page.reload();
    await expect(page.getByText(/^Offline\./)).toBeVisible();
    await expect(card).toContainText(/Done \d+ \w+, 23:40 · Waiting to send/);
    await expect(form.getByRole('button', { name: 'Record Check-in' })).toBeVisible();
    await expect(done).toBeHidden();
  });

  await test.step('at 07:10 it is sent and says when it was made', async () => {
    await server.setNow(later(7.5));
    await page.clock.setSystemTime(later(7.5));
    await page.context().setOffline(false);
    await expect(card).toBeHidden();
    await openPart(page, 'Check-ins');
    const row = feed.getByRole('article');
    await expect(row).toContainText('done 23:40, synced 07:10');
    await expect(row).toContainText('Orion, over the roofs.');
    const photo = row.getByRole('button', { name: /^Enlarge/ }).locator('img');
    await photo.scrollIntoViewIfNeeded();
    await expect.poll(() => photo.evaluate((it: HTMLImageElement) => it.naturalWidth)).toBeGreaterThan(300);
  });

  await test.step('the evening has it, today is open, and both form a streak', async () => {
    const [checkin, ...others] = await fetchJson<
      { local_day: string; performed_at: string; photo_url: string | null }[]
    >(`/api/missions/${mission}/checkins`);
    expect(others).toEqual([]);
    expect(checkin?.local_day).toBe(dayOf(evening));
    expect(Math.abs(Date.parse(checkin!.performed_at) - evening.getTime())).toBeLessThan(10 * MINUTE_MS);
    expect(checkin?.photo_url).not.toBeNull();
    await openPart(page, 'Today');
    await form.getByRole('button', { name: 'Record Check-in' }).click();
    await expect(done).toBeVisible();
    await openPart(page, 'Check-ins');
    await feed.getByRole('button', { name: 'Today', exact: true }).click();
    for (const day of ['Today', 'Yesterday'])
      await expect(feed.getByRole('region', { name: day }).getByRole('article')).toHaveCount(1);
    const after = await fetchJson<{ today: string; members: { streak_days: number }[] }>(`/api/missions/${mission}`);
    expect(after).toMatchObject({ today: dayOf(later(7.5)), members: [{ streak_days: 2 }] });
  });
});

test("a late check-in from a phone an hour fast counts for Monday, after Tuesday's", async ({ another }) => {
  // After the previous journey, because the server's clock only moves forward.
  const night = new Date(nextEvening().getTime() + DAY_MS);
  const later = (hours: number) => new Date(night.getTime() + hours * HOUR_MS);
  const onPhone = (hours: number) => later(hours + 1);
  await server.setNow(later(-4));
  const phone = await another({ baseURL: server.url });
  await phone.clock.install({ time: onPhone(-4) });
  const { token } = await buildPerson(phone, 'Fay Forward', ZONE);
  const mission = await buildMission(phone, token, 'Write three lines', 0, { start_date: night.toISOString() });
  const headers = { authorization: `Bearer ${token}` };
  const done = (page: typeof phone) => page.getByRole('heading', { name: "You've checked in today!" });
  const record = (page: typeof phone) =>
    page.getByRole('region', { name: 'Daily Check-in' }).getByRole('button', { name: 'Record Check-in' }).click();
  const card = phone.getByRole('region', { name: 'On this device' });

  await test.step('on Monday at 23:40 the phone is offline and shows 00:40 on Tuesday', async () => {
    await signIn(phone, token, `/mission/${mission}`);
    await expect(phone.getByRole('region', { name: 'Daily Check-in' })).toBeVisible();
    await untilInstalled(phone);
    await expectPersisted(phone, `["mission","${mission}"]`);
    await phone.context().setOffline(true);
    await phone.clock.setSystemTime(onPhone(0));
    await phone.reload();
    await expect(phone.getByText(/^Offline\./)).toBeVisible();
    await record(phone);
    await expect(done(phone)).toBeVisible();
    await expect(phone.getByText('Saved on this device at 00:40.')).toBeVisible();
  });

  await test.step('on Tuesday morning the laptop checks in', async () => {
    await server.setNow(later(9));
    const laptop = await another({ baseURL: server.url });
    await laptop.clock.install({ time: later(9) });
    await signIn(laptop, token, `/mission/${mission}`);
    await record(laptop);
    await expect(done(laptop)).toBeVisible();
  });

  await test.step('the phone is back online, and both days count', async () => {
    await server.setNow(later(9.5));
    await phone.clock.setSystemTime(onPhone(9.5));
    await phone.context().setOffline(false);
    await expect(card).toBeHidden();
    const answer = await phone.request.get(`/api/missions/${mission}/checkins`, { headers });
    const checkins = (await answer.json()) as { local_day: string; performed_at: string }[];
    expect(checkins.map(({ local_day }) => local_day).sort()).toEqual([dayOf(night), dayOf(later(9))]);
    const monday = checkins.find(({ local_day }) => local_day === dayOf(night))!;
    expect(Math.abs(Date.parse(monday.performed_at) - night.getTime())).toBeLessThan(10 * MINUTE_MS);
    const page = await phone.request.get(`/api/missions/${mission}`, { headers });
    expect(await page.json()).toMatchObject({
      checked_in_today: true,
      members: [{ streak_days: 2, checkins_count: 2, points: 20 }],
    });
  });
});
