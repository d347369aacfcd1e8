import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { buildCheckin, buildInvitationCode, buildMember, buildMission, buildPerson } from './factories.ts';
import { expect, expectNoOverflow, PHONE, test as plain, signIn, WHOLE_BROWSER, watch } from './fixtures.ts';

/** Chromium's settings after a user chooses text of twice the size. */
const LARGE = { webkit: { webprefs: { default_font_size: 32, default_fixed_font_size: 26 } } };

const test = plain.extend<{ large: Page }>({
  /** A phone's page in a browser with text of twice the size. */
  large: async ({ playwright, launchOptions, baseURL, locale, timezoneId, expected }, use) => {
    const profile = await mkdtemp(join(tmpdir(), 'emberkin-e2e-large-'));
    await mkdir(join(profile, 'Default'));
    await writeFile(join(profile, 'Default', 'Preferences'), JSON.stringify(LARGE));
    const context = await playwright.chromium.launchPersistentContext(profile, {
      ...launchOptions,
      ...WHOLE_BROWSER,
      baseURL: baseURL!,
      locale: locale!,
      timezoneId: timezoneId!,
      viewport: PHONE,
      serviceWorkers: 'block',
    });
    const troubles: string[] = [];
    watch(context, troubles);
    await use(context.pages()[0]!);
    await context.close();
    await rm(profile, { recursive: true, force: true });
    expect(troubles.filter((line) => !expected.test(line))).toEqual([]);
  },
});

const TITLE = 'Read 20 pages before bed';

async function build(page: Page, another: () => Promise<Page>) {
  const owner = await buildPerson(page, 'Aisyah Rahman');
  const team = await buildMission(page, owner.token, TITLE);
  const done = await buildMission(page, owner.token, 'Walk 8,000 steps');
  await buildMission(page, owner.token, 'A month without sugar');
  const schedule = { kind: 'weekly', times: 3 };
  await buildMission(page, owner.token, 'Run club, three times a week', 0, { schedule, duration_days: 28 });
  const friends = await another();
  const code = await buildInvitationCode(page, owner.token, team);
  const farid = await buildMember(friends, code, 'Farid Osman');
  await buildMember(friends, code, 'Kim Nguyen');
  await buildCheckin(friends, farid.token, team, 'Chapter nine, and I finally see why everyone loves the aunt.');
  await buildCheckin(page, owner.token, done, 'To the station and back, twice, in the rain');
  return { token: owner.token, team, done };
}

async function expectPages(page: Page, { token, team, done }: Awaited<ReturnType<typeof build>>) {
  const main = page.getByRole('main');
  const button = (name: string) => main.getByRole('button', { name });
  const pages: [string, Locator][] = [
    ['/dashboard', main.getByRole('link', { name: `Check In: ${TITLE}` })],
    [`/mission/${team}`, button('Record Check-in')],
    [`/mission/${team}?part=team`, main.getByRole('heading', { name: 'Team quilt' })],
    [`/mission/${team}?part=mission`, button('Delete')],
    [`/mission/${done}`, main.getByRole('heading', { name: "You've checked in today!" })],
    ['/check-in', button('Done')],
    ['/create-mission', button('Create Mission')],
    ['/profile', main.getByRole('heading', { name: 'Your quilt' })],
    ['/profile?edit=true', button('Save Changes')],
    ['/connections', main.getByRole('heading', { name: 'Webhooks' })],
  ];
  await signIn(page, token);
  for (const [path, last] of pages)
    await test.step(path, async () => {
      await page.goto(path);
      await expect(last).toBeVisible();
      await expectNoOverflow(page);
    });
}

async function expectWholeWords(page: Page, mission: string) {
  await page.goto(`/mission/${mission}?part=team`);
  const heads = page.getByRole('main').locator('[id^="day-"] h3');
  await expect(heads.first()).toBeVisible();
  const faults = await heads.evaluateAll((all) =>
    all.flatMap((head) => {
      const faces = [...head.querySelectorAll('[aria-hidden] > *')].map((face) => face.getBoundingClientRect());
      const texts = [...head.querySelectorAll('strong, strong + span')].map((one) => one.firstChild as Text);
      return texts.flatMap((text) =>
        [...text.data.matchAll(/\S+/g)].flatMap(({ 0: word, index }) => {
          const range = document.createRange();
          range.setStart(text, index);
          range.setEnd(text, index + word.length);
          const [first, ...more] = range.getClientRects();
          const isUnder = faces.some(
            ({ left, right, width }) => width > 0 && first!.left < right && first!.right > left,
          );
          return more.length > 0 || isUnder ? [word] : [];
        }),
      );
    }),
  );
  expect(faults).toEqual([]);
}

async function boxOf(target: Locator) {
  await expect(target).toBeVisible();
  return (await target.boundingBox())!;
}

async function expectButtonBelowTitle(page: Page) {
  await page.goto('/dashboard');
  const title = await boxOf(page.getByRole('link', { name: TITLE, exact: true }));
  const button = await boxOf(page.getByRole('link', { name: `Check In: ${TITLE}` }));
  const more = await boxOf(page.getByRole('button', { name: `More about ${TITLE}` }));
  expect(button.y).toBeGreaterThanOrEqual(title.y + title.height);
  expect(Math.abs(button.y + button.height / 2 - more.y - more.height / 2)).toBeLessThan(2);
  expect(more.x).toBeGreaterThan(button.x + button.width);
}

test('a phone with text of twice the size stacks everything and hyphenates no word', async ({
  page,
  another,
  large,
}) => {
  test.slow();
  const built = await build(page, another);
  await expectPages(large, built);
  await expectButtonBelowTitle(large);
  await expectWholeWords(large, built.team);
  expect(await large.evaluate(() => getComputedStyle(document.body).hyphens)).toBe('manual');

  await test.step('the tab bar has only icons, which keep their names and a distance', async () => {
    const bar = large.getByRole('navigation', { name: 'Main' });
    const tabs = [/^Home$/, /^Missions$/, /^Check In, 2 open$/, /^Bell/, /^Me$/].map((name) =>
      bar.getByRole('link', { name }).or(bar.getByRole('button', { name })),
    );
    let end = 0;
    for (const tab of tabs) {
      const { x, width } = await boxOf(tab);
      expect(x).toBeGreaterThanOrEqual(end);
      end = x + width;
    }
    expect(await bar.getByText('Missions').evaluate((it) => it.clientWidth)).toBeLessThanOrEqual(1);
  });

  await test.step('the title has its own row, and parts and kinds are stacked', async () => {
    await large.goto(`/mission/${built.team}`);
    // The page's outline also has the link, in another element.
    const title = await boxOf(large.getByRole('heading', { level: 1, name: TITLE }));
    const back = await boxOf(large.getByRole('link', { name: 'Back to Dashboard' }));
    expect(title.y).toBeGreaterThanOrEqual(back.y + back.height);
    const parts = large.getByRole('navigation', { name: 'Mission' }).getByRole('link');
    const kinds = large.getByRole('radio', { name: /^Check In/ });
    for (const group of [parts, kinds]) {
      await expect(group).toHaveCount(3);
      const tops = await group.evaluateAll((links) => links.map((link) => link.getBoundingClientRect().top));
      expect(new Set(tops).size).toBe(3);
    }
  });
});

test("a user at 320 px never scrolls sideways, and a row's button is below its title", async ({ page, another }) => {
  test.slow();
  const built = await build(page, another);
  await page.setViewportSize({ width: 320, height: 568 });
  await expectPages(page, built);
  await expectButtonBelowTitle(page);
  await expectWholeWords(page, built.team);
});

test("what an anchor or the keyboard reaches is not hidden behind a mission's parts", async ({ page, another }) => {
  test.slow();
  const owner = await buildPerson(page, 'Aisyah Rahman');
  const mission = await buildMission(page, owner.token, TITLE);
  const code = await buildInvitationCode(page, owner.token, mission);
  const friends = await another();
  const checkins: string[] = [];
  for (const name of ['Farid Osman', 'Kim Nguyen', 'Lena Vogt', 'Sam Okoro', 'Mei Lin']) {
    const { token } = await buildMember(friends, code, name);
    checkins.push(await buildCheckin(friends, token, mission, `${name} has read another chapter, and then one more.`));
  }
  await page.setViewportSize(PHONE);
  await signIn(page, owner.token, `/mission/${mission}#checkin-${checkins[1]}`);
  const post = page.locator(`#checkin-${checkins[1]}`);
  await expect(post).toBeFocused();
  const bar = await boxOf(page.getByRole('navigation', { name: 'Mission' }));
  await expect.poll(async () => (await boxOf(page.getByRole('navigation', { name: 'Mission' }))).y).toBe(0);
  await expect.poll(async () => (await boxOf(post)).y).toBeGreaterThanOrEqual(bar.height);
  expect((await boxOf(post)).y).toBeLessThan(bar.height + 40);

  // Each control of the check-ins above must come out from behind the bar.
  for (let at = 0; at < 12; at++) {
    await page.keyboard.press('Shift+Tab');
    const top = () => page.evaluate(() => document.activeElement!.getBoundingClientRect().top);
    await expect.poll(top).toBeGreaterThanOrEqual(bar.height);
  }
});
