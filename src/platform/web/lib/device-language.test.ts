import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { chooseLanguage, chosenLanguage, startLanguage } from './device-language.ts';
import { changeLanguage, getT } from './language.ts';

const stored = new Map<string, string>();
let cookies: string[] = [];
let onStorage: (event: { key: string | null }) => void = () => undefined;

/** Simulates a browser with its preferred languages; `page` contains the inline messages. */
function browse(languages: string[], page?: { lang: string; textContent: string }): void {
  const root = { lang: 'en', dir: '' };
  vi.stubGlobal('navigator', { languages });
  vi.stubGlobal('location', { protocol: 'https:' });
  vi.stubGlobal('window', { addEventListener: (_: string, listener: typeof onStorage) => (onStorage = listener) });
  vi.stubGlobal('document', {
    documentElement: root,
    getElementById: () => page ?? null,
    set cookie(value: string) {
      cookies.push(value);
    },
  });
}

beforeEach(() => {
  stored.clear();
  cookies = [];
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
});
afterEach(async () => {
  await changeLanguage('en');
  vi.unstubAllGlobals();
});

it('Without a choice a device has the language of its browser, and writes nothing.', async () => {
  browse(['zh-CN', 'en']);
  await startLanguage();
  expect(getT()('start.login.sign_in')).toBe('登录');
  expect(document.documentElement).toMatchObject({ lang: 'zh-Hans', dir: 'ltr' });
  expect([chosenLanguage(), cookies]).toEqual([null, []]);
});

it('A choice counts more than the browser, turns the page and is told to the server again at each start.', async () => {
  browse(['ms']);
  stored.set('language', 'ar');
  await startLanguage();
  expect(document.documentElement).toMatchObject({ lang: 'ar', dir: 'rtl' });
  expect(cookies).toEqual(['language=ar; Path=/; SameSite=Lax; Max-Age=34560000; Secure']);
});

it('A chosen language that is gone counts as none.', async () => {
  browse(['ms']);
  stored.set('language', 'xx');
  await startLanguage();
  expect([chosenLanguage(), getT().language.tag, cookies]).toEqual([null, 'ms', []]);
});

it('The texts of the page are taken where they are in the language of the device, else its own are loaded.', async () => {
  browse(['ms'], { lang: 'ms', textContent: '{"start.login.sign_in":"Dari halaman"}' });
  await startLanguage();
  expect(getT()('start.login.sign_in')).toBe('Dari halaman');
  browse(['zh'], { lang: 'ms', textContent: '{"start.login.sign_in":"Dari halaman"}' });
  await startLanguage();
  expect(getT()('start.login.sign_in')).toBe('登录');
});

it('Choosing stores the language for the next visit and for the server; choosing none follows the browser again.', async () => {
  browse(['ms']);
  await startLanguage();
  await chooseLanguage('ar');
  expect([getT().language.tag, stored.get('language'), cookies.at(-1)]).toEqual([
    'ar',
    'ar',
    'language=ar; Path=/; SameSite=Lax; Max-Age=34560000; Secure',
  ]);
  await chooseLanguage(null);
  expect([getT().language.tag, stored.has('language'), cookies.at(-1)]).toEqual([
    'ms',
    false,
    'language=; Path=/; SameSite=Lax; Max-Age=0; Secure',
  ]);
});

it('Another tab follows.', async () => {
  browse(['en']);
  await startLanguage();
  stored.set('language', 'zh-Hans');
  onStorage({ key: 'language' });
  await vi.waitFor(() => expect(getT().language.tag).toBe('zh-Hans'), 10_000);
});

it('A language that there is not cannot be chosen.', async () => {
  browse(['ms']);
  await startLanguage();
  await chooseLanguage('xx');
  expect([getT().language.tag, stored.has('language'), cookies]).toEqual(['ms', false, []]);
});
