import type { Page } from '@playwright/test';
import {
  buildCheckin,
  buildInvitationCode,
  buildMission,
  buildPerson,
  findInvitationKey,
  type SignedIn,
} from './factories.ts';
import {
  expect,
  expectAccessible,
  expectScreen,
  findViolations,
  openInvite,
  PHONE,
  signIn,
  test,
  toast,
  WITH_MOTION,
  withoutLive,
} from './fixtures.ts';
import { startTimeServer, type TimeServer } from './shifted-server.ts';

// Expired links return 404, and a broken proxy responds to one call.
test.use({ ...WITH_MOTION, expected: /status of (404|502)/ });

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

// Both journeys share a server whose days only move forward.
test.describe.configure({ mode: 'default' });

let server: TimeServer;
test.beforeAll(async () => {
  server = await startTimeServer();
});
test.afterAll(() => server.stop());

async function buildInvitation(page: Page, token: string, mission_id: string, invitee: SignedIn) {
  const data = { mission_id, invitee_email: invitee.person.email };
  await page.request.post('/api/invitations', { headers: bearer(token), data });
  return findInvitationKey(page, invitee.token);
}

/** The shared page has no theme switch: it follows the system. */
async function expectSharedAccessible(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await findViolations(page), colorScheme).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: 'light' });
}

test('an invitation expires after fourteen days', async ({ another }) => {
  const [page, visitor, friend] = [
    await another({ baseURL: server.url }),
    await another({ baseURL: server.url, viewport: PHONE }),
    await another({ baseURL: server.url }),
  ];
  const owner = await buildPerson(page, 'Ana Lind');
  const ben = await buildPerson(friend, 'Ben Okoro');
  const mission = await buildMission(page, owner.token, 'Read 20 pages before bed', server.daysPassed());
  const link = `/accept-invitation/${await buildInvitation(page, owner.token, mission, ben)}`;

  await test.step('on the thirteenth day it is open', async () => {
    await server.passDays(13);
    await visitor.goto(link);
    await expect(visitor.getByRole('heading', { level: 1, name: 'Read 20 pages before bed' })).toBeVisible();
    // A live page might hear of the expiry, but this one must find out when it responds.
    await withoutLive(friend);
    await signIn(friend, ben.token, '/invitations');
    await expect(friend.getByText('Read 20 pages before bed')).toBeVisible();
  });

  await test.step('later nobody can accept or decline it, with or without an account', async () => {
    await server.passDays(1);
    await friend.getByRole('button', { name: 'Accept Read 20 pages before bed' }).click();
    await expect(friend.getByText('Invitation not found or has expired')).toBeVisible();
    await expect(friend.getByRole('heading', { name: 'No pending invitations' })).toBeVisible();
    for (const person of [visitor, friend]) {
      await person.goto(link);
      await expect(person.getByRole('heading', { name: 'Invitation Error' })).toBeVisible();
      await expect(person.getByText('Invitation not found or has expired')).toBeVisible();
      await expectAccessible(person, 'invitation, no longer open');
    }
    await expect(friend.getByRole('link', { name: 'Back to Dashboard' })).toBeVisible();
    await visitor.getByRole('link', { name: 'Go to Login' }).click();
    await expect(visitor).toHaveURL(/\/login/);
  });

  await test.step('the owner no longer sees it as pending', async () => {
    await signIn(page, owner.token, `/mission/${mission}`);
    await expect(await openInvite(page)).toBeVisible();
    await expect(page.getByRole('button', { name: /^Sent/ })).toBeHidden();
    await expect(page.getByText(ben.person.email)).toBeHidden();
  });
});

test('a mission ends for a member, and anyone can see its shared page', async ({ another }) => {
  const page = await another({ baseURL: server.url });
  const guest = await another({ baseURL: server.url, viewport: PHONE });
  const owner = await buildPerson(page, 'Ana Lind');
  const ben = await buildPerson(guest, 'Ben Okoro');
  const id = await buildMission(page, owner.token, 'Swim on Sundays', server.daysPassed(), {
    duration_days: 1,
    description: '<p>In the lake, whatever the weather.</p>',
    reward_description: 'Cake for everybody',
  });
  const code = await buildInvitationCode(page, owner.token, id);
  await guest.request.post(`/api/join/${code}`, { headers: bearer(ben.token) });
  await buildCheckin(guest, ben.token, id, 'Cold, and good.');
  await server.passDays(2);

  await test.step('its card still shows everything', async () => {
    await signIn(page, owner.token, '/dashboard');
    await page.getByRole('button', { name: 'More about Swim on Sundays' }).click();
    const card = page.getByRole('listitem').filter({ hasText: 'Last day reached' });
    for (const text of [
      'Owner',
      'In the lake, whatever the weather.',
      '0 of 1 day',
      '0 days left',
      'Cake for everybody',
    ])
      await expect(card.getByText(text)).toBeVisible();
    await expectScreen(page, 'dashboard, a mission that ended', { scan: true });
  });

  await test.step('the owner completes it on the second attempt', async () => {
    await page.route('**/complete', (route) => route.fulfill({ status: 502, body: 'Bad Gateway' }), { times: 1 });
    await page.getByRole('button', { name: 'Complete the Mission: Swim on Sundays' }).click();
    await page.getByRole('button', { name: 'Complete it' }).click();
    await expect(page.getByText('Failed to complete mission')).toBeVisible();
    await page.getByRole('button', { name: 'Complete it' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Mission completed!' })).toBeVisible();
  });

  await test.step('the member finds it on the dashboard and celebrates', async () => {
    await signIn(guest, ben.token, '/dashboard');
    await guest.getByRole('link', { name: /: the celebration$/ }).click();
    await expect(guest.getByRole('heading', { level: 1, name: 'Mission completed!' })).toBeVisible();
    await expect(guest.locator('[data-confetti] > *')).toHaveCount(50);
    await expect(guest.getByRole('heading', { name: 'Perfect Mission' })).toBeVisible();
    await expect(guest.getByText('100.00%')).toBeVisible();
    await expect(guest.locator('[data-confetti]')).toHaveCount(0);
  });

  const shared = await test.step('the picture can be saved, and the text links to its page', async () => {
    const picture = guest.getByAltText('The patch of Swim on Sundays with your figures');
    await picture.scrollIntoViewIfNeeded();
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1200);
    const download = guest.waitForEvent('download');
    await guest.getByRole('link', { name: 'Download picture' }).click();
    expect((await download).suggestedFilename()).toBe('emberkin-mission.png');
    await guest.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await guest.getByRole('button', { name: 'Copy achievement text' }).click();
    await expect(toast(guest, 'Achievement copied to clipboard!')).toBeVisible();
    const text = await guest.evaluate(() => navigator.clipboard.readText());
    return /https?:\/\/\S+\/share\/[\w-]{64}/.exec(text)![0];
  });

  await test.step('anyone sees title and numbers, but no names', async () => {
    const stranger = await another({ baseURL: server.url, viewport: PHONE });
    await stranger.goto(shared);
    await expect(stranger.getByRole('heading', { level: 1, name: 'Swim on Sundays' })).toBeVisible();
    await expect(stranger.getByText('Mission completed: 15 points, 1 check-in')).toBeVisible();
    const picture = stranger.getByRole('main').locator('img');
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1200);
    // The random letters of the address can spell a name.
    const content = (await stranger.content()).replaceAll(/\/share\/[\w-]+/g, '');
    for (const secret of ['Ben', 'Ana', code]) expect(content).not.toContain(secret);
    await expectSharedAccessible(stranger);
    await stranger.getByRole('link', { name: 'Start a mission of your own' }).click();
    await expect(stranger).toHaveURL(/\/login/);
  });

  await test.step('deleting the mission removes the page', async () => {
    await page.goto(`/mission/${id}?part=mission`);
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Delete Mission' }).click();
    await expect(page.getByText('Mission deleted')).toBeVisible();
    expect((await page.goto(shared))!.status()).toBe(404);
    await expect(page.getByRole('heading', { name: 'This fire has gone out' })).toBeVisible();
    await expectSharedAccessible(page);
  });
});
