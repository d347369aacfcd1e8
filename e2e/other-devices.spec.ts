import { expectPersisted, readRows, untilInstalled } from './device.ts';
import { buildMission, buildPerson, fillLogin, openLogin } from './factories.ts';
import { expect, signIn, test, ZONE } from './fixtures.ts';

test.describe('a second user of a browser', () => {
  // The server ends the first user's session, and check-ins are cut off.
  test.use({ serviceWorkers: 'allow', expected: /failed: |Failed to load resource/ });

  test('sees and sends nothing of the first user', async ({ page }) => {
    const ann = await buildPerson(page, 'Ann First');
    const bob = await buildPerson(page, 'Bob Second');
    const mission = await buildMission(page, ann.token, 'Only for Ann');
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/api/checkins'))
        sent.push(request.headers().authorization ?? '');
    });
    await signIn(page, ann.token, `/mission/${mission}`);
    await untilInstalled(page);
    await expectPersisted(page, 'Only for Ann');
    await page.route('**/api/checkins', (route) => route.abort('internetdisconnected'));
    await page.getByRole('button', { name: 'Record Check-in' }).first().click();
    const bar = page.getByRole('region', { name: 'On this device' });
    await expect(bar).toContainText('1 waiting');

    await page.request.post('/api/auth/logout', { headers: { authorization: `Bearer ${ann.token}` } });
    await page.goto('/dashboard');
    await expect(page).toHaveURL(/\/login/);
    await openLogin(page);
    await fillLogin(page, bob.person);
    await expect(page.getByText('No missions yet')).toBeVisible();
    await page.unrouteAll();
    sent.length = 0;
    // Wakes the outbox of this tab and lets its timers run.
    await page.evaluate(() => window.dispatchEvent(new Event('online')));
    await page.waitForTimeout(4000);
    await page.goto(`/mission/${mission}`);
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
    await expect(page.getByText(/Only for Ann|Ann First/)).toHaveCount(0);
    await expect(bar).toHaveCount(0);
    expect(sent).toEqual([]);
    expect((await readRows(page)).filter((row) => row.startsWith('outbox') && row.includes(mission))).toHaveLength(1);

    await test.step('the first user sends it after signing in again', async () => {
      await page.evaluate(() => localStorage.removeItem('token'));
      await openLogin(page);
      await fillLogin(page, ann.person);
      await expect.poll(async () => (await readRows(page)).filter((row) => row.startsWith('outbox'))).toEqual([]);
      const token = await page.evaluate(() => localStorage.getItem('token'));
      expect(new Set(sent)).toEqual(new Set([`Bearer ${token}`]));
    });
  });
});

for (const [locale, words] of [
  ['th-TH-u-ca-buddhist', 'imperial Thai years'],
  ['fa-IR-u-ca-persian-nu-arabext', 'Persian years and digits'],
  ['ar-SA-u-ca-islamic-umalqura-nu-arab', 'Arabic years and digits'],
  ['my-MM-u-nu-mymr', 'Burmese digits'],
  ['ja-JP-u-ca-japanese', 'imperial Japanese years'],
] as const)
  test.describe(`a browser in ${words}`, () => {
    test.use({ locale });

    test('checks in on the right day', async ({ page }) => {
      const { token } = await buildPerson(page, 'Cal Other');
      const mission = await buildMission(page, token, 'Count the days');
      await signIn(page, token, `/mission/${mission}#checkin`);
      const sent = page.waitForResponse((answer) => answer.url().endsWith('/api/checkins'));
      await page.locator('form:has(#checkin-title) button[type=submit]').click();
      expect((await sent).status()).toBe(201);
      const today = new Intl.DateTimeFormat('sv-SE', { timeZone: ZONE }).format(new Date());
      const answer = await page.request.get(`/api/missions/${mission}/checkins`, {
        headers: { authorization: `Bearer ${token}` },
      });
      expect(((await answer.json()) as { local_day: string }[]).map(({ local_day }) => local_day)).toEqual([today]);
    });
  });
