import type { Page } from '@playwright/test';
import { addDays, dayOf } from '#domain/days.ts';
import { buildCheckin, buildInvitationCode, buildMember, choose, type SignedIn } from './factories.ts';
import { buildAccount, expect, expectScreen, newPerson, openPart, PHONE, signIn, test } from './fixtures.ts';
import { startTimeServer, type TimeServer } from './shifted-server.ts';

const ZONE = 'Asia/Kuala_Lumpur';
test.use({ timezoneId: ZONE });

let server: TimeServer;
test.beforeAll(async () => {
  server = await startTimeServer();
});
test.afterAll(() => server.stop());

const FIRST = dayOf(new Date(), ZONE);
/** Noon of a day in Kuala Lumpur, which has no daylight saving time. */
const noonOf = (number: number) => new Date(`${addDays(FIRST, number)}T04:00:00Z`);

const OTHERS = [
  ['Ben Okoro', 'Five km'],
  ['Cy Tan', 'Lights out at ten'],
  ['Dan Weber', 'No sugar'],
  ['Eva Novak', 'Write one letter'],
  ['Farid Aziz', null],
] as const;

const field = (page: Page) => page.getByLabel('What will you keep?');
const recordButton = (page: Page) => page.getByRole('button', { name: 'Record Check-in' });

test('six people with six habits keep them together for three days', async ({ another }) => {
  test.setTimeout(180_000);
  await server.setNow(noonOf(0));
  const open = async (number: number) => {
    const page = await another({ baseURL: server.url, viewport: PHONE });
    await page.clock.install({ time: noonOf(number) });
    return page;
  };
  const page = await open(0);
  const ana = { person: newPerson('Ana Lind'), token: '' };
  ana.token = await buildAccount(page, ana.person, ZONE);

  await test.step('the creator chooses a habit for each, and says theirs', async () => {
    await signIn(page, ana.token, '/create-mission');
    await choose(page.getByRole('radio', { name: 'Each their own' }));
    await expect(page.getByText('A name for the group, like “Our October”')).toBeVisible();
    await expect(page.getByText('How progress is shown')).toHaveCount(0);
    await page.getByLabel('Title').fill('Our October');
    await field(page).fill('Ten pages');
    await page.getByRole('textbox', { name: 'Description' }).fill('One group, a habit each.');
    await page.getByLabel('Goal', { exact: false }).first().fill('All of us to the last day');
    await expectScreen(page, 'new mission, each their own', { scan: true });
    await page.getByRole('button', { name: 'Create Mission' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Our October' })).toBeVisible();
  });
  const id = /mission\/([0-9a-f-]{36})/.exec(page.url())![1]!;
  const code = await buildInvitationCode(page, ana.token, id);
  const others: (SignedIn & { line: string | null })[] = [];
  for (const [name, line] of OTHERS) others.push({ ...(await buildMember(page, code, name, ZONE)), line });
  const [ben, ...rest] = others;

  await test.step('a member says theirs on the check-in card by keyboard, and has not checked in', async () => {
    const screen = await open(0);
    await signIn(screen, ben!.token, `/mission/${id}`);
    await expect(field(screen)).toBeVisible();
    await expectScreen(screen, 'today, own habit not said yet', { scan: true });
    await field(screen).focus();
    await screen.keyboard.type('Five km');
    await screen.keyboard.press('Enter');
    await expect(screen.getByText('Five km', { exact: true })).toBeVisible();
    await expect(field(screen)).toHaveCount(0);
    await expect(recordButton(screen)).toBeVisible();
    await expectScreen(screen, 'today, own habit', { scan: true });
  });
  for (const { token, line } of rest) {
    if (line === null) continue;
    const headers = { authorization: `Bearer ${token}` };
    const saved = await page.request.put(`/api/missions/${id}/own-habit`, { headers, data: { own_habit: line } });
    expect(saved.ok()).toBe(true);
  }

  for (const number of [0, 1]) {
    await server.setNow(noonOf(number));
    for (const { token } of [ana, ...others]) await buildCheckin(page, token, id, token === ben!.token ? 'Hills' : '');
  }
  await server.setNow(noonOf(2));
  for (const { token } of others) await buildCheckin(page, token, id, token === ben!.token ? 'Flat' : '');
  const third = await open(2);

  await test.step("rows that ask for a check-in name the user's habit", async () => {
    await signIn(third, ana.token);
    const main = third.getByRole('main');
    await expect(main.getByRole('link', { name: 'Ten pages', exact: true })).toBeVisible();
    await expect(main.getByText('Our October', { exact: true }).first()).toBeVisible();
    await expectScreen(third, 'dashboard, own habit', { scan: true });
    await third.goto('/check-in');
    await expect(third.getByRole('button', { name: 'Check In: Ten pages' })).toBeVisible();
    await expectScreen(third, 'quick list, own habit', { scan: true });
  });

  await test.step('the list of who is in shows every line', async () => {
    await third.goto(`/mission/${id}`);
    await third.getByRole('region', { name: 'Who is in today' }).getByRole('button').first().click();
    const who = third.getByRole('dialog', { name: 'Who is in today' });
    for (const { line } of others) await expect(who.getByText(line ?? 'still choosing', { exact: true })).toBeVisible();
    await expect(who.getByText('Ten pages', { exact: true })).toBeVisible();
    await expectScreen(third, 'who is in, own habits', { scan: true });
    await third.keyboard.press('Escape');
  });

  await test.step('the feed has the line with a text and behind the name of a tick', async () => {
    await recordButton(third).click();
    await expect(third.getByRole('heading', { name: /Checked in/i }).first()).toBeVisible();
    await openPart(third, 'Team');
    await expect(third.getByText('Flat', { exact: true })).toBeVisible();
    await expect(third.getByRole('article').filter({ hasText: 'Flat' })).toContainText('Five km · ');
    await expectScreen(third, 'feed, own habits', { scan: true });
  });

  await test.step('the menu changes the line, and an empty field clears it', async () => {
    await openPart(third, 'Today');
    const change = async (line: string) => {
      await third.getByRole('button', { name: 'Mission menu' }).click();
      await third.getByRole('menuitem', { name: 'What I keep' }).click();
      const dialog = third.getByRole('dialog', { name: 'What I keep' });
      await field(third).fill(line);
      return dialog;
    };
    const dialog = await change('Twelve pages');
    await expectScreen(third, 'dialog of an own habit', { scan: true });
    await dialog.getByRole('button', { name: 'Keep' }).click();
    await expect(dialog).toBeHidden();
    const line = async () => {
      const answer = await page.request.get(`/api/missions/${id}`, {
        headers: { authorization: `Bearer ${ana.token}` },
      });
      const { members } = (await answer.json()) as { members: { name: string; own_habit: string | null }[] };
      return members.find(({ name }) => name === 'Ana Lind')!.own_habit;
    };
    expect(await line()).toBe('Twelve pages');
    await (await change('')).getByRole('button', { name: 'Keep' }).click();
    await expect.poll(line).toBeNull();
  });

  await test.step('the page of a link says that habits differ, and names none', async () => {
    const visitor = await open(2);
    await visitor.goto(`/join/${code}`);
    await expect(visitor.getByText('Everyone keeps a habit of their own.')).toBeVisible();
    for (const { line } of others) if (line) await expect(visitor.getByText(line)).toHaveCount(0);
    await expectScreen(visitor, 'invitation link, own habits', { scan: true });
  });
});
