import type { Page } from '@playwright/test';
import { addDays, dayOf, type LocalDay, weekdayOf } from '#domain/days.ts';
import { buildCheckin, buildInvitationCode, buildMission, buildPerson } from './factories.ts';
import { expect, expectNoOverflow, openPart, PHONE, signIn, test } from './fixtures.ts';
import { listMails } from './mail.ts';
import { startTimeServer, type TimeServer } from './shifted-server.ts';

const ZONE = 'Asia/Kuala_Lumpur';
test.use({ timezoneId: ZONE });

const WEDNESDAY = 2;
const TITLE = 'Read 20 pages before bed';
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

/** Words that nobody should read about days away. */
const GUILT = /miss(ed|ing)|lost|lose|fail|broke|guilt|should have|give up|shame|\b(12|13) days/i;

let server: TimeServer;
test.beforeAll(async () => {
  server = await startTimeServer();
});
test.afterAll(() => server.stop());

/** Kuala Lumpur has no daylight saving time. */
const at = (day: LocalDay, hour: number) => new Date(Date.parse(`${day}T00:00:00Z`) + (hour - 8) * 3_600_000);

/** Reminder days depend on weekdays, so the test starts on a Wednesday. */
function nextWednesday(): LocalDay {
  const today = dayOf(new Date(), ZONE);
  return addDays(today, 7 - ((weekdayOf(today) - WEDNESDAY + 7) % 7));
}

const listReminders = async (address: string) =>
  (await listMails(address, server.dir)).filter(({ subject }) => subject?.includes(TITLE));

const readText = async (page: Page) => (await page.locator('body').innerText()).replaceAll(/\s+/g, ' ');

test('a member who is away for twelve days gets fewer reminders and is welcome back', async ({ another }) => {
  const first = nextWednesday();
  // The last check-in before the silence, also on a Wednesday.
  const last = addDays(first, 7);
  const away = (days: number) => addDays(last, days);
  await server.setNow(at(first, 12));
  const open = async () => {
    const page = await another({ baseURL: server.url, viewport: PHONE });
    await page.clock.install({ time: at(away(13), 12) });
    return page;
  };
  const page = await open();
  const ana = await buildPerson(page, 'Ana Lind', ZONE);
  const ben = await buildPerson(page, 'Ben Okoro', ZONE);
  const cy = await buildPerson(page, 'Cy Tan', ZONE);
  const fields = { board: 'together', start_date: at(first, 0).toISOString() };
  const id = await buildMission(page, ben.token, TITLE, 0, fields);
  const code = await buildInvitationCode(page, ben.token, id);
  for (const { token } of [ana, cy]) await page.request.post(`/api/join/${code}`, { headers: bearer(token) });
  for (const { token } of [ana, ben]) {
    const data = { hour: 20, channel: 'email', is_on: true, cue: 'After dinner' };
    const saved = await page.request.put(`/api/missions/${id}/reminder`, { headers: bearer(token), data });
    expect(saved.ok()).toBe(true);
  }
  const checkIn = async (people: readonly { token: string }[]) => {
    for (const { token } of people) await buildCheckin(page, token, id);
  };

  await test.step('all three check in on eight days', async () => {
    for (let day = first; day <= last; day = addDays(day, 1)) {
      await server.setNow(at(day, 12));
      await checkIn([ana, ben, cy]);
    }
  });

  const daysOfHers = async () => (await listReminders(ana.person.email)).map(({ day }) => day);
  const countHis = async () => (await listReminders(ben.person.email)).length;

  await test.step('reminders come on three days, then on Mondays', async () => {
    // From Thursday, the fifth and the twelfth day are Mondays.
    const expected = [1, 2, 3, 5, 12];
    let evenings = 0;
    for (let days = 1; days <= 12; days += 1) {
      // Skip similar days: the friends check in at noon, and no evening comes.
      if (days > 6 && days < 11) await server.setNow(at(away(days), 12));
      else {
        await server.setNow(at(away(days), 20));
        evenings += 1;
        // His own reminder is claimed with hers, so it proves that the job looked for the evening's reminders.
        await expect.poll(countHis).toBe(evenings);
        await expect.poll(daysOfHers).toEqual(expected.filter((day) => day <= days).map(away));
      }
      await checkIn([ben, cy]);
    }
    for (const { subject, text } of await listReminders(ana.person.email)) {
      const words = `${subject}\n${text}`;
      expect(words).toContain(`After dinner: ${TITLE}`);
      expect(words).not.toMatch(GUILT);
    }
  });

  await server.setNow(at(away(13), 12));
  await checkIn([ben, cy]);
  const [bens, cys] = [await open(), await open()];

  await test.step('only the owner reads about the silence and can say hello', async () => {
    await signIn(bens, ben.token, `/mission/${id}`);
    await expect(bens.getByText('Ana Lind has been quiet for 13 days.')).toBeVisible();
    await expect(bens.getByRole('button', { name: 'Say hello to Ana Lind' })).toBeVisible();
    await signIn(cys, cy.token, `/mission/${id}`);
    await expect(cys.getByRole('button', { name: /Who is in today/ })).toBeVisible();
    await expect(cys.getByText(/has been quiet/)).toHaveCount(0);
    await openPart(cys, 'Team');
    await expect(cys.getByRole('region', { name: 'Together' })).toContainText('14 stitches so far this week');
  });

  await test.step('the dashboard welcomes her', async () => {
    await signIn(page, ana.token);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Good to see you, Ana Lind');
    await expect(page.getByText('Start your streak today').first()).toBeVisible();
    expect(await readText(page)).not.toMatch(GUILT);
  });

  await test.step('the first check-in is a comeback', async () => {
    await page
      .getByRole('link', { name: `Check In: ${TITLE}` })
      .first()
      .click();
    await page.getByRole('button', { name: 'Record Check-in' }).click();
    const card = page.locator('#checkin');
    await expect(card).toContainText("You're back. That was the hardest stitch.");
    await expect(card).toContainText('Your 9th stitch.');
    await expect(card).toContainText('Your record of 8 days stands.');
    expect(await readText(page)).not.toMatch(GUILT);
    await expectNoOverflow(page);
  });

  await test.step("other members see its mark, and everyone's week in one blanket without ranks", async () => {
    await expect(bens.getByText(/has been quiet/)).toHaveCount(0);
    await openPart(bens, 'Team');
    for (const screen of [bens, cys]) {
      const row = screen.locator('article', { hasText: 'Ana Lind' }).first();
      await expect(row).toContainText('Back by the fire');
      const week = screen.getByRole('region', { name: 'Together' });
      await expect(week).toContainText('15 of 21 stitches this week');
      await expect(week).not.toContainText(/point|%|rank/i);
      await expect(screen.getByRole('region', { name: 'Mission Stars' })).toHaveCount(0);
    }
  });

  await test.step('reminders resume the next day', async () => {
    await server.setNow(at(away(14), 20));
    await expect.poll(daysOfHers).toEqual([1, 2, 3, 5, 12, 14].map(away));
  });
});
