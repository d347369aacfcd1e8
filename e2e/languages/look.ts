import type { Page } from '@playwright/test';
import { findViolations } from '../fixtures.ts';
import { KEY, readTexts } from '../languages.ts';

const HEIGHTS = { 320: 700, 390: 844, 1280: 900 } as const;
const WIDTHS = [320, 390, 1280] as const;

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

/** Returns the elements that still overflow at a width after a second, or an empty text if none does. */
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

export type Look = (page: Page, state: string) => Promise<void>;

export function looker(problems: string[]): Look {
  return async (page, state) => {
    await settle(page);
    const note = (problem: string) => problems.push(`${state}: ${problem}`);
    const texts = await readTexts(page);
    for (const text of texts) if (KEY.test(text)) note(`the key ${text}`);
    for (const violation of await findViolations(page)) note(violation);
    for (const width of WIDTHS) {
      const found = await overflowAt(page, width);
      if (found) note(`at ${width} px: ${found}`);
    }
  };
}
