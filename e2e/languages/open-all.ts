import type { Page } from '@playwright/test';
import { type Look, settle } from './look.ts';

/** Layers above a page, or unfolded from it. */
const LAYERS = 'dialog[open], [role=dialog], [role=alertdialog], [role=menu], [role=listbox]';

const layersOf = (page: Page) => page.locator(LAYERS).filter({ visible: true });

const namesIn = (page: Page, area: string): Promise<string[]> =>
  page.evaluate((selector) => {
    const buttons = [...document.querySelectorAll<HTMLButtonElement>(selector)];
    const shown = buttons.filter((button) => !button.disabled && button.checkVisibility());
    const names = shown.map((button) => button.getAttribute('aria-label') ?? button.textContent?.trim() ?? '');
    return [...new Set(names)].filter(Boolean);
  }, area);

/** Presses the first button with a name; returns false if none is left. */
async function press(page: Page, area: string, name: string): Promise<boolean> {
  const buttons = page.locator(area);
  const at = await buttons.evaluateAll(
    (all, wanted) =>
      all.findIndex((button) => (button.getAttribute('aria-label') ?? button.textContent?.trim()) === wanted),
    name,
  );
  if (at === -1) return false;
  return buttons
    .nth(at)
    .click({ timeout: 2000 })
    .then(
      () => true,
      () => false,
    );
}

async function closeLayers(page: Page): Promise<void> {
  for (let tries = 0; tries < 4 && (await layersOf(page).count()) > 0; tries += 1) {
    await page.keyboard.press('Escape');
    await page.waitForTimeout(250);
  }
}

/** The menu entries that a walk has opened, because most menus are on several screens. */
const opened = new WeakMap<Look, Set<string>>();

function isNew(look: Look, entry: string): boolean {
  const before = opened.get(look) ?? new Set();
  opened.set(look, before);
  if (before.has(entry)) return false;
  before.add(entry);
  return true;
}

/** Opens and inspects a page, then what each of its buttons opens, and each menu entry once. */
export async function openAll(
  page: Page,
  look: Look,
  path: string,
  state: string,
  area = 'main button',
): Promise<void> {
  const open = async () => {
    await page.goto(path);
    await settle(page);
  };
  await open();
  await look(page, state);
  const address = page.url();
  const reopen = async () => {
    await closeLayers(page);
    if (page.url() !== address || (await layersOf(page).count()) > 0) await open();
  };
  for (const name of await namesIn(page, area)) {
    if (!(await press(page, area, name))) continue;
    await settle(page);
    if (page.url() !== address && (await layersOf(page).count()) === 0) {
      await reopen();
      continue;
    }
    await look(page, `${state}, ${name}`);
    const entries = await namesIn(page, '[role=menu] [role=menuitem]');
    for (const entry of entries.filter((one) => isNew(look, `${name}, ${one}`))) {
      await reopen();
      if (!(await press(page, area, name)) || !(await press(page, '[role=menu] [role=menuitem]', entry))) continue;
      await settle(page);
      if ((await layersOf(page).count()) > 0) await look(page, `${state}, ${name}, ${entry}`);
    }
    await reopen();
  }
}
