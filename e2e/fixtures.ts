import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import {
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  expect,
  type Locator,
  type Page,
  type TestInfo,
} from '@playwright/test';
import type axe from 'axe-core';
import { CLOTHS, CUTS, HATS } from '#domain/doll.ts';
import type { Look } from '#domain/looks.ts';

export { expect };

/** Collects hidden problems of a page: console errors, uncaught errors, failed requests. */
export function watch(context: BrowserContext, troubles: string[]): void {
  context.on('console', (message) => {
    if (message.type() === 'error') troubles.push(`console: ${message.text()} (${message.location().url})`);
  });
  context.on('weberror', (error) => troubles.push(`uncaught: ${error.error().message}`));
  context.on('requestfailed', (request) => {
    // Leaving a page cancels requests that it no longer needs.
    if (request.failure()?.errorText !== 'net::ERR_ABORTED')
      troubles.push(`failed: ${request.url()} ${request.failure()?.errorText}`);
  });
}

/**
 * Enables request interception of a context from the start, in files that intercept any. Chromium starts and ends it
 * for a page with a delay, so a request right after `page.route` or `page.unroute` could escape. It costs a tenth of a
 * journey's processor time.
 */
async function catchRequests(context: BrowserContext, { file }: TestInfo): Promise<void> {
  if (!/\.route\(|withoutLive\(/.test(readFileSync(file, 'utf8'))) return;
  await context.route(/^nothing:/, (route) => route.continue());
}

/** Lets a journey end while one of its routes still holds a request. */
async function endRoutes(context: BrowserContext): Promise<void> {
  for (const routed of [context, ...context.pages()]) await routed.unrouteAll({ behavior: 'ignoreErrors' });
}

/** Launches the whole browser, because its headless shell has no installed apps, notifications or profiles. */
export const WHOLE_BROWSER = process.env.CHROME_PATH ? { executablePath: process.env.CHROME_PATH } : {};

/** For files whose journeys see motion, as most people do. */
export const WITH_MOTION: { contextOptions: BrowserContextOptions } = {
  contextOptions: { reducedMotion: 'no-preference' },
};

interface Fixtures {
  another: (options?: BrowserContextOptions) => Promise<Page>;
  /** The console messages that this test expects; any other fails it. */
  expected: RegExp;
}

export const test = base.extend<Fixtures>({
  expected: [/^$/, { option: true }],
  context: async ({ context, expected }, use, info) => {
    const troubles: string[] = [];
    watch(context, troubles);
    await catchRequests(context, info);
    await use(context);
    await endRoutes(context);
    expect(troubles.filter((line) => !expected.test(line))).toEqual([]);
  },
  another: async ({ browser, baseURL, viewport, locale, timezoneId, contextOptions, expected }, use, info) => {
    const shared = {
      ...contextOptions,
      baseURL: baseURL!,
      viewport: viewport!,
      locale: locale!,
      timezoneId: timezoneId!,
    };
    const troubles: string[] = [];
    const contexts: BrowserContext[] = [];
    await use(async (options = {}) => {
      const context = await browser.newContext({ ...shared, ...options });
      watch(context, troubles);
      await catchRequests(context, info);
      contexts.push(context);
      return context.newPage();
    });
    for (const context of contexts) {
      await endRoutes(context);
      await context.close();
    }
    expect(troubles.filter((line) => !expected.test(line))).toEqual([]);
  },
});

const THEMES = ['light', 'dark'] as const;
type Theme = (typeof THEMES)[number];

async function setTheme(page: Page, theme: Theme): Promise<void> {
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
  // The page applies the theme in its next frame. Before that, axe would measure colors in transition.
  await page.waitForFunction(
    (wanted) => document.documentElement.dataset.theme === wanted && document.getAnimations().length === 0,
    theme,
    // Polled by time, because a busy machine can delay the page's frames.
    { polling: 20 },
  );
}

/** The rules whose result depends on theme or width: colors and the size of controls. */
const LOOKS = ['color-contrast', 'link-in-text-block', 'target-size'];

/**
 * A rule that axe 4.14 enables. It compares letters, so it rejects a button that shows "1" and "day streak" and is
 * named "1-day streak, why?". It also rejects the initials of a face next to the person's name.
 */
const NOT_YET = { 'label-content-name-mismatch': { enabled: false } };

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Lists the violations that axe finds on the page in its current state, with all rules or only `rules`. */
export async function findViolations(page: Page, rules?: readonly string[]): Promise<string[]> {
  // A document gets axe once, because loading it takes most of a scan's time.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  const only = rules ? { runOnly: { type: 'rule' as const, values: [...rules] } } : { rules: NOT_YET };
  const { violations } = await page.evaluate(
    (options) => (window as unknown as { axe: typeof axe }).axe.run(document, options),
    { resultTypes: ['violations' as const], ...only },
  );
  return violations.map(({ id, nodes }) => `${id} ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
}

/** Expects no field with text below 16 px, into which phones zoom while someone types. */
async function expectNoZoom(page: Page): Promise<void> {
  if ((page.viewportSize()?.width ?? 1280) >= 640) return;
  const small = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('input, select, textarea, [contenteditable=true]')]
      .filter((field) => !['checkbox', 'radio', 'file', 'range', 'hidden'].includes(field.getAttribute('type') ?? ''))
      .filter((field) => Number.parseFloat(getComputedStyle(field).fontSize) < 16)
      .map((field) => field.outerHTML.slice(0, 80)),
  );
  expect(small, 'fields that a phone would zoom into').toEqual([]);
}

/**
 * How to check a named state. Several journeys pass through the same state, but only one call scans it with axe. `npm
 * run check` enforces this.
 */
interface ScreenOptions {
  readonly scan?: boolean;
}

async function scan(page: Page, name: string, theme: Theme, rules?: readonly string[]): Promise<void> {
  // A page without a heading is still loading.
  await expect(page.locator('h1').first()).toBeAttached();
  const isStill = await page.evaluate(() => matchMedia('(prefers-reduced-motion: reduce)').matches);
  await setTheme(page, theme);
  expect(await findViolations(page, rules), `${name}, ${theme}`).toEqual([]);
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: isStill ? 'reduce' : null });
}

/**
 * Expects no field that makes phones zoom. With `scan`, it also expects no axe violation at this size: of any rule in
 * the first theme, of colors and sizes in the other.
 */
export async function expectAccessible(
  page: Page,
  name: string,
  { scan: scans = false, themes = THEMES }: ScreenOptions & { readonly themes?: readonly Theme[] } = {},
): Promise<void> {
  await expectNoZoom(page);
  if (!scans) return;
  for (const theme of themes) await scan(page, name, theme, theme === themes[0] ? undefined : LOOKS);
}

export async function expectNoOverflow(page: Page): Promise<void> {
  const beyond = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  await expect.poll(beyond, `what sticks out at ${page.viewportSize()?.width} px`).toBe(0);
}

export const PHONE = { width: 390, height: 844 };
export const WIDE = { width: 1280, height: 900 };
const NARROWEST = { width: 360, height: 844 };

/**
 * Checks the current state of a screen on phones and wide screens; open layers stay open. With `scan`, axe checks all
 * rules on a light phone, and only colors and sizes on a dark wide screen. The markup is the same in both themes, and a
 * color is the same at both widths. For content of one width only, use `expectAccessible` there.
 */
export async function expectScreen(
  page: Page,
  name: string,
  { scan: scans = false }: ScreenOptions = {},
): Promise<void> {
  const before = page.viewportSize() ?? WIDE;
  await page.setViewportSize(PHONE);
  await expectAccessible(page, name, { scan: scans, themes: ['light'] });
  await expectNoOverflow(page);
  await page.setViewportSize(WIDE);
  if (scans) await scan(page, name, 'dark', LOOKS);
  await expectNoOverflow(page);
  await page.setViewportSize(NARROWEST);
  await expectNoOverflow(page);
  await page.setViewportSize(before);
}

/** Returns the toast with this text. The page might contain the same text in a longer sentence. */
export const toast = (page: Page, text: string): Locator =>
  page.locator('[data-sonner-toast]').filter({ hasText: text }).first();

/** Blocks the live stream of a page, for journeys about its state without hints. */
export async function withoutLive(page: Page): Promise<void> {
  await page.route('**/api/live', (route) => route.abort('aborted'));
}

let people = 0;
/** Returns a name and an address that no other test uses. */
export function newPerson(name: string): { name: string; email: string; password: string } {
  const tag = `${process.pid}-${Date.now().toString(36)}-${++people}`;
  return { name, email: `${name.toLowerCase().replaceAll(/\W+/g, '.')}.${tag}@example.com`, password: 'by-the-fire' };
}

export type Person = ReturnType<typeof newPerson>;

/** The zone of the journeys' browsers, and of people unless a journey sets another zone. */
export const ZONE = process.env.E2E_ZONE!;

export async function buildAccount(page: Page, person: Person, timezone = ZONE): Promise<string> {
  const registered = await page.request.post('/api/auth/register', { data: person });
  const { access_token } = (await registered.json()) as { access_token: string };
  const saved = await page.request.put('/api/auth/profile', {
    headers: { authorization: `Bearer ${access_token}` },
    data: { name: person.name, timezone },
  });
  expect(saved.status()).toBe(200);
  return access_token;
}

export async function signIn(page: Page, token: string, path = '/dashboard'): Promise<void> {
  await page.addInitScript((value) => {
    if (!sessionStorage.getItem('signed-in-once')) {
      localStorage.setItem('token', value);
      sessionStorage.setItem('signed-in-once', '1');
    }
  }, token);
  await page.goto(path);
}

/** Opens a part of a mission's page. The team's part is called `Check-ins` for a solo member. */
export const openPart = (page: Page, name: 'Today' | 'Team' | 'Check-ins' | 'Mission') =>
  page.getByRole('navigation', { name: 'Mission' }).getByRole('link', { name, exact: true }).click();

export async function fromDoneCard(page: Page, name: 'Edit' | 'Undo'): Promise<void> {
  await page.getByRole('button', { name: 'Edit or undo' }).click();
  await page.getByRole('menuitem', { name }).click();
}

export async function expectDoll(drawing: Locator, { cloth, hat, cut }: Look): Promise<void> {
  await expect(drawing.locator(`path[d="${CUTS[cut].body}"][fill="${CLOTHS[cloth].field}"]`)).toHaveCount(1);
  await expect(drawing.locator(`path[d="${HATS[hat]}"][fill="${CLOTHS[cloth].hat}"]`)).toHaveCount(1);
}

export async function openInvite(page: Page, ...parts: ('Invite by email' | 'Link and code')[]): Promise<Locator> {
  await openPart(page, 'Mission');
  await page.getByRole('link', { name: 'Invite Friends' }).click();
  const sheet = page.getByRole('dialog', { name: 'Invite Friends' });
  for (const name of parts) await sheet.getByRole('button', { name }).click();
  return sheet;
}
