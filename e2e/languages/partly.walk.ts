import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { LANGUAGES } from '#messages/generated/languages.ts';
import type { PlainKey } from '#platform/i18n/translate.ts';
import { buildPerson, openLogin } from '../factories.ts';
import { expect, signIn, test } from '../fixtures.ts';
import { sayIn } from '../languages.ts';

const ESPERANTO = 'eo';
const NAME = 'Esperanto (85%)';

test.use({ expected: /status of 4/ });

test('a user chooses an incomplete language, which nobody gets automatically', async ({ page, another }) => {
  expect(LANGUAGES.map(({ tag }) => tag as string)).toContain(ESPERANTO);
  const { token } = await buildPerson(page, 'Ana Lind');
  const bearer = { authorization: `Bearer ${token}` };

  await test.step('no browser gets it by requesting it', async () => {
    const visitor = await another({ locale: 'eo' });
    await openLogin(visitor);
    await expect(visitor.locator('html')).toHaveAttribute('lang', 'en');
    await expect(visitor.getByRole('heading', { name: 'Good to see you' })).toBeVisible();
    await expect(visitor.locator('#language').getByRole('option', { name: NAME, exact: true })).toBeAttached();
    await visitor.locator('#language').selectOption(ESPERANTO);
    await expect(visitor.locator('html')).toHaveAttribute('lang', ESPERANTO);
    // From now on, the browser has it.
    await visitor.reload();
    await expect(visitor.locator('html')).toHaveAttribute('lang', ESPERANTO);
    await expect(visitor.getByRole('heading', { name: sayIn(ESPERANTO)('start.login.heading') })).toBeVisible();
  });

  await test.step('the settings keep it', async () => {
    await signIn(page, token, '/settings');
    await page.locator('#language').selectOption({ label: NAME });
    await expect(page.locator('html')).toHaveAttribute('lang', ESPERANTO);
    await expect
      .poll(async () => (await page.request.get('/api/settings', { headers: bearer })).json())
      .toMatchObject({ language: ESPERANTO });
    await page.reload();
    await expect(page.locator('#language')).toHaveValue(ESPERANTO);
  });

  await test.step('errors are in it, or in English if missing', async () => {
    const say = sayIn(ESPERANTO);
    const headers = { 'accept-language': ESPERANTO };
    const refused = [
      await page.request.post('/api/auth/login', { headers, data: { email: 'a@example.com', password: 'not it' } }),
      await page.request.get('/api/missions', { headers }),
      await page.request.get('/api/nothing', { headers }),
    ];
    const details: string[] = [];
    for (const answer of refused) {
      const { code, detail } = (await answer.json()) as { code: string; detail: string };
      expect(answer.headers()).toMatchObject({ 'content-language': ESPERANTO });
      expect(detail).toBe(say(`errors.${code}` as PlainKey & 'errors.not_found'));
      details.push(detail);
    }
    expect(details).toContain(sayIn('en')('errors.wrong_credentials'));
    expect(details.some((detail) => detail.startsWith('«'))).toBe(true);
  });

  await test.step("no other language's file was needed", () => {
    const changed = execFileSync('git', ['status', '--porcelain', '--untracked-files=all'], {
      cwd: join(import.meta.dirname, '../..'),
      encoding: 'utf8',
    });
    const lines = changed.split('\n').filter(Boolean);
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.filter((line) => !line.startsWith('?? src/messages/eo/'))).toEqual([]);
  });
});
