import type { Page } from '@playwright/test';
import { addDays, dayOf } from '#domain/days.ts';
import { buildCheckin, buildInvitationCode, buildMission, buildPerson, choose } from './factories.ts';
import { expect, expectAccessible, expectScreen, openInvite, openPart, signIn, test, toast } from './fixtures.ts';
import { startTimeServer, type TimeServer } from './shifted-server.ts';

const DAY_MS = 86_400_000;
const ZONE = 'Asia/Kuala_Lumpur';
test.use({ timezoneId: ZONE });

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

let server: TimeServer;
test.beforeAll(async () => {
  server = await startTimeServer();
});
test.afterAll(() => server.stop());

const tomorrow = (): string => addDays(dayOf(new Date(), ZONE), 1);
const inWords = (day: string): string =>
  new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  );

const bell = (page: Page) => page.getByRole('button', { name: /^Notifications/ });

test('members continue a finished mission in a next round from the bell', async ({ another }) => {
  const [page, guest] = [await another({ baseURL: server.url }), await another({ baseURL: server.url })];
  // The server starts in the past, so that its today is the browser's when the mission is over.
  await server.setNow(new Date(Date.now() - 4 * DAY_MS));
  const owner = await buildPerson(page, 'Ana Lind', ZONE);
  const ben = await buildPerson(guest, 'Ben Okoro', ZONE);
  const cy = await buildPerson(guest, 'Cy Tan', ZONE);
  const title = 'No phones at dinner';
  const id = await buildMission(page, owner.token, title, server.daysPassed(), { duration_days: 3 });
  const code = await buildInvitationCode(page, owner.token, id);
  for (const { token } of [ben, cy]) await guest.request.post(`/api/join/${code}`, { headers: bearer(token) });
  for (const { token } of [owner, ben]) await buildCheckin(page, token, id);
  await server.setNow(new Date());
  await page.request.put(`/api/missions/${id}/complete`, { headers: bearer(owner.token) });
  let next = '';

  await test.step('the celebration links to it first, with the people of this round', async () => {
    await signIn(page, owner.token, `/mission/${id}/completion`);
    const card = page.getByRole('region', { name: 'Keep the fire going' });
    await expect(card).toContainText(`${title}, round 2. It starts tomorrow, ${inWords(tomorrow())}.`);
    await expect(card).toContainText("We'll invite each of them.");
    await expectScreen(page, 'celebration, with a next round', { scan: true });

    await page.goto('/dashboard');
    await expect(page.getByRole('heading', { level: 1, name: `${title} is sewn, ` })).toBeVisible();
    await expect(page.getByText(/^\d of 3 stitches, with 2 others\.$/)).toBeVisible();
    await expectScreen(page, 'dashboard, after the only mission', { scan: true });
    await page.getByRole('link', { name: `${title}: the celebration` }).click();
    await card.getByRole('link', { name: 'Next round with the same 2' }).click();
  });

  await test.step("the form has this round's values, from tomorrow", async () => {
    await expect(page.getByLabel('Title')).toHaveValue(title);
    await expect(page.getByLabel('Duration (days)')).toHaveValue('3');
    await expect(page.getByText('Fields marked * are required.')).toBeVisible();
    await expect(page.getByRole('region', { name: 'Preview' })).toContainText(`, ${inWords(addDays(tomorrow(), 2))}`);
    await choose(page.getByRole('radio', { name: 'Together', exact: true }));
    await expectScreen(page, 'next round, its form', { scan: true });
    await page.getByRole('button', { name: 'Create Mission' }).click();
    await expect(page).toHaveURL(/\/mission\/[\w-]+\?created=true$/);
    await expect(page.getByRole('dialog', { name: 'Round 2 begins' })).toContainText(/We've invited .*Ben Okoro/);
    next = new URL(page.url()).pathname.split('/').at(-1)!;
  });

  await test.step('its page shows the round number and no ranking', async () => {
    await page.goto(`/mission/${next}`);
    await expect(page.getByText(/^Round 2, starts /)).toBeVisible();
    await openPart(page, 'Check-ins');
    await expect(page.getByRole('region', { name: 'Together' })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Mission Stars' })).toBeHidden();
    await expectScreen(page, 'mission page, together', { scan: true });
    const sheet = await openInvite(page);
    await sheet.getByRole('button', { name: 'Sent, 2 open' }).click();
    await expect(sheet.getByText('Ben Okoro')).toBeVisible();
  });

  await test.step('a member finds it in the bell and joins', async () => {
    await signIn(guest, ben.token, '/dashboard');
    await bell(guest).first().click();
    const row = guest.getByRole('link', { name: new RegExp(`Invited you to the next round of ${title}`) });
    await expect(row).toBeVisible();
    await expectAccessible(guest, 'bell, a next round', { scan: true });
    await row.click();
    await expect(guest).toHaveURL(/\/invitations$/);
    await guest.getByRole('button', { name: `Accept ${title}` }).click();
    await expect(toast(guest, 'Invitation accepted! Welcome to the mission!')).toBeVisible();
    await expect(guest).toHaveURL(/\/dashboard$/);
    await bell(guest).first().click();
    await expect(guest.getByRole('link', { name: /Invited you to the next round/ })).toBeHidden();
  });

  await test.step('the celebration of the finished one links to it', async () => {
    await guest.goto(`/mission/${id}/completion`);
    await guest.getByRole('link', { name: 'Open round 2' }).click();
    await expect(guest).toHaveURL(new RegExp(`/mission/${next}$`));
  });

  await test.step('on day 1 both check in, for one blanket', async () => {
    // Noon in the zone of both.
    await server.setNow(new Date(`${tomorrow()}T04:00:00Z`));
    await buildCheckin(page, owner.token, next);
    await guest.reload();
    await guest.getByRole('button', { name: 'Record Check-in' }).click();
    await expect(guest.getByText("You've checked in today!")).toBeVisible();
    await openPart(guest, 'Team');
    await expect(guest.getByRole('img', { name: '2 of 2 stitches this week' })).toBeVisible();
    await expectScreen(guest, 'mission page, one blanket', { scan: true });
  });
});
