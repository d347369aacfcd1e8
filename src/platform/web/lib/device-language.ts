import { matchLanguage } from '#platform/i18n/match.ts';
import { changeLanguage, getLanguages, loadInlineMessages, loadParts } from './language.ts';

/** The same key and rule as public/language.js, which runs before the first paint; the cookie tells the server. */
const KEY = 'language';
const COOKIE_S = 34_560_000;

const isKnown = (tag: string | null): boolean => getLanguages().some((language) => language.tag === tag);

/** The language chosen on this device; null as long as nobody chose one, and for one that is gone. */
export function chosenLanguage(): string | null {
  const stored = localStorage.getItem(KEY);
  return isKnown(stored) ? stored : null;
}

/** The language that the browser of this device asks for. */
export const browserLanguage = (): string =>
  matchLanguage(
    navigator.languages,
    getLanguages().flatMap(({ tag, complete }) => (complete ? tag : [])),
  );

/** The language of this device: the chosen one, or else that of its browser. */
const deviceLanguage = (): string => chosenLanguage() ?? browserLanguage();

function writeCookie(tag: string | null): void {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the other way is missing in browsers that we serve.
  document.cookie = `${KEY}=${tag ?? ''}; Path=/; SameSite=Lax; Max-Age=${tag ? COOKIE_S : 0}${secure}`;
}

let isFixed = false;
/** Shows a language in this tab whatever the device's is, or becomes in another tab. */
export async function pinLanguage(tag: string): Promise<void> {
  isFixed = true;
  await changeLanguage(tag);
}

/** The element of a prerendered page that holds the texts which can be seen without a session. */
const PAGE_MESSAGES = 'messages';

/**
 * Begins in the language of this device: with the texts that came inside of the page where they are in it, else with
 * those that it loads, in English if they do not come. Follows the choice of other tabs.
 */
export async function startLanguage(): Promise<void> {
  const tag = deviceLanguage();
  const chosen = chosenLanguage();
  // Safari forgets cookies of scripts after a week.
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
 * Chooses the language of this device, or with null that of its browser. Throws where it cannot be loaded, and then
 * nothing has changed; one that there is not changes nothing either.
 */
export async function chooseLanguage(tag: string | null): Promise<void> {
  if (tag !== null && !isKnown(tag)) return;
  await changeLanguage(tag ?? browserLanguage());
  if (tag === null) localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, tag);
  writeCookie(tag);
}
