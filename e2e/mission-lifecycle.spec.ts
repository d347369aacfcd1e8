import type { Page } from '@playwright/test';
import { buildCheckin, buildInvitationCode, buildMission, buildPerson } from './factories.ts';
import {
  expect,
  expectAccessible,
  expectScreen,
  openPart,
  PHONE,
  signIn,
  test,
  toast,
  WITH_MOTION,
} from './fixtures.ts';
import { startTimeServer, type TimeServer } from './shifted-server.ts';

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

// Accessibility checks of a dozen screens take time.
test.slow();
// Deleted or left missions return 404, also to a poll in flight. A cached page can send one more request as the former
// owner.
test.use({ ...WITH_MOTION, expected: /404|403 \(Forbidden\).*\/invitations/ });

const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });

test('an owner edits a mission and deletes it', async ({ page }) => {
  const { token } = await buildPerson(page, 'Ana Lind');
  const description = '<p>Any book<br />at all.</p>';
  const id = await buildMission(page, token, 'Read 20 pages before bed', 0, { description });
  await signIn(page, token, `/mission/${id}`);

  await test.step('a wrong edit is refused at its field, and closing with changes asks first', async () => {
    await openPart(page, 'Mission');
    await page.getByRole('button', { name: 'Edit' }).click();
    const edit = dialog(page, 'Edit Mission');
    await expect(edit.getByLabel('Title')).toHaveValue('Read 20 pages before bed');
    await expect(edit.getByRole('textbox', { name: 'Description' })).toContainText('Any book');
    await expectScreen(page, 'mission editor', { scan: true });
    await edit.getByRole('button', { name: /^Start Date/ }).press('Enter');
    await expect(dialog(page, 'Start Date').locator('[aria-current=date]')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(dialog(page, 'Start Date')).toBeHidden();
    await expect(edit.getByRole('button', { name: /^Start Date/ })).toBeFocused();
    await edit.getByLabel('Duration (days)').fill('400');
    await edit.getByLabel('Title').fill(' ');
    await edit.getByRole('button', { name: 'Save Changes' }).click();
    await expect(edit.getByText('Please fill in all required fields')).toBeVisible();
    await expect(edit.getByText('Duration must be between 1 and 365 days')).toBeVisible();
    await expect(edit.getByLabel('Title')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(dialog(page, 'Leave without saving?')).toBeVisible();
    await expectAccessible(page, 'mission editor, question before leaving', { scan: true });
    await page.getByRole('button', { name: 'Keep editing' }).click();
    await expect(edit).toBeVisible();
  });

  await test.step('a valid edit shows immediately, and line breaks stay', async () => {
    await page.getByLabel('Title').fill('Read a little');
    await page.getByLabel('Duration (days)').fill('21');
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await expect(toast(page, 'Mission updated successfully!')).toBeVisible();
    await expect(page.getByRole('heading', { level: 1, name: 'Read a little' })).toBeVisible();
    await expect(page.getByText('Day 1 of 21')).toBeVisible();
    const mission = await page.request.get(`/api/missions/${id}`, { headers: bearer(token) });
    expect(((await mission.json()) as { description: string }).description).toMatch(
      /^<p>Any book<br\s*\/?>at all\.<\/p>$/,
    );
  });

  await test.step('deleting says what is lost', async () => {
    await page.setViewportSize(PHONE);
    await page.getByRole('button', { name: 'Delete' }).click();
    await expect(dialog(page, 'Delete this mission?')).toContainText('and every check-in in it, for everyone');
    await expect(dialog(page, 'Delete this mission?')).toContainText(
      'less than a day old, so the points earned in it go too. Streaks stay.',
    );
    await expectScreen(page, 'question before a mission is deleted', { scan: true });
    await page.getByRole('button', { name: 'Keep it' }).click();
    await expect(page.getByRole('dialog')).toBeHidden();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Delete Mission' }).click();
    await expect(page).toHaveURL(/\/dashboard$/);
    await expect(page.getByText('Mission deleted')).toBeVisible();
    await expect(page.getByText('No missions yet')).toBeVisible();
  });
});

test('a mission changes its owner and loses members', async ({ page, another }) => {
  const visitor = await another();
  const third = await another();
  const owner = await buildPerson(page, 'Ana Lind');
  const ben = await buildPerson(visitor, 'Ben Okoro');
  const mei = await buildPerson(third, 'Mei Ling');
  const id = await buildMission(page, owner.token, 'Read 20 pages before bed');
  const code = await buildInvitationCode(page, owner.token, id);
  for (const guest of [ben, mei]) await page.request.post(`/api/join/${code}`, { headers: bearer(guest.token) });
  await signIn(page, owner.token, `/mission/${id}`);

  await test.step('the owner offers it and reads about co-hosts on the plan', async () => {
    await openPart(page, 'Mission');
    await page.getByRole('button', { name: 'Members', exact: true }).click();
    await expect(dialog(page, 'Members')).toContainText('Co-hosts can edit and invite.');
    await page.getByRole('button', { name: 'Manage Ben Okoro' }).click();
    await expect(page.getByRole('button', { name: 'Make co-host' })).toBeDisabled();
    await expectScreen(page, 'members, one of them managed', { scan: true });
    await page.getByRole('button', { name: 'Hand over' }).click();
    await expect(page.getByRole('button', { name: 'Offer the mission' })).toBeVisible();
    await expectAccessible(page, 'members, question before a mission is offered', { scan: true });
    await page.getByRole('button', { name: 'Offer the mission' }).click();
    await expect(toast(page, "You've offered the mission to Ben Okoro")).toBeVisible();
    await expect(dialog(page, 'Members')).toContainText('Nothing changes until they accept.');
    await page.keyboard.press('Escape');
  });

  await test.step('Ben takes it over', async () => {
    await signIn(visitor, ben.token);
    await expect(visitor.getByText('Ana Lind offers you the mission Read 20 pages before bed')).toBeVisible();
    await expectScreen(visitor, 'dashboard, a mission offered', { scan: true });
    await visitor.getByRole('link', { name: /^See the offer/ }).click();
    await expect(visitor.getByRole('heading', { name: 'Ana Lind offers you this mission' })).toBeVisible();
    await expectScreen(visitor, 'mission page, a mission offered', { scan: true });
    await visitor.getByRole('button', { name: 'Take over the mission' }).click();
    await visitor.getByRole('button', { name: 'Take it over' }).click();
    await expect(toast(visitor, 'The mission is yours now')).toBeVisible();
    await openPart(visitor, 'Mission');
    await expect(visitor.getByRole('button', { name: 'Edit' })).toBeVisible();
    await expect(visitor.getByRole('heading', { name: /offers you/ })).toBeHidden();
  });

  await test.step('he removes Mei Ling, whose page disappears', async () => {
    await visitor.getByRole('button', { name: 'Members', exact: true }).click();
    await visitor.getByRole('button', { name: 'Manage Mei Ling' }).click();
    await visitor.getByRole('button', { name: 'Remove', exact: true }).click();
    await expect(visitor.getByText('Only a new email invitation lets Mei Ling come back.')).toBeVisible();
    await visitor.getByRole('button', { name: 'Remove member' }).click();
    await expect(toast(visitor, 'Mei Ling has been removed')).toBeVisible();
    await expect(visitor.getByRole('button', { name: 'Manage Mei Ling' })).toBeHidden();
    await signIn(third, mei.token, `/mission/${id}`);
    await expect(third.getByRole('heading', { name: 'Mission Not Found' })).toBeVisible();
    await third.goto(`/join/${code}`);
    await expect(third.getByText('Invalid invitation link or mission no longer active')).toBeVisible();
  });

  await test.step('Ana, now a member, leaves', async () => {
    await page.reload();
    await expect(page.getByRole('button', { name: 'Leave mission' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Edit' })).toBeHidden();
    await page.getByRole('button', { name: 'Leave mission' }).click();
    await expect(dialog(page, 'Leave this mission?')).toContainText('Your points stay yours');
    await expectScreen(page, 'question before a mission is left', { scan: true });
    await page.getByRole('dialog').getByRole('button', { name: 'Leave mission' }).click();
    await expect(page.getByText('You have left the mission')).toBeVisible();
    await expect(page.getByText('No missions yet')).toBeVisible();
  });
});

test('a template fills the form, and asks before it replaces typed text', async ({ page }) => {
  await signIn(page, (await buildPerson(page, 'Ana Lind')).token, '/create-mission');
  await page.getByRole('button', { name: 'Walk' }).click();
  await expect(page.getByLabel('Title')).toHaveValue('Walk 8,000 steps a day');
  await expect(page.getByRole('textbox', { name: 'Description' })).toContainText('Shoes by the door');
  await expect(page.getByRole('button', { name: 'Walk' })).toHaveAttribute('aria-pressed', 'true');
  await expectScreen(page, 'new mission, filled in', { scan: true });
  await page.getByLabel('Title').fill('Our own walk');
  await page.getByRole('button', { name: 'Water' }).click();
  await expect(dialog(page, 'Keep what you wrote?')).toBeVisible();
  await expectScreen(page, 'new mission, question before text is replaced', { scan: true });
  await page.getByRole('button', { name: 'Fill empty fields' }).click();
  await expect(page.getByLabel('Title')).toHaveValue('Our own walk');
  await expect(page.getByRole('textbox', { name: 'Description' })).toContainText('A full glass');
  await expect(page.getByLabel('Duration (days)')).toHaveValue('14');
  await page.getByRole('button', { name: 'Draw' }).click();
  await page.getByRole('button', { name: 'Replace everything' }).click();
  await expect(page.getByLabel('Title')).toHaveValue('One sketch a day');
  await page.getByRole('button', { name: 'Create Mission' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'One sketch a day' })).toBeVisible();
});

test('a celebration that cannot be loaded returns to the dashboard', async ({ page }) => {
  const { token } = await buildPerson(page, 'Ana Lind');
  await signIn(page, token, '/mission/0190b2c0-0000-7000-8000-000000000000/completion');
  await expect(toast(page, 'Failed to load completion data')).toBeVisible();
  await expect(page).toHaveURL(/\/dashboard$/);
});

test.describe('after the last day', () => {
  let server: TimeServer;
  test.beforeAll(async () => {
    server = await startTimeServer();
  });
  test.afterAll(() => server.stop());

  test('members complete and celebrate an ended mission', async ({ another }) => {
    const page = await another({ baseURL: server.url });
    const guest = await another({ baseURL: server.url, reducedMotion: 'reduce' });
    const owner = await buildPerson(page, 'Ana Lind');
    const ben = await buildPerson(guest, 'Ben Okoro');
    const title = 'No phones at dinner';
    const fields = { duration_days: 2, level_goal: null, streak_goal: null, reward_description: 'Ramen night' };
    const id = await buildMission(page, owner.token, title, 0, fields);
    const code = await buildInvitationCode(page, owner.token, id);
    await guest.request.post(`/api/join/${code}`, { headers: bearer(ben.token) });
    await buildCheckin(page, owner.token, id, 'One basket by the door.');
    await buildCheckin(guest, ben.token, id);
    await server.passDays(1);
    await buildCheckin(page, owner.token, id);

    await test.step('a running mission is in progress', async () => {
      await signIn(page, owner.token, `/mission/${id}/completion`);
      await expect(page.getByRole('heading', { name: 'Mission In Progress' })).toBeVisible();
      await expectScreen(page, 'celebration, mission in progress', { scan: true });
    });

    await server.passDays(1);
    await test.step('its page says that it ended, and who can complete it', async () => {
      await signIn(guest, ben.token, `/mission/${id}`);
      await expect(guest.getByText('You have completed the mission!')).toBeVisible();
      await expect(guest.getByText('Ana Lind opens the celebration by completing it.')).toBeVisible();
      await expect(guest.getByRole('button', { name: 'Complete the Mission' })).toBeHidden();
    });

    await test.step('the owner completes it on the dashboard, after a question', async () => {
      await page.goto('/dashboard');
      await page.getByRole('button', { name: `Complete the Mission: ${title}` }).click();
      await expect(dialog(page, 'Complete the Mission')).toContainText("can't be undone");
      await expectScreen(page, 'question before a mission is completed', { scan: true });
      await page.getByRole('button', { name: 'Complete it' }).click();
      await expect(page.getByRole('heading', { level: 1, name: 'Mission completed!' })).toBeVisible();
      await expect(page.locator('[data-confetti] > *')).toHaveCount(50);
      await expect(page.locator('[data-confetti]')).toHaveCount(0);
    });

    await test.step('the celebration has the numbers, the badges and the reward', async () => {
      const results = page.getByRole('region', { name: 'Mission completed!' });
      for (const figure of ['25', '100.00%', '2'])
        await expect(results.getByText(figure, { exact: true }).first()).toBeVisible();
      for (const badge of ['Perfect Mission', 'Consistent', 'Mission Star', 'Storyteller', 'Finisher'])
        await expect(page.getByRole('heading', { name: badge })).toBeVisible();
      await expectScreen(page, 'celebration', { scan: true });
      await expectAccessible(page, 'celebration, wide', { scan: true, themes: ['light'] });
      await page.getByRole('button', { name: 'Mark as done: your reward' }).click();
      await expect(page.getByRole('button', { name: 'Open again: your reward' })).toBeVisible();
      await page.getByRole('button', { name: 'Open again: your reward' }).click();
      await expect(page.getByRole('button', { name: 'Mark as done: your reward' })).toBeVisible();
    });

    await test.step('a separate window shares and copies it', async () => {
      await page
        .context()
        .route(/twitter\.com/, (route) => route.fulfill({ body: '<title>Share</title>', contentType: 'text/html' }));
      const opened = page.context().waitForEvent('page');
      await page.getByRole('button', { name: 'Twitter' }).click();
      const popup = await opened;
      await popup.waitForURL(/twitter\.com\/intent\/tweet/);
      expect(new URL(popup.url()).searchParams.get('text')).toContain(title);
      await popup.close();
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await page.getByRole('button', { name: 'Copy achievement text' }).click();
      await expect(toast(page, 'Achievement copied to clipboard!')).toBeVisible();
      expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(title);
    });

    await test.step('reduced motion shows no confetti, and a member sees their own numbers', async () => {
      await guest.reload();
      await guest.getByRole('link', { name: 'See the celebration' }).click();
      await expect(guest.getByRole('heading', { level: 1, name: 'Mission completed!' })).toBeVisible();
      await expect(guest.locator('[data-confetti]')).toHaveCount(0);
      await expect(guest.getByText('50.00%')).toBeVisible();
    });

    await test.step('the dashboard shows it with the reward until that is done', async () => {
      await page.getByRole('link', { name: 'Back to Dashboard' }).click();
      await expect(page.getByRole('region', { name: `${title} is sewn, ` })).toBeVisible();
      // It appears only there, because the lists contain earlier missions.
      await expect(page.getByRole('region', { name: /Completed Missions$/ })).toHaveCount(0);
      const open = page.getByRole('region', { name: 'Rewards to give out' });
      await expect(open).toContainText('Ramen night');
      await expectScreen(page, 'dashboard, a reward to hand over', { scan: true });
      await open.getByRole('link').click();
      await page.getByRole('button', { name: 'Mark as done: your reward' }).click();
      await page.getByRole('link', { name: 'Back to Dashboard' }).click();
      await expect(page.getByRole('region', { name: `${title} is sewn, ` })).toBeVisible();
      await expect(open).toBeHidden();
    });

    await test.step('it can start again', async () => {
      await page.getByRole('link', { name: `${title}: the celebration` }).click();
      await page.getByRole('link', { name: 'Run this mission again' }).click();
      await expect(page.getByLabel('Title')).toHaveValue(title);
      await expect(page.getByLabel('Duration (days)')).toHaveValue('2');
      await expect(page.getByLabel(/^Reward\/Punishment/)).toHaveValue('Ramen night');
      await expectScreen(page, 'new mission, filled in');
    });
  });
});
