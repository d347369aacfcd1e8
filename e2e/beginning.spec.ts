import type { Page } from '@playwright/test';
import { buildCheckin, buildInvitationCode, buildMember, buildMission, buildPerson } from './factories.ts';
import {
  expect,
  expectNoOverflow,
  expectScreen,
  openInvite,
  openPart,
  PHONE,
  signIn,
  test,
  toast,
} from './fixtures.ts';
import { startTimeServer, type TimeServer } from './shifted-server.ts';

// Accessibility checks of several screens take time.
test.slow();

const sheet = (page: Page) => page.getByRole('dialog', { name: 'Invite Friends' });
const asking = (page: Page) => page.getByRole('dialog', { name: 'Who is coming with you?' });

/** Fakes the share sheet of a phone; `refusal` is the name of its error. */
async function stubShare(page: Page, refusal?: string): Promise<void> {
  await page.addInitScript((name) => {
    const share = async (data: ShareData) => {
      sessionStorage.setItem('shared', JSON.stringify(data));
      if (name) throw new DOMException('refused', name);
    };
    Object.defineProperty(navigator, 'share', { value: share, configurable: true });
  }, refusal);
}
const shared = (page: Page) => page.evaluate(() => JSON.parse(sessionStorage.getItem('shared') ?? 'null'));

test('a new owner sees the patch and how to invite, then checks in, once', async ({ page }) => {
  await page.setViewportSize(PHONE);
  await stubShare(page);
  const { token } = await buildPerson(page, 'Ana Lind');
  const id = await buildMission(page, token, 'One sketch a day');
  await signIn(page, token, `/mission/${id}?created=true`);

  await test.step('one press shares the link and creates the code without another toast', async () => {
    await expect(asking(page)).toBeVisible();
    await expectScreen(page, 'mission page, just created', { scan: true });
    await asking(page).getByRole('button', { name: 'Share the link' }).click();
    await expect.poll(async () => (await shared(page))?.url).toMatch(/\/join\/[2-9A-Z]{10}$/);
    expect(await shared(page)).toMatchObject({ title: 'One sketch a day' });
    await expect(page.getByText('Invitation code generated successfully!')).toBeHidden();
  });

  await test.step('neither a reload nor continuing shows it again', async () => {
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: 'One sketch a day' })).toBeVisible();
    await expect(asking(page)).toBeHidden();
    await page.evaluate(() => sessionStorage.removeItem('created-shown'));
    await page.goto(`/mission/${id}?created=true`);
    await asking(page).getByRole('button', { name: 'Start on my own' }).click();
    await expect(asking(page)).toBeHidden();
    await expect(page).toHaveURL(new RegExp(`/mission/${id}$`));
    await expect(page.locator('#checkin')).toBeFocused();
  });

  await test.step('the email form is one press away and keeps the typed text', async () => {
    await page.evaluate(() => sessionStorage.removeItem('created-shown'));
    await page.goto(`/mission/${id}?created=true`);
    await asking(page).getByRole('button', { name: 'Invite by email' }).click();
    await asking(page).getByLabel('Email Address').fill('ben@example.com');
    await page.keyboard.press('Escape');
    await expect(asking(page)).toBeHidden();
    await expect((await openInvite(page)).getByLabel('Email Address')).toHaveValue('ben@example.com');
  });
});

test('a solo member reads nothing about a team and can invite someone', async ({ page }) => {
  const { token } = await buildPerson(page, 'Ana Lind');
  const id = await buildMission(page, token, 'One sketch a day');
  await page.setViewportSize(PHONE);
  await signIn(page, token, `/mission/${id}`);
  await expect(page.getByRole('link', { name: /^Ask someone along/ })).toBeVisible();
  await expect(page.getByRole('button', { name: /Who is in today/ })).toBeHidden();
  await expect(page.getByRole('link', { name: 'Team', exact: true })).toBeHidden();
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNoOverflow(page);
  await page.setViewportSize(PHONE);

  const stars = page.getByRole('region', { name: 'Mission Stars' });
  const rank = stars.getByRole('img', { name: /rank 1/ });
  await test.step('nothing shows a team or a win before the first check-in', async () => {
    await openPart(page, 'Check-ins');
    await expect(page.getByRole('region', { name: 'Your quilt' })).toBeVisible();
    await expect(page.getByText('Team quilt')).toBeHidden();
    await expect(stars.getByRole('listitem')).toHaveCount(1);
    await expect(rank).toBeHidden();
    await openPart(page, 'Mission');
    await expect(page.getByText('Your streak 0 of 24. Your level 1 of 3.')).toBeVisible();
  });

  await buildCheckin(page, token, id);
  await page.reload();
  await expect(page.getByText('Your streak 1 of 24. Your level 1 of 3.')).toBeVisible();
  await openPart(page, 'Check-ins');
  await expect(rank).toBeVisible();
});

test('every invite button opens one sheet, which stays in the address until it closes', async ({ page }) => {
  const { token } = await buildPerson(page, 'Ana Lind');
  const id = await buildMission(page, token, 'One sketch a day');
  await page.setViewportSize(PHONE);
  await signIn(page, token, `/mission/${id}`);
  const close = async () => {
    await expect(sheet(page)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(sheet(page)).toBeHidden();
    await expect(page).toHaveURL(new RegExp(`/mission/${id}(\\?part=mission)?$`));
  };

  await test.step('a solo member opens it', async () => {
    const ask = page.getByRole('link', { name: 'Ask someone along' });
    await ask.click();
    await expect(sheet(page)).toBeVisible();
    await expect(page).toHaveURL(/\?invite=true$/);
    await expect(sheet(page).getByRole('button', { expanded: true })).toHaveCount(0);
    await expectScreen(page, 'mission page, inviting', { scan: true });
    await page.reload();
    await expect(sheet(page)).toBeVisible();
    await close();
    await ask.click();
    await close();
    await expect(ask).toBeFocused();
  });

  await test.step('the page and the old link open it', async () => {
    await openInvite(page, 'Invite by email', 'Link and code');
    await expect(sheet(page).getByRole('button', { expanded: true })).toHaveCount(2);
    await close();
    await page.goto('/dashboard');
    await page.goto(`/mission/${id}#invite`);
    await expect(sheet(page)).toBeVisible();
    await close();
  });

  await test.step('the list of members opens it', async () => {
    await buildMember(page, await buildInvitationCode(page, token, id), 'Ben Okoro');
    await page.reload();
    await openPart(page, 'Mission');
    await page.getByRole('button', { name: 'Members', exact: true }).click();
    const members = page.getByRole('dialog', { name: 'Members' });
    await members.getByRole('link', { name: 'Invite Friends' }).click();
    await expect(members).toBeHidden();
    await expect(sheet(page)).toBeVisible();
    await close();
  });
});

test('a browser without sharing copies the invitation, and closing the share sheet does nothing', async ({
  page,
  another,
}) => {
  const { token } = await buildPerson(page, 'Ana Lind');
  const id = await buildMission(page, token, 'One sketch a day');
  const press = async (screen: Page) => {
    await signIn(screen, token, `/mission/${id}`);
    await openInvite(screen, 'Link and code');
    await sheet(screen).getByRole('button', { name: 'Share the link' }).click();
  };
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await stubShare(page, 'NotAllowedError');
  await press(page);
  await expect(toast(page, 'Invitation text copied to clipboard!')).toBeVisible();
  const link = sheet(page).getByText(/\/join\//);
  await expect(link).not.toContainText('http');
  const closed = await another();
  await stubShare(closed, 'AbortError');
  await press(closed);
  await expect.poll(() => shared(closed)).not.toBeNull();
  await expect(sheet(closed).getByRole('button', { name: 'Share the link' })).toBeEnabled();
  await expect(toast(closed, 'Invitation text copied to clipboard!')).toBeHidden();
});

test('the fire shows everyone in their own state, and phones can always go home', async ({ page }) => {
  const ana = await buildPerson(page, 'Ana Lind');
  const id = await buildMission(page, ana.token, 'One sketch a day');
  const code = await buildInvitationCode(page, ana.token, id);
  const names = ['Ben Okoro', 'Mei Ling Wong', 'Farid', 'Oluwaseun Adebayo', 'Kim', 'Sam', 'Lena', 'Raj', 'Noor'];
  for (const [at, name] of names.entries()) {
    const { token } = await buildMember(page, code, name);
    if (at % 2 === 0) await buildCheckin(page, token, id);
  }
  await page.setViewportSize(PHONE);
  await signIn(page, ana.token, `/mission/${id}`);
  const scene = page.locator('[data-scene="fire"]');
  await expect(scene.locator('[data-seat]')).toHaveCount(8);
  await expect(scene).toContainText('+2');
  await expect(scene.locator('text', { hasText: 'You' })).toBeVisible();
  await expectScreen(page, 'mission page, the fire of eight', { scan: true });

  await test.step('names stay inside the picture and do not overlap', async () => {
    const boxes = await scene.evaluate((svg) =>
      [...svg.querySelectorAll<SVGTextElement>('g[font-size="20"] text')].map((text) => {
        const { x, y, width, height } = text.getBBox();
        return { left: x, right: x + width, top: y, bottom: y + height };
      }),
    );
    expect(boxes.length).toBeGreaterThan(2);
    for (const [at, box] of boxes.entries()) {
      expect(Math.min(box.left, 560 - box.right, 380 - box.top)).toBeGreaterThanOrEqual(0);
      for (const other of boxes.slice(at + 1))
        expect(
          box.right <= other.left || other.right <= box.left || box.bottom <= other.top || other.bottom <= box.top,
        ).toBe(true);
    }
  });

  await openPart(page, 'Team');
  await page.getByRole('region', { name: 'Mission Stars' }).scrollIntoViewIfNeeded();
  const bar = page.getByRole('navigation', { name: 'Main' });
  await bar.getByRole('link', { name: 'Home' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('a traveler is asked on dashboard and mission page about a new time zone', async ({ page, another }) => {
  const { token } = await buildPerson(page, 'Ana Lind', 'Europe/Berlin');
  const id = await buildMission(page, token, 'One sketch a day');
  const question = (screen: Page) => screen.getByRole('region', { name: 'Timezone of this device' });

  await test.step('the dashboard remembers `Not now`', async () => {
    const phone = await another({ timezoneId: 'Asia/Tokyo', viewport: PHONE });
    await signIn(phone, token);
    await expect(question(phone)).toContainText('Have you moved?');
    await expectScreen(phone, 'dashboard, moved to another zone', { scan: true });
    await question(phone).getByRole('button', { name: 'Not now' }).click();
    await expect(question(phone)).toBeHidden();
    await phone.goto(`/mission/${id}`);
    await expect(phone.getByRole('heading', { level: 1, name: 'One sketch a day' })).toBeVisible();
    await expect(question(phone)).toBeHidden();
  });

  await test.step('the mission page saves the new zone immediately', async () => {
    const laptop = await another({ timezoneId: 'Asia/Tokyo' });
    await signIn(laptop, token, `/mission/${id}`);
    await expect(question(laptop)).toContainText('Have you moved?');
    await expectScreen(laptop, 'mission page, moved to another zone', { scan: true });
    await question(laptop).getByRole('button', { name: 'Use this timezone' }).click();
    await expect(toast(laptop, 'Profile updated successfully!')).toBeVisible();
    await expect(question(laptop)).toBeHidden();
    const me = await laptop.request.get('/api/auth/me', { headers: { authorization: `Bearer ${token}` } });
    expect(await me.json()).toMatchObject({ timezone: 'Asia/Tokyo' });
  });
});

test.describe('on the morning after', () => {
  const DAY_MS = 86_400_000;
  const zone = 'Asia/Kuala_Lumpur';
  /** 9:00 in Kuala Lumpur, which has no daylight saving time. */
  const MORNING_MS = Math.ceil(Date.now() / DAY_MS) * DAY_MS + 3_600_000;
  let server: TimeServer;
  test.beforeAll(async () => {
    server = await startTimeServer();
  });
  test.afterAll(() => server.stop());

  test('a member checks in for yesterday with one tap until noon', async ({ another }) => {
    await server.setNow(new Date(MORNING_MS));
    const page = await another({ baseURL: server.url, timezoneId: zone });
    await page.clock.install({ time: MORNING_MS });
    const { token } = await buildPerson(page, 'Ana Lind', zone);
    const at = (ms: number) => ({ start_date: new Date(ms).toISOString() });
    const id = await buildMission(page, token, 'One sketch a day', 0, at(MORNING_MS));
    await buildMission(page, token, 'Walk after lunch', 0, at(MORNING_MS));
    const late = await buildMission(page, token, 'Stretch', 0, at(MORNING_MS));

    const next = new Date(MORNING_MS + DAY_MS);
    await server.setNow(next);
    await page.clock.setSystemTime(next);
    const offer = page.getByRole('button', { name: /^Check in for \d+ [A-Z][a-z]+$/ });

    await test.step('the dashboard opens a sheet, because several missions are open', async () => {
      await signIn(page, token);
      await expect(page.getByText(/until noon: .*, .*, /)).toContainText('Walk after lunch');
      await offer.click();
      const sheet = page.getByRole('dialog', { name: /^Check in for \d+/ });
      await expect(sheet).toBeVisible();
      await expectScreen(page, 'sheet of check-ins for yesterday', { scan: true });
      await sheet.getByRole('button', { name: 'Ill? Take a break' }).click();
      await expect(page.getByRole('dialog', { name: 'Take a break' })).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog', { name: 'Take a break' })).toBeHidden();
      await expect(sheet.getByRole('button', { name: 'Ill? Take a break' })).toBeFocused();
      await sheet.getByRole('button', { name: 'Check In: Walk after lunch' }).click();
      await expect(sheet.getByRole('paragraph').filter({ hasText: /^Checked in$/ })).toBeVisible();
      await sheet.getByRole('button', { name: 'Done' }).click();
      await expect(offer).toBeFocused();
      await expect(page.getByText(/until noon: /)).not.toContainText('Walk after lunch');
      // Today's list has the same row and no other text about yesterday.
      await page.getByRole('link', { name: 'Check In, 3 open' }).click();
      await expect(page.getByRole('dialog').getByText('Forgot to check in yesterday?')).toHaveCount(1);
    });

    await page.goto(`/mission/${id}?part=team`);
    const quilt = page.getByRole('region', { name: 'Your quilt' });
    await expect(quilt).toContainText('0 squares sewn');
    await offer.click();
    await expect(quilt).toContainText('1 square sewn');
    await expect(page.getByText('Forgot to check in yesterday?')).toBeHidden();
    await openPart(page, 'Today');
    await expect(page.getByRole('button', { name: 'Record Check-in' })).toBeVisible();

    await page.goto('/dashboard');
    await expect(page.getByText('You have until noon: Stretch.')).toBeVisible();
    const noon = new Date(MORNING_MS + DAY_MS + 3 * 3_600_000);
    await server.setNow(noon);
    await page.clock.setSystemTime(noon);
    await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
    await expect(page.getByText('Forgot to check in yesterday?')).toBeHidden();
    await page.goto(`/mission/${late}`);
    await expect(page.getByRole('button', { name: 'Record Check-in' })).toBeVisible();
    await expect(page.getByText('Forgot to check in yesterday?')).toBeHidden();
  });
});
