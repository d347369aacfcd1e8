import type { Page } from '@playwright/test';
import { addDays, dayOf, type LocalDay, weekdayOf } from '#domain/days.ts';
import { buildCheckin, buildPerson } from './factories.ts';
import { expect, PHONE, signIn, test, toast } from './fixtures.ts';
import { startTimeServer, type TimeServer } from './shifted-server.ts';

const ZONE = 'Asia/Kuala_Lumpur';
test.use({ timezoneId: ZONE });

const THURSDAY = 3;
const TITLE = 'No phones at dinner';

let server: TimeServer;
test.beforeAll(async () => {
  server = await startTimeServer();
});
test.afterAll(() => server.stop());

/** Kuala Lumpur has no daylight saving time. */
const noonOf = (day: LocalDay) => new Date(`${day}T04:00:00Z`);

/** Returns a future Thursday: three days later it is Sunday, and the next round starts the day after. */
function nextThursday(): LocalDay {
  const today = dayOf(new Date(), ZONE);
  return addDays(today, 7 - ((weekdayOf(today) - THURSDAY + 7) % 7));
}

async function moveTo(day: LocalDay, pages: readonly Page[]): Promise<void> {
  await server.setNow(noonOf(day));
  for (const page of pages) await page.clock.setSystemTime(noonOf(day));
}

const today = (page: Page) => page.getByRole('region', { name: 'Who is in today' });
const record = (page: Page) => page.getByRole('button', { name: 'Record Check-in' }).click();
const done = (page: Page) => page.getByRole('heading', { name: "You've checked in today!" });

test('an organizer takes friends through a mission and into a second round', async ({ another }) => {
  const thursday = nextThursday();
  await server.setNow(noonOf(thursday));
  const open = async (viewport?: typeof PHONE) => {
    const page = await another({ baseURL: server.url, ...(viewport && { viewport }) });
    await page.clock.install({ time: noonOf(thursday) });
    return page;
  };
  const [page, bens, cys] = [await open(), await open(PHONE), await open(PHONE)];
  const pages = [page, bens, cys];
  const ana = await buildPerson(page, 'Ana Lind', ZONE);
  const ben = await buildPerson(bens, 'Ben Okoro', ZONE);
  const cy = await buildPerson(cys, 'Cy Tan', ZONE);

  await test.step('she creates the mission', async () => {
    await signIn(page, ana.token);
    await page.getByRole('link', { name: 'First Mission' }).click();
    await page.getByLabel('Title').fill(TITLE);
    await page.getByRole('textbox', { name: 'Description' }).click();
    await page.keyboard.type('One basket by the door.');
    await page.getByLabel(/^Success Goal/).fill('Three dinners with each other');
    await page.getByLabel('Duration (days)').fill('3');
    await page.getByRole('button', { name: 'Create Mission' }).click();
    await expect(page).toHaveURL(/\?created=true$/);
  });
  const first = new URL(page.url()).pathname.split('/').at(-1)!;

  const link = await test.step('she invites one by link and one by email', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const asking = page.getByRole('dialog', { name: 'Who is coming with you?' });
    await asking.getByRole('button', { name: 'Copy Invitation Text' }).click();
    await expect(toast(page, 'Invitation text copied to clipboard!')).toBeVisible();
    const text = await page.evaluate(() => navigator.clipboard.readText());
    await asking.getByRole('button', { name: 'Invite by email' }).click();
    await asking.getByLabel('Email Address').fill(ben.person.email);
    await asking.getByRole('button', { name: 'Send Invitation' }).click();
    await expect(toast(page, 'Invitation sent successfully!')).toBeVisible();
    await asking.getByRole('button', { name: 'Start on my own' }).click();
    return /\/join\/[2-9A-Z]{10}/.exec(text)![0];
  });

  await test.step('both join: one from the dashboard, one by the link', async () => {
    await signIn(bens, ben.token);
    await bens.getByRole('button', { name: `Accept ${TITLE}` }).click();
    await expect(bens).toHaveURL(new RegExp(`/mission/${first}$`));
    await signIn(cys, cy.token, link);
    await expect(cys).toHaveURL(new RegExp(`/mission/${first}$`));
    await expect(today(page)).toContainText('0 of 3 are in');
  });

  await test.step('on the first day all check in, and she sees it live', async () => {
    await record(bens);
    await expect(bens.getByText('Your first stitch!')).toBeVisible();
    await expect(today(page).locator('[data-seat=in]')).toHaveCount(1);
    await record(page);
    await expect(done(page)).toBeVisible();
    await record(cys);
    await expect(done(cys)).toBeVisible();
    await expect(page.locator('#checkin')).toContainText('Everyone is in');
    await expect(page.locator('#checkin [data-seat=in]')).toHaveCount(3);
  });

  await test.step('two more days pass', async () => {
    for (const days of [1, 2]) {
      await moveTo(addDays(thursday, days), pages);
      for (const { token } of [ana, ben]) await buildCheckin(page, token, first);
    }
    await buildCheckin(page, cy.token, first, 'The basket is full.');
  });

  await test.step('on Sunday she ends it, and they celebrate', async () => {
    await moveTo(addDays(thursday, 3), pages);
    await page.goto('/dashboard');
    await page.getByRole('button', { name: `Complete the Mission: ${TITLE}` }).click();
    await page.getByRole('button', { name: 'Complete it' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Mission completed!' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Perfect Mission' })).toBeVisible();
  });

  const second = await test.step('she starts the next round with the same two', async () => {
    await page.getByRole('link', { name: 'Next round with the same 2' }).click();
    await expect(page.getByLabel('Title')).toHaveValue(TITLE);
    await expect(page.getByRole('region', { name: 'Preview' })).toContainText(/End date\s*Wednesday, /);
    await page.getByRole('button', { name: 'Create Mission' }).click();
    const begins = page.getByRole('dialog', { name: 'Round 2 begins' });
    await expect(begins).toContainText('Ben Okoro');
    await expect(begins).toContainText('Cy Tan');
    return new URL(page.url()).pathname.split('/').at(-1)!;
  });

  await test.step('one finds it in the bell and joins', async () => {
    await bens.goto('/dashboard');
    await bens
      .getByRole('button', { name: /^(Bell|Notifications)/ })
      .first()
      .click();
    await bens.getByRole('link', { name: new RegExp(`Invited you to the next round of ${TITLE}`) }).click();
    // The dashboard has a button of the same name, which opens the mission.
    await expect(bens.getByRole('heading', { level: 1, name: 'Invitations' })).toBeVisible();
    await bens.getByRole('button', { name: `Accept ${TITLE}` }).click();
    await expect(toast(bens, 'Invitation accepted! Welcome to the mission!')).toBeVisible();
    await expect(bens).toHaveURL(/\/dashboard$/);
  });

  await test.step('on Monday the second round has its first stitch on both screens', async () => {
    await moveTo(addDays(thursday, 4), pages);
    await page.goto(`/mission/${second}`);
    await expect(page.getByText('Round 2, day 1 of 3')).toBeVisible();
    await bens.goto('/dashboard');
    await bens
      .getByRole('link', { name: `Check In: ${TITLE}` })
      .first()
      .click();
    await expect(bens).toHaveURL(`/mission/${second}#checkin`);
    await record(bens);
    await expect(done(bens)).toBeVisible();
    await expect(bens.locator('#checkin')).toContainText('1-day streak');
    await expect(today(page)).toContainText('1 of 2 are in');
    await expect(today(page).locator('[data-seat=in]')).toHaveCount(1);
  });
});
