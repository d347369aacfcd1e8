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
import { expect, fromDoneCard, openPart, PHONE, signIn, test, toast, WIDE, withoutLive } from './fixtures.ts';

const NOWHERE = '/mission/00000000-0000-7000-8000-000000000000';
const REQUIRED = 'Please fill in all required fields';
const create = (page: Page) => page.getByRole('button', { name: 'Create Mission' }).click();
const record = (page: Page) => page.getByRole('button', { name: 'Record Check-in' });

async function fillMission(page: Page, title: string): Promise<void> {
  await page.getByLabel('Title').fill(title);
  await page.getByRole('textbox', { name: 'Description' }).click();
  await page.keyboard.type('Every day.');
  await page.getByLabel(/^Success Goal/).fill('We did it');
}

test('an owner creates a mission in a form that validates, counts and suggests goals', async ({ page }) => {
  await signIn(page, (await buildPerson(page, 'Ana Lind')).token, '/create-mission');
  const title = page.getByLabel('Title');
  const duration = page.getByLabel('Duration (days)');

  await test.step('it names missing fields', async () => {
    await expect(page.getByText('0/100')).toBeVisible();
    await title.fill('   ');
    await duration.fill('366');
    const more = page.getByRole('button', { name: 'More options' });
    await more.click();
    await page.getByLabel('Target Level').fill('51');
    await more.click();
    await expect(page.getByLabel('Target Level')).toBeHidden();
    await create(page);
    await expect(page.getByText(REQUIRED)).toHaveCount(3);
    await expect(page.getByText('Duration must be between 1 and 365 days')).toBeVisible();
    await expect(page.getByText('Target level must be between 1 and 50')).toBeVisible();
    await expect(title).toBeFocused();
    await expect(page).toHaveURL(/\/create-mission$/);
  });

  await test.step('it counts', async () => {
    await title.fill('Sleep before eleven');
    await expect(page.getByText('19/100')).toBeVisible();
    await page.getByLabel(/^Success Goal/).fill('Rested for a month');
    await expect(page.getByText('18/200')).toBeVisible();
    await expect(page.getByText(REQUIRED)).toHaveCount(1);
  });

  await test.step('markup is formatted while typing', async () => {
    const editor = page.getByRole('textbox', { name: 'Description' });
    await editor.click();
    await page.keyboard.type('No **screens** after ten, *really*. ');
    await page.keyboard.press('Enter');
    await page.keyboard.type('- A book');
    await page.keyboard.press('Enter');
    await page.keyboard.type('Some tea');
    await expect(editor.locator('strong')).toHaveText('screens');
    await expect(editor.locator('em')).toHaveText('really');
    await expect(editor.getByRole('listitem')).toHaveText(['A book', 'Some tea']);
  });

  await test.step('suggested goals fill empty fields', async () => {
    await duration.fill('30');
    await page.getByLabel('Target Level').fill('7');
    await expect(page.getByText('For 30 days we suggest level 3 and a streak of 24.')).toBeVisible();
    await page.getByRole('button', { name: 'Use suggested goals' }).click();
    await expect(page.getByLabel('Target Level')).toHaveValue('7');
    await expect(page.getByLabel('Target Streak')).toHaveValue('24');
  });

  await test.step('the keyboard chooses the start', async () => {
    const start = page.getByRole('button', { name: /^Start Date/ });
    const before = await start.getAttribute('aria-label');
    await start.press('Enter');
    const calendar = page.getByRole('dialog', { name: 'Start Date' });
    const today = calendar.locator('[aria-current=date]');
    await expect(today).toBeFocused();
    for (const key of ['ArrowLeft', 'ArrowUp', 'PageUp']) {
      await page.keyboard.press(key);
      await expect(today, `${key} stops at the first day`).toBeFocused();
    }
    await page.keyboard.press('PageDown');
    await expect(today).toHaveCount(0);
    await page.keyboard.press('PageUp');
    await expect(today).toBeFocused();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await expect(calendar).toBeHidden();
    await expect(start).toBeFocused();
    expect(await start.getAttribute('aria-label')).not.toBe(before);
  });

  await create(page);
  await expect(page.getByRole('heading', { level: 1, name: 'Sleep before eleven' })).toBeVisible();
  await page.getByRole('button', { name: 'Start on my own' }).click();
  await expect(page.getByText(/^Check-ins open tomorrow/)).toBeVisible();
  await openPart(page, 'Mission');
  await expect(page.getByRole('listitem').filter({ hasText: 'Some tea' })).toBeVisible();
});

test.describe('the free plan', () => {
  test.use({ expected: /status of 403/ });

  test('a free user is stopped at five active missions', async ({ page }) => {
    const { token } = await buildPerson(page, 'Ana Lind');
    for (const title of ['One', 'Two', 'Three', 'Four', 'Five']) await buildMission(page, token, title);
    await signIn(page, token);
    await expect(page.getByText('Free plan limit reached')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Create Mission' })).toBeDisabled();
    await expect(page.getByText('5 (0 left)', { exact: true })).toBeVisible();
    await page.goto('/create-mission');
    const sentence = 'Free plan allows maximum 5 active missions. Upgrade to PRO for unlimited missions.';
    await expect(page.getByText(sentence)).toBeVisible();
    await expect(page.getByLabel('Title')).toHaveCount(0);
    await page.getByRole('main').getByRole('link', { name: 'Back to Dashboard' }).last().click();
    await expect(page).toHaveURL(/\/dashboard$/);
  });

  test('a form opened before the fifth mission is refused', async ({ page }) => {
    const { token } = await buildPerson(page, 'Ana Lind');
    for (const title of ['One', 'Two', 'Three', 'Four']) await buildMission(page, token, title);
    await signIn(page, token, '/create-mission');
    await fillMission(page, 'Six');
    await buildMission(page, token, 'Five');
    await create(page);
    await expect(page.getByRole('alert')).toHaveText(
      'Free plan allows maximum 5 active missions. Upgrade to PRO for unlimited missions.',
    );
    await expect(page).toHaveURL(/\/create-mission$/);
  });
});

test.describe('unknown missions', () => {
  test.use({ expected: /status of 404/ });

  test('an unknown mission returns after 3 seconds, unless the button has the focus', async ({ page }) => {
    await signIn(page, (await buildPerson(page, 'Ana Lind')).token, NOWHERE);
    await expect(page.getByRole('heading', { name: 'Mission Not Found' })).toBeVisible();
    await expect(toast(page, 'Failed to load mission: Mission not found')).toBeVisible();
    await expect(page).toHaveURL(/\/dashboard$/);

    await page.clock.install();
    await page.goto(NOWHERE);
    await expect(page.getByText('Taking you back in 3 seconds...')).toBeVisible();
    await page.getByRole('link', { name: 'Back to Dashboard' }).focus();
    await expect(page.getByText('Take your time.')).toBeVisible();
    await page.clock.fastForward(10_000);
    await expect(page.getByRole('heading', { name: 'Mission Not Found' })).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/dashboard$/);
  });
});

test.describe('an ended session', () => {
  test.use({ expected: /status of 401/ });

  test('a mission page whose session ended says so once, and nothing about the mission', async ({ page }) => {
    const { token } = await buildPerson(page, 'Ana Lind');
    await buildMission(page, token, 'Read 20 pages before bed');
    await withoutLive(page);
    await signIn(page, token);
    await page.getByRole('button', { name: 'More about Read 20 pages before bed' }).click();
    const link = page.getByRole('link', { name: 'View Details: Read 20 pages before bed' });
    await expect(link).toBeVisible();
    // Collects every sentence that the page shows from now on, however briefly.
    await page.evaluate(() => {
      const said = new Set<string>();
      new MutationObserver(() => {
        for (const { textContent } of document.querySelectorAll('[role=alert], [role=status], [data-sonner-toast], h1'))
          if (textContent) said.add(textContent);
      }).observe(document.body, { childList: true, subtree: true, characterData: true });
      Object.assign(window, { said });
    });
    const over = { status: 401, json: { code: 'not_signed_in', detail: 'Please sign in' } };
    await page.route('**/api/**', (route) => route.fulfill(over));
    await link.click();
    await expect(page).toHaveURL(/\/login/);
    await expect(page.getByText('Session expired. Please login again.')).toHaveCount(1);
    const said = await page.evaluate(() => [...(window as unknown as { said: Set<string> }).said].join('\n'));
    expect(said).not.toMatch(/Failed to load|Not Found|could not/);
  });
});

test('a mission that has not started yet shows its length and its reward', async ({ page, another }) => {
  const { token } = await buildPerson(page, 'Ana Lind');
  const goals = { duration_days: 10, level_goal: null, streak_goal: null, reward_description: 'Soup for the winner' };
  const mission = await buildMission(page, token, 'Swim in the lake', 5, goals);
  const code = await buildInvitationCode(page, token, mission);
  const guest = await another();
  const ben = await buildPerson(guest, 'Ben Okoro');
  const data = { mission_id: mission, invitee_email: ben.person.email };
  await page.request.post('/api/invitations', { headers: { authorization: `Bearer ${token}` }, data });
  const invitation = await findInvitationKey(page, ben.token);

  await test.step("on the owner's dashboard and mission page", async () => {
    await signIn(page, token);
    await page.getByRole('button', { name: 'More about Swim in the lake' }).click();
    const card = page.getByRole('listitem').filter({ hasText: 'Swim in the lake' });
    await expect(card.getByText('10 days', { exact: true })).toBeVisible();
    await expect(card.getByText('Soup for the winner')).toBeVisible();
    await expect(card.getByText('Goal progress')).toHaveCount(0);
    await card.getByRole('link', { name: /^View Details/ }).click();
    await openPart(page, 'Mission');
    await expect(page.getByText('Days Left').locator('..').getByRole('definition')).toHaveText('10');
  });

  await test.step("on an invited user's pages", async () => {
    for (const path of [`/join/${code}`, `/accept-invitation/${invitation}`]) {
      await guest.goto(path);
      await expect(guest.getByText('10 days, not started yet')).toBeVisible();
    }
    await signIn(guest, ben.token, '/invitations');
    await expect(guest.getByText('1 member, 10 days left')).toBeVisible();
  });
});

test('a member pages the feed by ten, and a link opens a check-in on its third page', async ({ page }) => {
  const { token } = await buildPerson(page, 'Ana Lind');
  const mission = await buildMission(page, token, 'Read 20 pages before bed');
  const code = await buildInvitationCode(page, token, mission);
  const first = await buildCheckin(page, token, mission, 'The very first page.');
  for (let at = 1; at <= 21; at++) {
    const { person, token: friend } = await buildMember(page, code, `Friend ${at}`);
    await buildCheckin(page, friend, mission, `${person.name} read too.`);
  }

  await signIn(page, token, `/mission/${mission}?part=team`);
  const rows = page.getByRole('region', { name: 'Recent Check-ins' }).getByRole('article');
  await expect(rows).toHaveCount(10);
  await expect(rows.first()).toContainText('Friend 21 read too.');
  // The feed is the last content on its side of the page, so scrolling loads more.
  await rows.last().scrollIntoViewIfNeeded();
  await expect(rows).toHaveCount(20);
  await rows.last().scrollIntoViewIfNeeded();
  await expect(rows).toHaveCount(22);
  await expect(page.getByRole('button', { name: 'Show more' })).toBeHidden();

  for (const size of [PHONE, WIDE]) {
    await page.setViewportSize(size);
    await page.goto('/dashboard');
    await page.goto(`/mission/${mission}#checkin-${first}`);
    await expect(page).toHaveURL(new RegExp(`/mission/${mission}\\?part=team#checkin-${first}$`));
    const parts = page.getByRole('navigation', { name: 'Mission' });
    await expect(parts.getByRole('link', { name: 'Team' })).toHaveAttribute('aria-current', 'page');
    const anchored = rows.filter({ hasText: 'The very first page.' });
    await expect(anchored).toBeFocused();
    await expect(anchored).toBeInViewport();
  }
});

const headingTops = (page: Page) =>
  page.getByRole('main').evaluate((main) => {
    const places = [...main.querySelectorAll('h2')].map((heading) => heading.getBoundingClientRect());
    return [places.filter(({ left }) => left <= 800), places.filter(({ left }) => left > 800)].map((column) =>
      column.map(({ top }) => top),
    );
  });

test('the parts of a mission have the same order in the document and on screen, at every width', async ({ page }) => {
  const { token } = await buildPerson(page, 'Ana Lind');
  const mission = await buildMission(page, token, 'Read 20 pages before bed');
  const code = await buildInvitationCode(page, token, mission);
  const parts = [
    ['', ['Daily Check-in']],
    ['?part=team', ['Recent Check-ins', 'Mission Stars']],
    ['?part=mission', ['About this mission', 'People']],
  ] as const;
  await signIn(page, token);
  for (const alone of [true, false]) {
    if (!alone) await buildMember(page, code, 'Ben Okoro');
    for (const [part, names] of parts) {
      await page.goto(`/mission/${mission}${part}`);
      for (const width of [390, 768, 1280]) {
        await page.setViewportSize({ width, height: 900 });
        for (const name of names) await expect(page.getByRole('heading', { name, exact: true })).toBeVisible();
        for (const tops of await headingTops(page))
          expect(tops, `${part} at ${width} px`).toEqual(tops.toSorted((one, other) => one - other));
      }
    }
  }
});

test('text typed in one part of a mission is still there after visiting another', async ({ page }) => {
  const { token } = await buildPerson(page, 'Ana Lind');
  const mission = await buildMission(page, token, 'Read 20 pages before bed');
  const ben = await buildMember(page, await buildInvitationCode(page, token, mission), 'Ben Okoro');
  await buildCheckin(page, ben.token, mission, 'Ten pages.');
  await signIn(page, token, `/mission/${mission}`);
  await choose(page.getByRole('radio', { name: 'Check In with Text' }));
  await page.getByLabel(/^Your Update/).fill('Twelve pages.');
  await openPart(page, 'Team');
  await page.getByRole('button', { name: 'Comment' }).click();
  await page.getByRole('combobox', { name: 'Comment' }).fill('And then?');
  await openPart(page, 'Mission');
  await openPart(page, 'Today');
  await expect(page.getByLabel(/^Your Update/)).toHaveValue('Twelve pages.');
  await openPart(page, 'Team');
  await expect(page.getByRole('combobox', { name: 'Comment' })).toHaveValue('And then?');
});

test.describe('check-ins', () => {
  test.use({ expected: /status of 400|ERR_(INTERNET_DISCONNECTED|FAILED)/ });

  test('a link opens the form, a double click checks in once, and an edit changes points', async ({ page }) => {
    const { token } = await buildPerson(page, 'Ana Lind');
    const mission = await buildMission(page, token, 'Read 20 pages before bed');
    await signIn(page, token);
    await page.getByRole('link', { name: 'Check In: Read 20 pages before bed' }).click();
    await expect(page).toHaveURL(new RegExp(`/mission/${mission}#checkin$`));
    await expect(page.getByRole('region', { name: 'Daily Check-in' })).toBeFocused();
    await expect(record(page)).toBeInViewport();

    const sent: string[] = [];
    page.on('request', (it) => it.method() === 'POST' && it.url().endsWith('/api/checkins') && sent.push(it.url()));
    // The second press can land on the card that replaces the form, so nothing has the focus.
    await record(page).dblclick();
    await expect(page.getByRole('heading', { name: "You've checked in today!" })).toBeVisible();
    await openPart(page, 'Check-ins');
    await expect(page.getByRole('button', { name: 'React to 1 check-in', exact: true })).toBeVisible();
    expect(sent).toHaveLength(1);

    await test.step('an edit changes the points on the card too', async () => {
      await openPart(page, 'Today');
      const card = page.locator('#checkin');
      await expect(card.getByText('+10 points')).toBeVisible();
      await fromDoneCard(page, 'Edit');
      const editing = card.getByRole('form', { name: 'Edit check-in' });
      await choose(editing.getByRole('radio', { name: 'Check In with Text' }));
      await editing.getByLabel(/^Your Update/).fill('Twenty pages.');
      await editing.getByRole('button', { name: 'Save Changes' }).click();
      await expect(card.getByText('+15 points')).toBeVisible();
    });
  });

  test('a check-in from another tab shows after the attempt', async ({ page }) => {
    const { token } = await buildPerson(page, 'Ana Lind');
    const mission = await buildMission(page, token, 'Read 20 pages before bed');
    // Otherwise a hint could report the other tab's check-in before the press.
    await withoutLive(page);
    await signIn(page, token, `/mission/${mission}`);
    await expect(record(page)).toBeVisible();
    await buildCheckin(page, token, mission, 'From the other tab.');
    await record(page).click();
    await expect(page.getByText('You have already checked in today')).toBeVisible();
    await expect(page.getByRole('heading', { name: "You've checked in today!" })).toBeVisible();
    await openPart(page, 'Check-ins');
    await expect(page.getByText('From the other tab.')).toBeVisible();
  });

  test('a check-in with a lost response is recorded once, however often it is sent', async ({ page }) => {
    const { token } = await buildPerson(page, 'Ana Lind');
    const mission = await buildMission(page, token, 'Read 20 pages before bed');
    await signIn(page, token, `/mission/${mission}`);
    await choose(page.getByRole('radio', { name: 'Check In with Text' }));
    await page.getByLabel(/^Your Update/).fill('On the train.');
    const ids: string[] = [];
    page.on('request', (it) => {
      if (it.method() !== 'POST' || !it.url().endsWith('/api/checkins')) return;
      ids.push((it.postDataJSON() as { client_id: string }).client_id);
    });
    const card = page.getByRole('region', { name: 'On this device' });
    let cut = true;

    await test.step('the server records it, but its response is lost', async () => {
      // The route stays: a request that was sent before `cut` ends still loses its response.
      await page.route('**/api/checkins', async (route) => {
        if (!cut) return route.fallback();
        await route.fetch();
        await route.abort();
      });
      await record(page).click();
      await expect(page.getByText("You've checked in today!")).toBeVisible();
      await expect(card).toContainText('On the train.');
      cut = false;
    });

    await page.evaluate(() => window.dispatchEvent(new Event('online')));
    await expect(card).toBeHidden();
    await openPart(page, 'Check-ins');
    await expect(page.getByRole('region', { name: 'Recent Check-ins' }).getByRole('article')).toHaveCount(1);
    expect(ids.length).toBeGreaterThan(1);
    expect(new Set(ids).size).toBe(1);
  });
});

test.describe('joining', () => {
  test.use({ expected: /status of 40[04]/ });

  test('a user joins with a valid code, but not with an unknown one or twice', async ({ page, another }) => {
    const visitor = await another();
    await visitor.goto('/join/2222222222');
    await expect(visitor.getByText('Invalid invitation link or mission no longer active')).toBeVisible();
    await visitor.getByRole('link', { name: 'Go to Login' }).click();
    await expect(visitor).toHaveURL(/\/login$/);

    const { token } = await buildPerson(page, 'Ana Lind');
    const code = await buildInvitationCode(page, token, await buildMission(page, token, 'Read 20 pages before bed'));
    await signIn(page, token, `/join/${code.toLowerCase()}`);
    await expect(page.getByText('You are already a member of this mission')).toBeVisible();
    await expect(page).toHaveURL(/\/mission\//);

    const ben = await buildPerson(page, 'Ben Okoro');
    const joining = await another();
    await signIn(joining, ben.token, `/join/${code}`);
    await expect(joining.getByRole('heading', { level: 1, name: 'Read 20 pages before bed' })).toBeVisible();
    await expect(joining).toHaveURL(/\/mission\//);
  });
});
