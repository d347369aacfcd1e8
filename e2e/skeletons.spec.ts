import type { Page } from '@playwright/test';
import { buildCheckin, buildInvitationCode, buildMember, buildMission, buildPerson } from './factories.ts';
import { expect, signIn, test } from './fixtures.ts';

/** By so many px a box may move or grow once its content arrives. */
const TOLERANCE = 8;

/** The cards, the night bands and the bar of parts of a page, as far as they are in the window: left, top, right, bottom. */
const boxesOf = (page: Page) =>
  page.evaluate(() => {
    const boxes = 'main :is(.shadow-card, .bg-night, .bg-dusk, .bg-sunk.rounded-xl):not(a, button, nav, span)';
    return [...document.querySelectorAll(boxes)]
      .filter((element) => element.checkVisibility() && !element.parentElement!.closest(boxes))
      .map((element) => {
        const { left, top, right, bottom } = element.getBoundingClientRect();
        return [left, top, right, bottom].map((edge) => Math.round(Math.min(edge, innerHeight)));
      });
  });

/** The same once nothing moves any more. */
async function restingBoxesOf(page: Page) {
  let boxes = await boxesOf(page);
  await expect(async () => {
    const last = boxes;
    boxes = await boxesOf(page);
    expect(boxes).toEqual(last);
  }).toPass({ intervals: [300] });
  return boxes;
}

/** Opens a page while its data is held back, then lets it come, and compares the boxes of before with those of after. */
async function expectSameBoxes(page: Page, held: string, open: () => Promise<unknown>) {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(held, async (route) => {
    await released;
    await route.continue();
  });
  await open();
  const main = page.getByRole('main');
  await expect(main.locator('.skeleton, .breathe, [role=status] svg').first()).toBeAttached();
  await page.evaluate(() => document.fonts.ready);
  const before = await restingBoxesOf(page);
  expect(before.length).toBeGreaterThan(0);
  release();
  await expect(main.locator('.skeleton, .breathe')).toHaveCount(0);
  await expect(main.getByRole('status').filter({ hasText: 'Loading' })).toHaveCount(0);
  const after = await restingBoxesOf(page);
  const differenceOf = (box: number[], other: number[]) =>
    Math.max(...box.map((edge, side) => Math.abs(edge - other[side]!)));
  const differences = before.map((box) => Math.min(...after.map((other) => differenceOf(box, other))));
  test.info().annotations.push({ type: page.url().slice(-40), description: `${Math.max(...differences)} px` });
  expect.soft(Math.max(...differences), JSON.stringify({ before, after })).toBeLessThanOrEqual(TOLERANCE);
  await page.unroute(held);
}

/** Follows the link of a mission that the dashboard knows. */
async function compareFromDashboard(page: Page, mission: string) {
  await page.goto('/dashboard');
  const link = page.getByRole('link', { name: 'Read 20 pages', exact: true });
  await expect(link).toBeVisible();
  await expectSameBoxes(page, `**/api/missions/${mission}`, () => link.click());
}

const WIDTHS = [
  { width: 390, height: 844 },
  { width: 1280, height: 900 },
];

test.describe('a skeleton', () => {
  test('has the boxes of the page that follows it', async ({ page, another }) => {
    test.slow();
    const { person, token } = await buildPerson(page, 'Ana Lind');
    const mission = await buildMission(page, token, 'Read 20 pages');
    for (const title of ['Walk', 'Sketch']) await buildMission(page, token, title);
    const code = await buildInvitationCode(page, token, mission);
    const words = 'Chapter nine, and I finally see why everyone loves the aunt.\nThe next one is long.\nAnd sad.';
    for (const name of ['Ben Okoro', 'Kim Park', 'Olu Ade'])
      await buildCheckin(page, (await buildMember(page, code, name)).token, mission, words);
    await buildMember(page, code, 'Farid Osman');
    const other = await another();
    const sender = await buildPerson(other, 'Jun Park');
    const mission_id = await buildMission(other, sender.token, 'Run by the river');
    const headers = { authorization: `Bearer ${sender.token}` };
    await other.request.post('/api/invitations', { headers, data: { mission_id, invitee_email: person.email } });

    // What the device has kept of an earlier visit would be there at once.
    await page.addInitScript(() => indexedDB.deleteDatabase('emberkin'));
    await signIn(page, token);
    await expect(page.getByRole('heading', { name: 'My Missions' })).toBeVisible();
    for (const size of WIDTHS) {
      await page.setViewportSize(size);
      const compare = (held: string, path: string) =>
        test.step(`${path} at ${size.width} px`, () => expectSameBoxes(page, held, () => page.goto(path)));
      await compare('**/api/dashboard', '/check-in');
      await compare('**/api/dashboard', '/profile');
      await compare('**/api/missions/*', `/create-mission?from=${mission}`);
      await compare('**/api/invitations', '/invitations');
      await compare('**/api/settings', '/settings');
      await compare('**/api/checkin-keys', '/connections');
      await compare('**/api/missions/*/checkins*', `/mission/${mission}?part=team`);
      await compare('**/api/missions/*/quilt', `/mission/${mission}?part=team`);
      await compare(`**/api/missions/${mission}`, `/mission/${mission}?part=team`);
      await compare(`**/api/missions/${mission}`, `/mission/${mission}?part=mission`);
      await test.step(`the mission, from the dashboard, at ${size.width} px`, () =>
        compareFromDashboard(page, mission));
    }
    await test.step('once today is done', async () => {
      await buildCheckin(page, token, mission);
      for (const size of WIDTHS) {
        await page.setViewportSize(size);
        await compareFromDashboard(page, mission);
        await page.goto('/insights');
        await expectSameBoxes(page, '**/api/insights', () => page.reload());
      }
    });
  });
});
