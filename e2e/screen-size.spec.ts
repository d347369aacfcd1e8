import type { Page } from '@playwright/test';
import { buildCheckin, buildInvitationCode, buildMember, buildMission, buildPerson } from './factories.ts';
import { expect, expectNoOverflow, PHONE, signIn, test } from './fixtures.ts';

/** How long a page is and how many things can be pressed or typed in. */
const sizeOf = (page: Page) =>
  page.evaluate(() => ({
    height: document.documentElement.scrollHeight,
    controls: [...document.querySelectorAll('a, button, input, textarea, select, summary')].filter((element) =>
      element.checkVisibility(),
    ).length,
  }));

/** A first view that a member of a team reads at once, at 390 px; somebody alone has less to read. */
const TEAM = { height: 1300, controls: 24 };
const ALONE = { height: 900, controls: 24 };

/** The size of the mission's first part, which is checked against its limit. */
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

test('The first view of a mission is short on a phone, and with twelve no longer than with five but for one button.', async ({
  page,
  another,
}) => {
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
  // The words of a friend stand on the page of five alone.
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

test('Every fixed text of a mission stands in one of its parts.', async ({ page }) => {
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

test('Four missions need no scrolling on a wide screen, and the first check-in none on a phone.', async ({ page }) => {
  const { token } = await buildPerson(page, 'Ana Lind');
  for (const title of ['Read', 'Walk', 'Sketch', 'Stretch']) await buildMission(page, token, title);
  await page.setViewportSize({ width: 1280, height: 800 });
  await signIn(page, token);
  await expect(page.getByRole('link', { name: /^Check In: / })).toHaveCount(4);
  for (const link of await page.getByRole('link', { name: /^Check In: / }).all()) await expect(link).toBeInViewport();
  await page.setViewportSize(PHONE);
  await expect(page.getByRole('link', { name: /^Check In: / }).first()).toBeInViewport();
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await expectNoOverflow(page);
  }
});
