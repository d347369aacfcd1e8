import type { Page, Request } from '@playwright/test';
import { ageMission, buildPlan, repeatCheckin } from './database.ts';
import { buildCheckin, buildInvitationCode, buildMember, buildMission, buildPerson } from './factories.ts';
import { expect, newPerson, PHONE, signIn, test, WIDE } from './fixtures.ts';

/** How far an edge of a box can move when the data arrives, in px. */
const TOLERANCE = 8;

/** A server under load can respond late, which is not a fault of an outline. */
const PATIENCE = { timeout: 30_000 };

/** All data except the signed-in user and the site's setup, without which no page exists. */
const ALL_DATA = /\/api\/(?!auth\/me$|site$|live$)/;
/** A mission with its feed and quilt. The dashboard, which the tab bar loads, has the kind of mission. */
const MISSION = /\/api\/missions\//;

/** The left, top, right and bottom edges, in px. */
type Box = readonly [number, number, number, number];

const readBoxes = (page: Page): Promise<Box[]> =>
  page.evaluate(() => {
    const boxes = 'main :is(.shadow-card, .bg-night, .bg-dusk, .bg-sunk.rounded-xl):not(a, button, nav, span)';
    return [...document.querySelectorAll(boxes)]
      .filter((element) => element.checkVisibility() && !element.parentElement!.closest(boxes))
      .map((element) => {
        const { left, top, right, bottom } = element.getBoundingClientRect();
        const cut = (edge: number) => Math.round(Math.min(edge, innerHeight));
        return [Math.round(left), cut(top), Math.round(right), cut(bottom)];
      });
  });

async function readRestingBoxes(page: Page): Promise<Box[]> {
  let boxes = await readBoxes(page);
  await expect(async () => {
    const last = boxes;
    boxes = await readBoxes(page);
    expect(boxes).toEqual(last);
  }).toPass({ intervals: [150] });
  return boxes;
}

/** Returns the largest distance of a visible box to its nearest box in `others`, in px. */
function findDistance(boxes: readonly Box[], others: readonly Box[]): number {
  const seen = boxes.filter(([, top, , bottom]) => bottom - top > TOLERANCE);
  const distanceOf = (box: Box, other: Box) => Math.max(...box.map((edge, side) => Math.abs(edge - other[side]!)));
  return Math.max(...seen.map((box) => Math.min(...others.map((other) => distanceOf(box, other)))));
}

/**
 * Tracks the open requests of a page, except the stream of hints, which never ends, and pictures. Pictures can take
 * long, and no box depends on them.
 */
function followRequests(page: Page): Set<Request> {
  const open = new Set<Request>();
  page.on('request', (request) => {
    if (!request.url().endsWith('/api/live') && request.resourceType() !== 'image') open.add(request);
  });
  for (const end of ['requestfinished', 'requestfailed'] as const)
    page.on(end as 'requestfinished', (request) => void open.delete(request));
  return open;
}

const VIEWPORTS = [WIDE, PHONE] as const;

/** Waits until the browser has drawn two frames. Media queries follow a new viewport only in the next frame. */
const waitForFrames = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));

async function readAt(page: Page, viewports: readonly { width: number; height: number }[]) {
  const boxes = new Map<number, readonly Box[]>();
  for (const viewport of viewports) {
    await page.setViewportSize(viewport);
    await waitForFrames(page);
    boxes.set(viewport.width, await readRestingBoxes(page));
  }
  return boxes;
}

/**
 * Returns a function that opens a page while its data is held back, releases the data, and compares both sets of boxes.
 * Each box of the outline must match one of the page. Each box of the page must match the outline too, unless `hasMore`
 * is set. The report lists the largest difference of each page.
 */
function buildComparison(page: Page) {
  const open = followRequests(page);
  const main = page.getByRole('main');
  return (name: string, held: RegExp, act: () => Promise<unknown>, hasMore = false) =>
    test.step(name, async () => {
      const waiting = new Set<Request>();
      let release = () => {};
      const released = new Promise<void>((resolve) => {
        release = resolve;
      });
      await page.route(held, async (route) => {
        waiting.add(route.request());
        await released;
        await route.continue();
      });
      const listOthers = () => [...open].filter((request) => !waiting.has(request)).map((request) => request.url());
      // A request of the previous page might never report its end.
      open.clear();
      await act();
      await expect(main.locator('.skeleton, .breathe, [role=status] svg').first()).toBeAttached();
      await expect.poll(listOthers, PATIENCE).toEqual([]);
      await page.evaluate(() => document.fonts.ready);
      const outlines = await readAt(page, VIEWPORTS);
      release();
      await expect(main.locator('.skeleton, .breathe')).toHaveCount(0);
      await expect(main.getByRole('status').filter({ hasText: 'Loading' })).toHaveCount(0);
      waiting.clear();
      await expect.poll(listOthers, PATIENCE).toEqual([]);
      const pages = await readAt(page, VIEWPORTS.toReversed());
      for (const { width } of VIEWPORTS) {
        const [before, after] = [outlines.get(width)!, pages.get(width)!];
        const difference = Math.max(findDistance(before, after), hasMore ? 0 : findDistance(after, before));
        const where = `${name} at ${width} px`;
        test.info().annotations.push({ type: where, description: `${difference} px` });
        expect.soft(difference, `${where}: ${JSON.stringify({ before, after })}`).toBeLessThanOrEqual(TOLERANCE);
      }
      await page.unroute(held);
    });
}

/** Deletes the device's cache of earlier pages, which would be shown immediately. */
const clearOfflineCache = (page: Page) => page.addInitScript(() => void indexedDB.deleteDatabase('emberkin'));

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

async function buildThree(page: Page, token: string): Promise<[string, string]> {
  const ids = [await buildMission(page, token, 'Read 20 pages'), await buildMission(page, token, 'Walk')] as const;
  await buildMission(page, token, 'Sketch');
  return [...ids];
}

const WORDS = 'Chapter nine, and I finally see why everyone loves the aunt.\nThe next one is long.\nAnd sad.';

test.describe('a skeleton', () => {
  test('has the same boxes as its page', async ({ page }) => {
    test.slow();
    const { person, token } = await buildPerson(page, 'Ana Lind');
    const [mission] = await buildThree(page, token);
    const sender = await buildPerson(page, 'Jun Park');
    const mission_id = await buildMission(page, sender.token, 'Run by the river');
    const invitation = { headers: bearer(sender.token), data: { mission_id, invitee_email: person.email } };
    expect((await page.request.post('/api/invitations', invitation)).status()).toBe(201);
    await clearOfflineCache(page);
    await signIn(page, token, '/pricing');
    const compare = buildComparison(page);
    for (const path of [
      '/check-in',
      '/profile',
      '/profile?edit=true',
      `/create-mission?from=${mission}`,
      '/settings',
      '/connections',
      '/invitations',
    ])
      await compare(path.replace(mission, 'id'), ALL_DATA, () => page.goto(path));
  });

  test('has the same boxes as each part of a mission and of the dashboard', async ({ page }) => {
    test.slow();
    const { token } = await buildPerson(page, 'Ana Lind');
    const [mission, walk] = await buildThree(page, token);
    const code = await buildInvitationCode(page, token, mission);
    for (const name of ['Ben Okoro', 'Kim Park', 'Olu Ade'])
      await buildCheckin(page, (await buildMember(page, code, name)).token, mission, WORDS);
    await buildMember(page, code, 'Farid Osman');
    await clearOfflineCache(page);
    await signIn(page, token, '/pricing');
    const compare = buildComparison(page);
    const open = (part: string) => () => page.goto(`/mission/${mission}?part=${part}`);
    await compare('Today', MISSION, open('today'));
    await compare('Team', MISSION, open('team'));
    await compare('Mission', MISSION, open('mission'));
    await compare('the feed and the quilt', /\/(checkins|quilt)(\?|$)/, open('team'));
    for (const id of [mission, walk]) await buildCheckin(page, token, id);
    await compare('Today once it is done, from the dashboard', MISSION, async () => {
      await page.goto('/dashboard');
      await page.getByRole('link', { name: 'Read 20 pages', exact: true }).click();
    });
    await compare('/dashboard', ALL_DATA, () => page.goto('/dashboard'));
  });

  test('has the same boxes as the insights, an ended mission and its celebration', async ({ page }) => {
    test.slow();
    const { person, token } = await buildPerson(page, 'Ana Lind');
    const mission = await buildMission(page, token, 'Read 20 pages');
    await ageMission(mission, 13);
    // Two streaks, because one is shown as text without a chart.
    await repeatCheckin(await buildCheckin(page, token, mission), 13, [5, 6, 7, 8]);
    await clearOfflineCache(page);
    await signIn(page, token, '/pricing');
    const compare = buildComparison(page);
    await compare('/insights', ALL_DATA, () => page.goto('/insights'));
    await buildPlan(person.email, 'pro_monthly');
    await compare('/insights on PRO', ALL_DATA, () => page.goto('/insights'));
    const ended = await buildMission(page, token, 'Walk');
    const friend = await buildMember(page, await buildInvitationCode(page, token, ended), 'Ben Okoro');
    await ageMission(ended, 13);
    await repeatCheckin(await buildCheckin(page, friend.token, ended, WORDS), 13);
    await ageMission(ended, 20);
    await compare('an ended mission', MISSION, () => page.goto(`/mission/${ended}`));
    const completed = await page.request.put(`/api/missions/${ended}/complete`, { headers: bearer(token) });
    expect(completed.ok()).toBe(true);
    // The content after the celebration depends on the result: a next round, a reward.
    await compare('a celebration', ALL_DATA, () => page.goto(`/mission/${ended}/completion`), true);
  });

  test('has the same boxes as the first profile and the page of a check-in key', async ({ page }) => {
    const { token } = await buildPerson(page, 'Ana Lind');
    const mission_id = await buildMission(page, token, 'Read 20 pages');
    const key = await page.request.post('/api/checkin-keys', {
      headers: bearer(token),
      data: { mission_id, name: '' },
    });
    const { url } = (await key.json()) as { url: string };
    const compare = buildComparison(page);
    await compare('the page of a check-in key', ALL_DATA, () => page.goto(new URL(url).pathname));
    const registered = await page.request.post('/api/auth/register', { data: newPerson('Ben Okoro') });
    const { access_token } = (await registered.json()) as { access_token: string };
    await signIn(page, access_token, '/login');
    await compare('the first profile', ALL_DATA, () => page.goto('/profile'));
  });
});
