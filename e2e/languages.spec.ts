import type { Page } from '@playwright/test';
import type { Translate } from '#platform/i18n/translate.ts';
import { buildMission, buildPerson, openLogin } from './factories.ts';
import { expect, expectScreen, newPerson, signIn, test, toast } from './fixtures.ts';
import { expectSpokenIn, linkOf, sayIn } from './languages.ts';
import { readMail } from './mail.ts';

// Accessibility checks take time on a busy machine.
test.describe.configure({ timeout: 180_000 });

const TITLE = '20 × 20';
/** A browser's locale, and the language that it gets. */
const VISITORS = [
  { locale: 'ms-MY', tag: 'ms', dir: 'ltr' },
  { locale: 'zh-CN', tag: 'zh-Hans', dir: 'ltr' },
  { locale: 'ar-EG', tag: 'ar', dir: 'rtl' },
];

const chooseLanguage = (page: Page, tag: string) => page.locator('#language').selectOption(tag);

const openPartIn = (page: Page, say: Translate, part: 'today' | 'checkins' | 'mission') =>
  page
    .getByRole('navigation', { name: say('app.missions.page.title'), exact: true })
    .getByRole('link', { name: say(`app.missions.page.${part}`), exact: true })
    .click();

async function expectLanguage(page: Page, lang: string, dir: string): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('lang', lang);
  await expect(page.locator('html')).toHaveCSS('direction', dir);
}

for (const { locale, tag, dir } of VISITORS)
  test.describe(`a browser in ${locale}`, () => {
    test.use({ locale });

    test(`a visitor signs up and checks in, all in ${tag}`, async ({ page }) => {
      const say = sayIn(tag);
      const person = newPerson('Ana Lind');

      await test.step("the server's page is already in the language", async () => {
        const served = await page.goto('/login');
        expect(served!.headers()).toMatchObject({ 'content-language': tag });
        expect(await served!.text()).toMatch(new RegExp(`<html[^>]* lang="${tag}"`));
        await openLogin(page);
        await expectLanguage(page, tag, dir);
        await expect(page).toHaveTitle(new RegExp(say('start.login.title')));
        await expect(page.getByRole('heading', { name: say('start.login.heading') })).toBeVisible();
        await expect(page.locator('#language')).toHaveValue(tag);
        await expectSpokenIn(page, tag);
        await expectScreen(page, `login in ${tag}`, { scan: true });
      });

      await test.step('the select in the footer changes it and back', async () => {
        await chooseLanguage(page, 'en');
        await expect(page.getByRole('heading', { name: 'Good to see you' })).toBeVisible();
        await expectLanguage(page, 'en', 'ltr');
        await page.reload();
        await expect(page.getByRole('heading', { name: 'Good to see you' })).toBeVisible();
        await chooseLanguage(page, tag);
        await expect(page.getByRole('heading', { name: say('start.login.heading') })).toBeVisible();
        await expectLanguage(page, tag, dir);
      });

      await test.step('registering', async () => {
        await page.getByRole('link', { name: linkOf(say, 'start.login.sign_up'), exact: true }).click();
        await expect(page.getByRole('heading', { name: say('start.register.title') })).toBeVisible();
        await page.getByRole('button', { name: say('start.register.get_started') }).click();
        await expect(page.getByText(say('problems.required', { label: say('problems.labels.name') }))).toBeVisible();
        await expectSpokenIn(page, tag);
        await expectScreen(page, `register in ${tag}, with errors`, { scan: true });
        await page.getByLabel(say('start.fields.name')).fill(person.name);
        await page.getByLabel(say('start.fields.email')).fill(person.email);
        await page.getByLabel(say('start.fields.password'), { exact: true }).fill(person.password);
        await page.getByLabel(say('start.fields.confirm')).fill(person.password);
        await page.getByRole('button', { name: say('start.register.get_started') }).click();
        await expect(toast(page, say('start.register.welcome'))).toBeVisible();
        await expect(page.getByRole('heading', { name: say('app.profile.first.title') })).toBeVisible();
        await page.getByRole('button', { name: say('app.profile.first.save') }).click();
        await expect(page).toHaveURL(/\/dashboard$/);
      });

      const token = await page.evaluate(() => localStorage.getItem('token')!);
      const mission = await buildMission(page, token, TITLE);

      await test.step('the dashboard', async () => {
        await page.reload();
        await expect(page.getByText(TITLE).first()).toBeVisible();
        await expectSpokenIn(page, tag);
        await expectScreen(page, `dashboard in ${tag}`, { scan: true });
      });

      await test.step('checking in', async () => {
        await page.goto(`/mission/${mission}`);
        await expect(page.getByRole('button', { name: say('app.checkins.card.record') })).toBeVisible();
        await expectSpokenIn(page, tag);
        await page.getByRole('button', { name: say('app.checkins.card.record') }).click();
        await expect(page.getByText(say('app.checkins.done.title'))).toBeVisible();
        await expect(page.getByText(say('app.members.fire.ask'), { exact: true })).toBeVisible();
        await expectSpokenIn(page, tag);
        await expectScreen(page, `mission page in ${tag}, done`, { scan: true });
      });

      await test.step('the remaining parts of the mission', async () => {
        await openPartIn(page, say, 'checkins');
        await expect(page).toHaveURL(/part=/);
        await expectSpokenIn(page, tag);
        await expectScreen(page, `mission page in ${tag}, its check-ins`, { scan: true });
        await openPartIn(page, say, 'mission');
        await expect(page.getByText('All of us to the last day')).toBeVisible();
        await expectSpokenIn(page, tag);
        await expectScreen(page, `mission page in ${tag}, what it is`, { scan: true });
      });

      await test.step('the settings', async () => {
        await page.goto('/settings');
        await expect(page.getByText(say('app.settings.sessions.this_device'), { exact: true })).toBeVisible();
        await expect(page.locator('#language')).toHaveValue(tag);
        await expectSpokenIn(page, tag);
        await expectScreen(page, `settings in ${tag}`, { scan: true });
      });
    });
  });

test.describe('the language of an account', () => {
  // A text that cannot be loaded.
  test.use({ expected: /assets\/text-/ });

  test('a user chooses Arabic, keeps typed text, and gets it on another browser', async ({ page, another }) => {
    const [english, arabic] = [sayIn('en'), sayIn('ar')];
    const { person, token } = await buildPerson(page, 'Ana Lind');
    const mission = await buildMission(page, token, TITLE);
    await signIn(page, token, '/settings');
    const select = page.locator('#language');
    await expect(select).toHaveValue('');

    await test.step('a language that cannot be loaded leaves the old one', async () => {
      await page.route('**/assets/text-ar-*', (route) => route.abort());
      await select.selectOption('ar');
      await expect(toast(page, english('start.site.language_failed'))).toBeVisible();
      await expect(select).toHaveValue('');
      await expectLanguage(page, 'en', 'ltr');
      await page.unroute('**/assets/text-ar-*');
      await expect(toast(page, english('start.site.language_failed'))).toBeHidden({ timeout: 20_000 });
    });

    const writing = await page.context().newPage();
    await test.step('it changes immediately, also in a tab with typed text', async () => {
      await writing.goto(`/mission/${mission}`);
      await writing.getByRole('radio', { name: english('app.checkins.fields.text') }).check({ force: true });
      const update = writing.getByRole('textbox');
      await update.fill('Page 22, and');
      await page.evaluate(() => Object.assign(window, { isSame: true }));
      await select.focus();
      await select.selectOption('ar');
      await expect(page.getByLabel(arabic('app.settings.appearance.language'))).toHaveValue('ar');
      await expectLanguage(page, 'ar', 'rtl');
      await expect(select).toBeFocused();
      expect(await page.evaluate(() => 'isSame' in window)).toBe(true);
      await expectSpokenIn(page, 'ar');
      await expect(writing.getByRole('button', { name: arabic('app.checkins.card.record') })).toBeVisible();
      await expectLanguage(writing, 'ar', 'rtl');
      await expect(update).toHaveValue('Page 22, and');
      await expectSpokenIn(writing, 'ar');
    });

    await test.step('another browser uses it too', async () => {
      const other = await another();
      await openLogin(other);
      await expectLanguage(other, 'en', 'ltr');
      await other.getByLabel(english('start.fields.email')).fill(person.email);
      await other.getByLabel(english('start.fields.password'), { exact: true }).fill(person.password);
      await other.getByRole('button', { name: english('start.login.sign_in') }).click();
      await expect(other.getByRole('button', { name: arabic('app.frame.account.menu') })).toBeVisible();
      await expectLanguage(other, 'ar', 'rtl');
      // The greeting was still on the page in English.
      await expect(toast(other, english('start.login.welcome_back'))).toBeHidden({ timeout: 20_000 });
      await expectSpokenIn(other, 'ar');
    });

    await test.step('emails use it, whatever causes them', async () => {
      const asked = await page.request.post('/api/auth/forgot-password', {
        headers: { 'accept-language': 'en' },
        data: { email: person.email },
      });
      expect(await asked.json()).toMatchObject({ message: english('server.answers.reset_sent') });
      await expect.poll(async () => (await readMail(person.email)).subject).toBe(arabic('server.mails.reset.subject'));
      const mail = await readMail(person.email);
      expect(mail.html).toContain('<html lang="ar" dir="rtl"');
      expect(mail.html).toContain(arabic('server.mails.reset.stays'));
    });
  });
});
