import type { Page } from '@playwright/test';
import { findViolations } from '../fixtures.ts';
import { KEY, readTexts } from '../languages.ts';

const HEIGHTS = { 320: 700, 390: 844, 1280: 900 } as const;
const WIDTHS = [320, 390, 1280] as const;

/**
 * What may stand on a screen in Latin letters while all texts of ours are pseudo: the brand and its plans, names of
 * programs and networks, keys, addresses, zones and the words of the API.
 */
const ALLOWED = [
  /\S+@\S+/g,
  /https?:\S+|localhost\S*|\/api\S*/g,
  /\b(?:emberkin|PRO|PREMIUM)\b/gi,
  /\b(?:Chrome|Linux|Facebook|WhatsApp|Telegram|LinkedIn|X|Twitter|Reddit|Threads|Bluesky|Mastodon)\b/g,
  /\b(?:English|API|UTC|GMT|QR|NFC|PNG|JPEG|HEIC|JSON|HTTPS?)\b/g,
  /\b(?:Africa|America|Antarctica|Asia|Atlantic|Australia|Europe|Indian|Pacific|Etc)\/[\w/ +-]+/g,
  /\balt\+T\b|\bKuala Lumpur\b|\bemb_\w+/g,
  /\b[a-z]+(?:[._:][a-z]+)+\b/g,
  // What a webhook was sent.
  /^\{"id":.*$/gs,
];

const bare = (text: string) => ALLOWED.reduce((rest, allowed) => rest.replaceAll(allowed, ''), text);

/** Waits until the texts of a page no longer change. */
export async function settle(page: Page): Promise<void> {
  let before = '';
  for (let tries = 0; tries < 25; tries += 1) {
    const texts = (await readTexts(page).catch(() => [])).join('\n');
    const isBusy = (await page.locator('[aria-busy=true]').count()) > 0;
    if (texts !== '' && texts === before && !isBusy) return;
    before = texts;
    await page.waitForTimeout(200);
  }
}

const beyond = (page: Page) =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return '';
    const wide = [...document.querySelectorAll<HTMLElement>('body *')].findLast((element) => {
      const { left, right, width } = element.getBoundingClientRect();
      return width > 0 && (right > clientWidth + 1 || left < -1) && getComputedStyle(element).position !== 'fixed';
    });
    return `${scrollWidth - clientWidth} px, such as ${wide?.outerHTML.slice(0, 160)}`;
  });

/** Whether something sticks out at a width; what does, a second after it has been set. */
async function overflowAt(page: Page, width: keyof typeof HEIGHTS): Promise<string> {
  await page.setViewportSize({ width, height: HEIGHTS[width] });
  let found = '';
  for (let tries = 0; tries < 5; tries += 1) {
    await page.waitForTimeout(tries === 0 ? 60 : 250);
    found = await beyond(page);
    if (found === '') return '';
  }
  return found;
}

/** Notes what is wrong with the present state of a screen. */
export type Look = (page: Page, state: string) => Promise<void>;

/** Looks for what has no room, and in the pseudo language for what is not from the catalogues, in others with axe. */
export function looker(tag: string, problems: string[]): Look {
  return async (page, state) => {
    await settle(page);
    const note = (problem: string) => problems.push(`${state}: ${problem}`);
    const texts = await readTexts(page);
    if (tag === 'en-XA' && !texts.some((text) => text.includes('⟦'))) note('nothing is said');
    for (const text of texts) {
      if (KEY.test(text)) note(`the key ${text}`);
      else if (tag === 'en-XA' && /[A-Za-z]{2}/.test(bare(text))) note(`"${text}" is in no catalogue`);
    }
    if (tag !== 'en-XA') for (const violation of await findViolations(page)) note(violation);
    for (const width of WIDTHS) {
      const found = await overflowAt(page, width);
      if (found) note(`at ${width} px: ${found}`);
    }
  };
}
