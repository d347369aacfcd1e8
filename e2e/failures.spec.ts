import type { Page } from '@playwright/test';
import {
  buildCheckin,
  buildInvitationCode,
  buildMember,
  buildMission,
  buildPerson,
  choose,
  findInvitationKey,
} from './factories.ts';
import { expect, fromDoneCard, newPerson, openInvite, openPart, signIn, test, toast } from './fixtures.ts';

// A broken proxy returns none of our error messages, so the screens use their own.
test.use({ expected: /status of (413|502)/ });
const BAD_GATEWAY = { status: 502, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' };

const PATHS = {
  dashboard: '**/api/dashboard',
  missions: '**/api/missions',
  mission: /\/api\/missions\/[0-9a-f-]{36}$/,
  invitations: '**/api/invitations',
  answer: /\/api\/invitations\/[0-9a-f-]{36}\/(accept|decline)$/,
  code: '**/generate-invitation-code',
  join: /\/api\/join\/\w+$/,
  checkins: '**/api/checkins',
  checkin: /\/api\/checkins\/[0-9a-f-]{36}$/,
  comments: '**/comments?*',
  comment: '**/comments',
  reactions: '**/reactions',
  calendar: '**/assets/cale-*.js',
} as const;

/** A permanent refusal of pending items after a 502, without a message. */
const TOO_LARGE = { status: 413, json: { code: 'photo_too_large', detail: '' } };

/** Makes the broken proxy respond to one method and path from now on. */
const refuse = (page: Page, path: keyof typeof PATHS, method: string, answer: object = BAD_GATEWAY) =>
  page.route(PATHS[path], (route) => (route.request().method() === method ? route.fulfill(answer) : route.fallback()));

const expectToast = (page: Page, text: string) => expect(toast(page, text)).toBeVisible();

test('a user reads that the dashboard failed to load and a mission failed to be created', async ({ page }) => {
  const { token } = await buildPerson(page, 'Ana Lind');
  await refuse(page, 'dashboard', 'GET');
  await signIn(page, token);
  await expect(page.getByRole('heading', { name: 'Failed to load dashboard' })).toBeVisible();
  await refuse(page, 'missions', 'POST');
  await page.goto('/create-mission');
  await page.getByLabel('Title').fill('Read');
  await page.getByRole('textbox', { name: 'Description' }).click();
  await page.keyboard.type('Any book.');
  await page.getByLabel(/^Success Goal/).fill('Two books');
  await page.getByRole('main').getByRole('button', { name: 'Create Mission' }).click();
  await expectToast(page, 'Failed to create mission');
  await expect(page.getByLabel('Title')).toHaveValue('Read');

  await test.step('a plain date field replaces a calendar that does not load', async () => {
    await refuse(page, 'calendar', 'GET');
    const start = page.getByRole('button', { name: /^Start Date/ });
    const before = await start.getAttribute('aria-label');
    await start.click();
    const nextMonth = new Date(Date.now() + 40 * 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
    await page.getByRole('dialog', { name: 'Start Date' }).getByLabel('Start Date').fill(nextMonth);
    await expect(start).toBeFocused();
    expect(await start.getAttribute('aria-label')).not.toBe(before);
    await expect(page.getByLabel('Title')).toHaveValue('Read');
  });
});

test("an owner's failing actions on a mission are reported and lose nothing", async ({ page }) => {
  const { token } = await buildPerson(page, 'Ana Lind');
  const id = await buildMission(page, token, 'Read 20 pages before bed');
  await signIn(page, token, `/mission/${id}`);
  await openPart(page, 'Check-ins');
  await expect(page.getByRole('heading', { name: 'No check-ins yet' })).toBeVisible();
  await expect(page.getByText('Be the first to check in!')).toBeVisible();
  await refuse(page, 'mission', 'PUT');
  await refuse(page, 'mission', 'DELETE');
  await refuse(page, 'invitations', 'POST');

  await openPart(page, 'Mission');
  await page.getByRole('button', { name: 'Edit' }).click();
  await page.getByRole('dialog').getByLabel('Title').fill('Read a little');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expectToast(page, 'Failed to update mission');
  await expect(page.getByRole('dialog').getByLabel('Title')).toHaveValue('Read a little');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Discard changes' }).click();

  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Delete Mission' }).click();
  await expectToast(page, 'Failed to delete mission');
  await page.keyboard.press('Escape');

  const card = await openInvite(page, 'Invite by email', 'Link and code');
  await card.getByLabel('Email Address').fill('ben@example.com');
  await card.getByRole('button', { name: 'Send Invitation' }).click();
  await expectToast(page, 'Failed to send invitation');
  await expect(card.getByLabel('Email Address')).toHaveValue('ben@example.com');

  await page.route(PATHS.code, (route) => route.fulfill(BAD_GATEWAY), { times: 1 });
  await card.getByRole('button', { name: 'Copy Invitation Text' }).click();
  await expectToast(page, 'Invitation code not available for this mission. Please contact admin.');
  await page.route(PATHS.code, (route) => route.fulfill(BAD_GATEWAY), { times: 1 });
  await card.getByRole('button', { name: 'Generate Invitation Code' }).click();
  await expectToast(page, 'Failed to generate invitation code');
  await card.getByRole('button', { name: 'Generate Invitation Code' }).click();
  await expectToast(page, 'Invitation code generated successfully!');
  const link = card.getByText(/\/join\//);
  await expect(link).toBeFocused();
  const before = await link.innerText();
  await card.getByRole('button', { name: 'Make a new link' }).click();
  const question = page.getByRole('dialog', { name: 'Make a new link?' });
  await question.getByRole('button', { name: 'Make a new link' }).click();
  await expect(question).toHaveCount(0);
  await expect(card.getByRole('button', { name: 'Make a new link' })).toBeFocused();
  await expect(link).not.toHaveText(before);
  expect((await page.request.get(`http://${before.replace('/join/', '/api/join/')}`)).status()).toBe(404);

  await page.evaluate(() => {
    Object.defineProperty(navigator.clipboard, 'writeText', { value: () => Promise.reject(new Error('no')) });
    document.execCommand = () => false;
  });
  await card.getByRole('button', { name: 'Copy Invitation Text' }).click();
  await expectToast(page, 'Failed to copy text. Please try again.');
});

test('a failing response to an invitation is reported wherever it can be given', async ({ page, another }) => {
  const owner = await buildPerson(page, 'Ana Lind');
  const friend = await another();
  const ben = await buildPerson(friend, 'Ben Okoro');
  const mission = await buildMission(page, owner.token, 'Read 20 pages before bed');
  const code = await buildInvitationCode(page, owner.token, mission);
  await page.request.post('/api/invitations', {
    headers: { authorization: `Bearer ${owner.token}` },
    data: { mission_id: mission, invitee_email: ben.person.email },
  });
  const id = await findInvitationKey(friend, ben.token);

  await refuse(friend, 'answer', 'POST');
  await signIn(friend, ben.token);
  await friend.getByRole('button', { name: /^Mission Invitations/ }).click();
  const panel = friend.getByRole('dialog', { name: 'Mission Invitations' });
  await panel.getByRole('button', { name: 'Accept Read 20 pages before bed' }).click();
  await expectToast(friend, 'Failed to accept invitation');
  await panel.getByRole('button', { name: 'Decline Read 20 pages before bed' }).click();
  await expectToast(friend, 'Failed to decline invitation');

  await friend.goto(`/accept-invitation/${id}`);
  await expect(friend.getByRole('heading', { name: 'Invitation Error' })).toBeVisible();
  await expect(friend.getByText('Failed to accept invitation. Please try again.')).toBeVisible();

  await refuse(friend, 'join', 'POST');
  await friend.goto(`/join/${code}`);
  await expect(friend.getByRole('heading', { name: 'Failed to join mission. Please try again.' })).toBeVisible();

  await refuse(friend, 'invitations', 'GET');
  await friend.goto('/invitations');
  await expect(friend.getByRole('main').getByText('Failed to load invitations')).toBeVisible();

  await friend.unrouteAll();
  await friend.getByRole('button', { name: 'Try again' }).click();
  await friend.getByRole('button', { name: 'Accept Read 20 pages before bed' }).click();
  await expectToast(friend, 'Invitation accepted! Welcome to the mission!');
});

test('the profile form follows a registration on a join page that could not save the profile', async ({
  page,
  another,
}) => {
  const { token } = await buildPerson(page, 'Ana Lind');
  const mission = await buildMission(page, token, 'Read 20 pages before bed');
  const code = await buildInvitationCode(page, token, mission);
  const ben = newPerson('Ben Okoro');
  const friend = await another();
  await friend.route('**/api/auth/profile', (route) => route.fulfill(BAD_GATEWAY), { times: 1 });
  await friend.goto(`/join/${code}`);
  await friend.getByLabel('Full Name').fill(ben.name);
  await friend.getByLabel('Email Address').fill(ben.email);
  await friend.getByLabel('Password', { exact: true }).fill(ben.password);
  await friend.getByLabel('Confirm Password').fill(ben.password);
  await friend.getByRole('button', { name: 'Join the mission' }).click();
  await expect(friend.getByText("You're in. One more step.")).toBeVisible();
  await expect(friend.getByRole('heading', { name: 'Complete Your Profile' })).toBeVisible();
  await friend.getByRole('button', { name: 'Save and go to the fire' }).click();
  await expect(friend).toHaveURL(new RegExp(`/mission/${mission}`));
});

test('a failing check-in, comment, reaction or edit is reported and loses nothing', async ({ page, another }) => {
  const { token } = await buildPerson(page, 'Ana Lind');
  const mission = await buildMission(page, token, 'Read 20 pages before bed');
  const bens = await another();
  const code = await buildInvitationCode(page, token, mission);
  const ben = await buildMember(bens, code, 'Ben Okoro');
  const checkin = await buildCheckin(bens, ben.token, mission, 'Page 22 already.');
  const post = page.getByRole('article', { name: /^Ben Okoro,/ });
  await page.request.post(`/api/checkins/${checkin}/comments`, {
    headers: { authorization: `Bearer ${token}` },
    data: { content: 'Well done.' },
  });
  // More reactions than the feed names.
  for (let at = 0; at < 6; at++) {
    const { token: theirs } = await buildMember(bens, code, `Reader ${at}`);
    await page.request.post(`/api/checkins/${checkin}/reactions`, {
      headers: { authorization: `Bearer ${theirs}` },
      data: { reaction_type: 'love' },
    });
  }
  await signIn(page, token, `/mission/${mission}`);

  await openPart(page, 'Team');
  await refuse(page, 'reactions', 'GET');
  const more = (name: string) => page.getByRole('button', { name: `More options for ${name}'s check-in` });
  await more('Ben Okoro').click();
  await page.getByRole('menuitem', { name: '6 reactions' }).click();
  await expectToast(page, 'Failed to load reactions');
  await refuse(page, 'comments', 'GET');
  await post.getByRole('button', { name: '1 comment' }).click();
  await expectToast(page, 'Failed to load comments');
  await page.unroute(PATHS.comments);
  await post.getByRole('button', { name: 'Try again' }).click();
  await expect(post.getByText('Well done.')).toBeVisible();

  await refuse(page, 'comment', 'POST', TOO_LARGE);
  const field = post.getByRole('combobox', { name: 'Comment' });
  await field.fill('Which book?');
  await post.getByRole('button', { name: 'Post' }).click();
  await expectToast(page, 'Failed to add comment');
  await expect(field).toHaveValue('Which book?');

  await openPart(page, 'Today');
  const form = page.getByRole('region', { name: 'Daily Check-in' });
  await page.route(PATHS.checkins, (route) => route.fulfill(TOO_LARGE), { times: 1 });
  await form.getByRole('button', { name: 'Record Check-in' }).click();
  await expectToast(page, 'Failed to record check-in');
  await form.getByRole('button', { name: 'Record Check-in' }).click();
  await expect(page.getByRole('heading', { name: "You've checked in today!" })).toBeFocused();

  await refuse(page, 'checkin', 'PUT');
  await fromDoneCard(page, 'Edit');
  const editing = page.getByRole('form', { name: 'Edit check-in' });
  await choose(editing.getByRole('radio', { name: 'Check In with Text' }));
  await editing.getByLabel(/^Your Update/).fill('Chapter three.');
  await editing.getByRole('button', { name: 'Save Changes' }).click();
  await expectToast(page, 'Failed to update check-in');
  await expect(editing.getByLabel(/^Your Update/)).toHaveValue('Chapter three.');
});
