import type { Locator, Page } from '@playwright/test';
import app from '../src/messages/en/app.json' with { type: 'json' };
import {
  buildCheckin,
  buildInvitationCode,
  buildMember,
  buildMission,
  buildPerson,
  buildPicture,
} from './factories.ts';
import { expect, expectNoOverflow, expectScreen, PHONE, signIn, test } from './fixtures.ts';

const sizeOf = (page: Page) =>
  page.evaluate(() => ({
    height: document.documentElement.scrollHeight,
    controls: [...document.querySelectorAll('a, button, input, textarea, select, summary')].filter((element) =>
      element.checkVisibility(),
    ).length,
  }));

/** A first view that a team's member can take in at a glance, at 390 px; a solo member has less to read. */
const TEAM = { height: 1300, controls: 24 };
const ALONE = { height: 900, controls: 24 };

async function expectSmall(page: Page, path: string, limit: typeof TEAM) {
  await page.goto(path);
  await expect(page.locator('#checkin')).toBeVisible();
  await expect(page.locator('[data-scene="fire"]')).toBeVisible();
  await expectNoOverflow(page);
  const size = await sizeOf(page);
  test
    .info()
    .annotations.push({ type: path.slice(0, 60), description: `${size.height} px, ${size.controls} controls` });
  expect(size.height, 'the height in px').toBeLessThanOrEqual(limit.height);
  expect(size.controls, 'controls').toBeLessThanOrEqual(limit.controls);
  return size;
}

test("a mission's first view is short on a phone, with twelve members as with five", async ({ page, another }) => {
  await page.setViewportSize(PHONE);
  const owner = await buildPerson(page, 'Ana Lind');
  const alone = await buildMission(page, owner.token, 'Ten minutes of guitar');
  const five = await buildMission(page, owner.token, 'Read 20 pages before bed');
  const twelve = await buildMission(page, owner.token, 'Walk 8,000 steps');
  const weekly = await buildMission(page, owner.token, 'Run club', 0, {
    schedule: { kind: 'weekly', times: 3 },
    duration_days: 28,
  });
  const other = await another();
  const join = async (mission: string, count: number) => {
    const code = await buildInvitationCode(page, owner.token, mission);
    const people = [];
    for (let at = 0; at < count; at++) people.push(await buildMember(other, code, `Friend ${at}`));
    return people;
  };
  const [first] = await join(five, 3);
  await join(twelve, 11);
  await join(weekly, 11);
  await buildCheckin(other, first!.token, five, 'Chapter nine, and I finally see why everyone loves the aunt.');

  await signIn(page, owner.token);
  const of5 = await expectSmall(page, `/mission/${five}`, TEAM);
  const of12 = await expectSmall(page, `/mission/${twelve}`, TEAM);
  // Only the page of five has a friend's text.
  expect(of12.controls).toBeLessThanOrEqual(of5.controls + 1);
  await expectSmall(page, `/mission/${weekly}`, TEAM);
  await expectSmall(page, `/mission/${alone}`, ALONE);
  for (const mission of [five, twelve]) await buildCheckin(page, owner.token, mission);
  await expectSmall(page, `/mission/${five}`, TEAM);
  await expectSmall(page, `/mission/${twelve}`, TEAM);

  const friends = await another({ viewport: PHONE });
  const newcomer = await buildPerson(friends, 'Nora Haddad');
  const code = await buildInvitationCode(page, owner.token, five);
  await friends.request.post(`/api/join/${code}`, { headers: { authorization: `Bearer ${newcomer.token}` } });
  await signIn(friends, newcomer.token);
  await expectSmall(friends, `/mission/${five}`, TEAM);
});

test('every fixed text of a mission is in one of its parts', async ({ page }) => {
  const { token } = await buildPerson(page, 'Ana Lind');
  const mission = await buildMission(page, token, 'Read 20 pages');
  await signIn(page, token, `/mission/${mission}`);
  for (const text of [
    'Daily Check-in',
    'Check In Only',
    'Check In with Text',
    'Check In with Photo',
    'Record Check-in',
  ])
    await expect(page.getByText(text, { exact: true })).toBeVisible();
  const parts = page.getByRole('navigation', { name: 'Mission' });
  await parts.getByRole('link', { name: 'Check-ins' }).click();
  for (const text of ['Recent Check-ins', 'No check-ins yet', 'Be the first to check in!', 'Mission Stars'])
    await expect(page.getByText(text, { exact: true })).toBeVisible();
  await parts.getByRole('link', { name: 'Mission', exact: true }).click();
  for (const text of ['Days Left', 'Members', 'Started', 'Status', 'Active', 'Success Goal', 'Reward/Punishment'])
    await expect(page.getByText(text, { exact: true }).first()).toBeVisible();
  for (const name of ['Edit', 'Delete']) await expect(page.getByRole('button', { name })).toBeVisible();
  await page.getByRole('link', { name: 'Invite Friends' }).click();
  await expect(page.getByRole('button', { name: 'Copy Invitation Text' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Back to Dashboard' })).toHaveCount(1);
});

/** Fakes completed missions in the dashboard's response; real ones would take as many missions' days. */
async function withCompleted(page: Page, total: number) {
  const completed = (at: number) => ({
    id: crypto.randomUUID(),
    title: `Completed ${at}`,
    patch: null,
    points_earned: 235,
    duration_days: 21,
    completed_at: '2026-01-01T00:00:00Z',
    member_count: 3,
    members: [],
    checkins_count: 20,
    counted_checkins: 20,
    planned_days: 21,
    completion_percentage: 95.2381,
    can_start_next: false,
    description: '<p>Ten new words a day.</p>',
    completion_stats: {},
  });
  const missions = Array.from({ length: total }, (_, at) => completed(at + 1));
  await page.route('**/api/dashboard', async (route) => {
    const { 'if-none-match': _, ...headers } = await route.request().allHeaders();
    const response = await route.fetch({ headers });
    const json = {
      ...((await response.json()) as object),
      completed_missions: missions.slice(0, 3),
      completed_missions_history: missions,
      completed_missions_count: total,
    };
    await route.fulfill({ response, json });
  });
}

async function invite(page: Page, invitee_email: string) {
  const { token } = await buildPerson(page, 'Jun Park');
  const mission_id = await buildMission(page, token, 'Run by the river');
  const headers = { authorization: `Bearer ${token}` };
  const sent = await page.request.post('/api/invitations', { headers, data: { mission_id, invitee_email } });
  expect(sent.status()).toBe(201);
}

test('four missions fit a wide screen without scrolling, and the first check-in a phone', async ({ page }) => {
  const { person, token } = await buildPerson(page, 'Ana Lind');
  for (const title of ['Read', 'Walk', 'Sketch', 'Stretch']) await buildMission(page, token, title);
  await invite(page, person.email);
  await withCompleted(page, 2);
  await page.setViewportSize({ width: 1280, height: 800 });
  await signIn(page, token);
  const main = page.getByRole('main');
  const figures = ['Level', 'Points', '4 (1 left)'].map((text) => main.getByText(text, { exact: true }));
  const upgrade = main.getByRole('link', { name: 'Upgrade' });
  await expect(page.getByRole('link', { name: /^Check In: / })).toHaveCount(4);
  for (const part of [
    ...(await page.getByRole('link', { name: /^Check In: / }).all()),
    main.getByRole('region', { name: 'Mission Invitations' }),
    main.getByRole('region', { name: 'Recently Completed Missions' }),
    ...figures,
    upgrade,
  ])
    await expect(part).toBeInViewport({ ratio: 1 });
  await page.setViewportSize(PHONE);
  await expect(page.getByRole('link', { name: /^Check In: / }).first()).toBeInViewport({ ratio: 1 });
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await expectNoOverflow(page);
    const { y, height } = (await upgrade.boundingBox())!;
    for (const figure of figures) {
      const box = (await figure.boundingBox())!;
      expect(box.y, 'in one line with the way to a larger plan').toBeGreaterThanOrEqual(y);
      expect(box.y + box.height).toBeLessThanOrEqual(y + height);
    }
  }
});

const ALL_DONE = { height: 1500, controls: 30 };

test('a dashboard with everything done is short, and the arrow keys move its strip', async ({ page, another }) => {
  await page.setViewportSize(PHONE);
  const { person, token } = await buildPerson(page, 'Ana Lind');
  const missions: string[] = [];
  for (const title of ['Read 20 pages before bed', 'Walk 8,000 steps', 'One sketch a day', 'A month without sugar'])
    missions.push(await buildMission(page, token, title));
  const friends = await another();
  const code = await buildInvitationCode(page, token, missions[0]!);
  for (const name of ['Ben Okoro', 'Lena Vogt']) {
    const friend = await buildMember(friends, code, name);
    const headers = { authorization: `Bearer ${friend.token}` };
    const photo = { name: 'photo.png', mimeType: 'image/png', buffer: await buildPicture() };
    const multipart = { mission_id: missions[0]!, type: 'photo', content: 'Hands. Who came up with hands?', photo };
    expect((await friends.request.post('/api/checkins', { headers, multipart })).status()).toBe(201);
  }
  for (const name of ['Kim Park', 'Olu Ade']) await buildMember(friends, code, name);
  await invite(page, person.email);
  await withCompleted(page, 2);
  for (const mission of missions) await buildCheckin(page, token, mission);
  await signIn(page, token);
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { level: 1 })).toHaveText('Done for today, Ana Lind');
  await expect(main.getByRole('button', { name: /3 of 5 are in/ })).toBeVisible();
  const posts = main.getByRole('region', { name: 'Around your fires today' });
  await expect(posts.getByRole('img', { name: 'By Ben Okoro' })).toBeVisible();
  await expectNoOverflow(page);
  const size = await sizeOf(page);
  test.info().annotations.push({ type: 'all done', description: `${size.height} px, ${size.controls} controls` });
  expect(size.height, 'the height in px').toBeLessThanOrEqual(ALL_DONE.height);
  expect(size.controls, 'controls').toBeLessThanOrEqual(ALL_DONE.controls);

  await test.step('the arrow keys move the strip', async () => {
    const strip = posts.getByRole('list').first();
    await strip.focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => strip.evaluate((list) => list.scrollLeft)).toBeGreaterThan(0);
  });
  await test.step("a patch opens its mission's row", async () => {
    const patch = main.getByRole('button', { name: /stitched Walk 8,000 steps$/ });
    await patch.click();
    await expect(main.getByRole('link', { name: 'Walk 8,000 steps', exact: true })).toBeVisible();
    await expect(main.getByText('Checked In', { exact: true })).toBeVisible();
    await patch.click();
    await expect(main.getByRole('link', { name: 'Walk 8,000 steps', exact: true })).toBeHidden();
  });
  await expectScreen(page, 'dashboard, all done with posts', { scan: true });
});

test("a solo mission's first view is short with each of the twelve ideas", async ({ page }) => {
  await page.setViewportSize(PHONE);
  const templates = Object.values(app.templates).flatMap((one) => ('goal' in one ? [one] : []));
  expect(templates).toHaveLength(12);
  for (const { title, goal } of templates) {
    const { token } = await buildPerson(page, 'Ana Lind');
    const mission = await buildMission(page, token, title, 0, { goal });
    await page.addInitScript((value) => localStorage.setItem('token', value), token);
    await expectSmall(page, `/mission/${mission}`, ALONE);
  }
});

const CREATE_FORM = { height: 1700, controls: 32 };

test('the form of a new mission is short on a phone, empty and from each idea', async ({ page }) => {
  await page.setViewportSize(PHONE);
  await signIn(page, (await buildPerson(page, 'Ana Lind')).token, '/create-mission');
  const ideas = Object.entries(app.templates).flatMap(([id, one]) => ('goal' in one ? [[id, one.title]] : []));
  const create = page.getByRole('button', { name: 'Create Mission' });
  for (const [id, title] of [['', ''], ...ideas]) {
    await page.goto(id ? `/create-mission?idea=${id}` : '/create-mission');
    await expect(page.getByRole('textbox', { name: 'Description' })).toBeVisible();
    await expect(page.getByLabel('Title')).toHaveValue(title!);
    await expect(page.getByRole('button', { name: 'More options' })).toHaveAttribute('aria-expanded', 'false');
    await expectNoOverflow(page);
    const size = await sizeOf(page);
    const description = `${size.height} px, ${size.controls} controls`;
    test.info().annotations.push({ type: `the form, ${id || 'empty'}`, description });
    expect(size.height, 'the height in px').toBeLessThanOrEqual(CREATE_FORM.height);
    expect(size.controls, 'controls').toBeLessThanOrEqual(CREATE_FORM.controls);
    if (id) await expect(create).toBeInViewport({ ratio: 1 });
  }
  // The last idea, Ramadan, leaves its first day to the user.
  const start = page.getByRole('button', { name: /^Start Date/ });
  await create.click();
  await expect(page.getByText('Please choose a start date')).toBeVisible();
  await expect(start).toBeFocused();
  await start.click();
  await page.getByRole('dialog', { name: 'Start Date' }).locator('[aria-current=date]').click();
  await create.click();
  await expect(page).toHaveURL(/\?created=true$/);
});

test('every fixed text of the form of a new mission is in it, in a fold or behind a button', async ({ page }) => {
  await page.setViewportSize(PHONE);
  await signIn(page, (await buildPerson(page, 'Ana Lind')).token, '/create-mission');
  const main = page.getByRole('main');
  await expect(main.getByRole('textbox', { name: 'Description' })).toBeVisible();
  for (const text of ['Title', 'Success Goal', 'Duration (days)', 'Start Date', 'Cancel'])
    await expect(main.getByText(text, { exact: true })).toBeVisible();
  for (const [fold, texts] of Object.entries({
    'More options': ['Target Level', 'Target Streak', 'Reward/Punishment', 'How progress is shown'],
    Preview: ['Duration', 'Start date', 'End date'],
    'After Creation': ['Invite friends with one link.'],
  })) {
    const shown = (text: string) => main.getByText(text, { exact: true }).filter({ visible: true });
    for (const text of texts) await expect(shown(text)).toHaveCount(0);
    await main.getByRole('button', { name: fold, exact: true }).click();
    for (const text of texts) await expect(shown(text)).toHaveCount(1);
  }
  await main.getByRole('textbox', { name: 'Description' }).focus();
  for (const name of ['Bold', 'Italic', 'Bullets', 'Numbered list'])
    await expect(main.getByRole('button', { name })).toBeVisible();
  await main.getByRole('button', { name: 'Change' }).click();
  for (const name of ['Outline', 'Colors', 'Motif']) await expect(page.getByRole('radiogroup', { name })).toBeVisible();
});

test('every fixed text of the dashboard is on it or opens there', async ({ page }) => {
  const { token } = await buildPerson(page, 'Ana Lind');
  await buildCheckin(page, token, await buildMission(page, token, 'Walk'));
  for (const title of ['Read', 'Sketch']) await buildMission(page, token, title);
  await withCompleted(page, 7);
  await signIn(page, token);
  const main = page.getByRole('main');
  for (const text of [
    'My Missions',
    'Create Mission',
    '1 of 3 checked in today',
    'Level',
    'Points',
    'Missions',
    '3 (2 left)',
    'Upgrade',
    'Checked In',
    'Recently Completed Missions',
    'Completed Missions',
    'and 1 more completed mission...',
  ])
    await expect(main.getByText(text, { exact: true })).toBeVisible();
  await expect(main.getByRole('button', { name: '1-day streak, why?' })).toContainText('Streak (days)');
  await expect(main.getByRole('link', { name: /^Completed \d$/ })).toHaveCount(6);
  await main.getByRole('button', { name: 'Show more' }).click();
  await expect(main.getByRole('link', { name: 'Completed 7' })).toBeVisible();

  const rowOf = (title: string) =>
    main.getByRole('listitem').filter({ has: page.getByRole('button', { name: `More about ${title}`, exact: true }) });
  const texts = {
    Read: ['What a good day looks like.', '1 member', '30 days left', 'Owner', 'Pending', 'Level 1/3', 'Streak 0/24'],
    Walk: ['Goal progress', '%', 'Dinner by the fire', 'View Details'],
    'Completed 1': ['235 points, 95.24%', 'Ten new words a day.', '3 members', '21 days'],
  };
  for (const [title, parts] of Object.entries(texts)) {
    await main.getByRole('button', { name: `More about ${title}`, exact: true }).click();
    for (const text of parts) await expect(rowOf(title)).toContainText(text);
  }
  await expect(rowOf('Completed 1').getByRole('link')).toHaveAttribute('href', /\/completion$/);
  await expectScreen(page, 'dashboard, completed missions opened', { scan: true });
});

test('every fixed text of the profile is on it or in its form', async ({ page }) => {
  const { token } = await buildPerson(page, 'Ana Lind');
  await signIn(page, token, '/profile');
  await page.getByRole('main').getByRole('link', { name: 'Edit', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible();
  for (const name of [/^Full Name/, /^Bio/, /^Location/])
    await expect(page.getByRole('textbox', { name })).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Timezone' })).toBeVisible();
  for (const text of ['Add a photo', 'Cancel', 'Save Changes'])
    await expect(page.getByText(text, { exact: true })).toBeVisible();
});

test('members can nudge only at the fire, in its sheet and under Not yet today', async ({ page, another }) => {
  const { token } = await buildPerson(page, 'Ana Lind');
  const mission = await buildMission(page, token, 'Read 20 pages');
  await buildMember(await another(), await buildInvitationCode(page, token, mission), 'Kim Park');
  await signIn(page, token);
  const nudges = page.getByRole('button', { name: /^Nudge/ });
  /** Expects all nudge buttons of the page in `place`, after `shown` is visible. */
  const expectNudges = async (path: string, shown: Locator, place: Locator, count: number) => {
    await page.goto(path);
    await expect(shown).toBeVisible();
    await expect(place.getByRole('button', { name: /^Nudge/ }), path).toHaveCount(count);
    await expect(nudges, path).toHaveCount(count);
  };
  const main = page.getByRole('main');
  const fire = main.getByRole('region', { name: 'Who is in today' });
  await expectNudges('/dashboard', main.getByText('0 of 1 checked in today'), main, 0);
  await expectNudges(`/mission/${mission}`, main.locator('[data-scene="fire"]'), fire, 1);
  await fire.getByRole('button', { name: /Who is in today$/ }).click();
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Nudge Kim Park' })).toBeVisible();
  for (const [path, title] of [
    [`/mission/${mission}?part=team`, 'Recent Check-ins'],
    [`/mission/${mission}?part=mission`, 'Success Goal'],
    ['/check-in', 'Read 20 pages'],
    ['/profile', 'Ana Lind'],
    ['/connections', 'Check-in keys'],
  ] as const)
    await expectNudges(path, main.getByText(title, { exact: true }).first(), main, 0);

  await buildCheckin(page, token, mission);
  const out = main.getByRole('region', { name: 'Not yet today' });
  await expectNudges('/dashboard', out, out, 1);
  await expectNudges(`/mission/${mission}`, main.getByText("You've checked in today!"), main.locator('#checkin'), 1);
});
