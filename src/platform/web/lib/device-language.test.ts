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

it("uses the browser's language without a choice, and writes nothing", async () => {
  browse(['zh-CN', 'en']);
  await startLanguage();
  expect(getT()('start.login.sign_in')).toBe('登录');
  expect(document.documentElement).toMatchObject({ lang: 'zh-Hans', dir: 'ltr' });
  expect([chosenLanguage(), cookies]).toEqual([null, []]);
});

it("prefers the choice over the browser's language and renews the cookie at each start", async () => {
  browse(['ms']);
  stored.set('language', 'ar');
  await startLanguage();
  expect(document.documentElement).toMatchObject({ lang: 'ar', dir: 'rtl' });
  expect(cookies).toEqual(['language=ar; Path=/; SameSite=Lax; Max-Age=34560000; Secure']);
});

it('ignores a chosen language that no longer exists', async () => {
  browse(['ms']);
  stored.set('language', 'xx');
  await startLanguage();
  expect([chosenLanguage(), getT().language.tag, cookies]).toEqual([null, 'ms', []]);
});

it("uses the page's texts if they are in the device's language, and otherwise loads its own", async () => {
  browse(['ms'], { lang: 'ms', textContent: '{"start.login.sign_in":"Dari halaman"}' });
  await startLanguage();
  expect(getT()('start.login.sign_in')).toBe('Dari halaman');
  browse(['zh'], { lang: 'ms', textContent: '{"start.login.sign_in":"Dari halaman"}' });
  await startLanguage();
  expect(getT()('start.login.sign_in')).toBe('登录');
});

it('stores a choice for the next visit and for the server, and follows the browser without one', async () => {
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

it('follows a choice in another tab', async () => {
  browse(['en']);
  await startLanguage();
  stored.set('language', 'zh-Hans');
  onStorage({ key: 'language' });
  await vi.waitFor(() => expect(getT().language.tag).toBe('zh-Hans'), 10_000);
});

it('refuses a language that does not exist', async () => {
  browse(['ms']);
  await startLanguage();
  await chooseLanguage('xx');
  expect([getT().language.tag, stored.has('language'), cookies]).toEqual(['ms', false, []]);
});
