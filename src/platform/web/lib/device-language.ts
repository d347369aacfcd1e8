import { matchLanguage } from '#platform/i18n/match.ts';
import { changeLanguage, getLanguages, loadInlineMessages, loadParts } from './language.ts';

/**
 * Keep this key and rule equal to public/language.js, which runs before the first paint. The server reads the cookie.
 */
const KEY = 'language';
const COOKIE_S = 34_560_000;

const isKnown = (tag: string | null): boolean => getLanguages().some((language) => language.tag === tag);

/** Returns the language chosen on this device, or null without a choice or if it no longer exists. */
export function chosenLanguage(): string | null {
  const stored = localStorage.getItem(KEY);
  return isKnown(stored) ? stored : null;
}

/** Returns the language that this device's browser prefers. */
export const browserLanguage = (): string =>
  matchLanguage(
    navigator.languages,
    getLanguages().flatMap(({ tag, complete }) => (complete ? tag : [])),
  );

const deviceLanguage = (): string => chosenLanguage() ?? browserLanguage();

function writeCookie(tag: string | null): void {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the other way is missing in browsers that we serve.
  document.cookie = `${KEY}=${tag ?? ''}; Path=/; SameSite=Lax; Max-Age=${tag ? COOKIE_S : 0}${secure}`;
}

let isFixed = false;
/** Shows a language in this tab, whatever the device or other tabs choose. */
export async function pinLanguage(tag: string): Promise<void> {
  isFixed = true;
  await changeLanguage(tag);
}

/** The ID of a prerendered page's element with the texts for visitors without a session. */
const PAGE_MESSAGES = 'messages';

/**
 * Starts in the device's language and follows the choice of other tabs.
 *
 * Uses the page's inline texts if they are in this language. Otherwise it loads them, and falls back to English if that
 * fails.
 */
export async function startLanguage(): Promise<void> {
  const tag = deviceLanguage();
  const chosen = chosenLanguage();
  // Safari deletes a script's cookies after a week.
  if (chosen) writeCookie(chosen);
  window.addEventListener('storage', ({ key }) => {
    if (!isFixed && (key === KEY || key === null)) void changeLanguage(deviceLanguage()).catch(() => undefined);
  });
  const brought = document.getElementById(PAGE_MESSAGES);
  if (brought) loadInlineMessages(brought.lang, brought.textContent);
  const begin = async (tag: string) => {
    await changeLanguage(tag);
    await loadParts('public');
  };
  await begin(tag).catch(() => (brought ? undefined : begin('en')));
}

/**
 * Sets this device's language; null follows the browser. An unknown language changes nothing.
 *
 * Throws if the language cannot be loaded, and then changes nothing.
 */
export async function chooseLanguage(tag: string | null): Promise<void> {
  if (tag !== null && !isKnown(tag)) return;
  await changeLanguage(tag ?? browserLanguage());
  if (tag === null) localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, tag);
  writeCookie(tag);
}
