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

/** Collects what goes wrong in a page unseen: console errors, uncaught errors, failed requests. */
export function watch(context: BrowserContext, troubles: string[]): void {
  context.on('console', (message) => {
    if (message.type() === 'error') troubles.push(`console: ${message.text()} (${message.location().url})`);
  });
  context.on('weberror', (error) => troubles.push(`uncaught: ${error.error().message}`));
  context.on('requestfailed', (request) => {
    // A page that is left cancels requests it no longer needs.
    if (request.failure()?.errorText !== 'net::ERR_ABORTED')
      troubles.push(`failed: ${request.url()} ${request.failure()?.errorText}`);
  });
}

/**
 * Lets requests of a context be caught from the start, in files that catch any. Chromium begins and ends that for a page
 * in its own time, so that a request right after `page.route` or `page.unroute` could pass uncaught, or unseen; and it
 * takes a tenth of the processor time of a journey.
 */
async function catchRequests(context: BrowserContext, { file }: TestInfo): Promise<void> {
  if (!/\.route\(|withoutLive\(/.test(readFileSync(file, 'utf8'))) return;
  await context.route(/^nothing:/, (route) => route.continue());
}

/** Lets a journey end while one of its routes still holds a request, which nobody waits for any more. */
async function endRoutes(context: BrowserContext): Promise<void> {
  for (const routed of [context, ...context.pages()]) await routed.unrouteAll({ behavior: 'ignoreErrors' });
}

/** Launches the whole browser, since its headless shell has no installed apps, no notifications and no profiles. */
export const WHOLE_BROWSER = process.env.CHROME_PATH ? { executablePath: process.env.CHROME_PATH } : {};

/** For the files whose journeys see what moves, as most people do. */
export const WITH_MOTION: { contextOptions: BrowserContextOptions } = {
  contextOptions: { reducedMotion: 'no-preference' },
};

interface Fixtures {
  /** Opens a page of another person, in a browser context of its own. */
  another: (options?: BrowserContextOptions) => Promise<Page>;
  /** What this test expects in the console; anything else fails it. */
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
  // The page applies the theme in its next frame; until then axe would measure colours in transition.
  await page.waitForFunction(
    (wanted) => document.documentElement.dataset.theme === wanted && document.getAnimations().length === 0,
    theme,
    // Polled by time, because a busy machine may delay the page's frames.
    { polling: 20 },
  );
}

/** The rules whose outcome depends on the theme or on the width: those of colours, and the size of what is pressed. */
const LOOKS = ['color-contrast', 'link-in-text-block', 'target-size'];

/**
 * A rule that axe 4.14 has switched on. It compares letters: a button that shows "1" and "day streak" and is named "1-day
 * streak, why?" breaks it, and so do the initials of a face beside the name of its person.
 */
const NOT_YET = { 'label-content-name-mismatch': { enabled: false } };

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The violations that axe finds on the page in its current state: of all its rules, or of those given. */
export async function findViolations(page: Page, rules?: readonly string[]): Promise<string[]> {
  // A document gets its program once, which takes most of the time of a scan.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  const only = rules ? { runOnly: { type: 'rule' as const, values: [...rules] } } : { rules: NOT_YET };
  const { violations } = await page.evaluate(
    (options) => (window as unknown as { axe: typeof axe }).axe.run(document, options),
    { resultTypes: ['violations' as const], ...only },
  );
  return violations.map(({ id, nodes }) => `${id} ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
}

/** Fields with text below 16 px make phones zoom in when somebody types. */
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
 * What is checked in a state that has a name. Journeys pass through the same state more than once; exactly one call with
 * its name scans it with axe, which `npm run check` sees to.
 */
interface ScreenOptions {
  readonly scan?: boolean;
}

async function scan(page: Page, name: string, theme: Theme, rules?: readonly string[]): Promise<void> {
  // A page that has no heading yet is still on its way.
  await expect(page.locator('h1').first()).toBeAttached();
  const isStill = await page.evaluate(() => matchMedia('(prefers-reduced-motion: reduce)').matches);
  await setTheme(page, theme);
  expect(await findViolations(page, rules), `${name}, ${theme}`).toEqual([]);
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: isStill ? 'reduce' : null });
}

/**
 * Expects no field that makes phones zoom, and with `scan` no axe violation at this size: by all rules in the first
 * theme, and of colours and sizes in the other one.
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

/** Expects that nothing overflows sideways. */
export async function expectNoOverflow(page: Page): Promise<void> {
  const beyond = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  await expect.poll(beyond, `what sticks out at ${page.viewportSize()?.width} px`).toBe(0);
}

export const PHONE = { width: 390, height: 844 };
export const WIDE = { width: 1280, height: 900 };
const NARROWEST = { width: 360, height: 844 };

/**
 * Checks a screen in its current state on phones and on wide screens; what is open stays open. With `scan` axe looks at
 * it by all rules on a phone in the light theme, and at colours and sizes alone on a wide screen in the dark one: the
 * markup is the same in both themes, and a colour is the same at both widths. For content that exists at one width only,
 * use `expectAccessible` there.
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

/** The toast with this text. The page around it may say the same in a longer sentence, which would be ambiguous. */
export const toast = (page: Page, text: string): Locator =>
  page.locator('[data-sonner-toast]').filter({ hasText: text }).first();

/** Blocks the live stream of a page, for journeys about what it does before it gets hints. */
export async function withoutLive(page: Page): Promise<void> {
  await page.route('**/api/live', (route) => route.abort('aborted'));
}

let people = 0;
/** A name and an address that no other test uses. */
export function newPerson(name: string): { name: string; email: string; password: string } {
  const tag = `${process.pid}-${Date.now().toString(36)}-${++people}`;
  return { name, email: `${name.toLowerCase().replaceAll(/\W+/g, '.')}.${tag}@example.com`, password: 'by-the-fire' };
}

export type Person = ReturnType<typeof newPerson>;

/** The zone of the journeys' browsers and of people who are not somewhere else. */
export const ZONE = process.env.E2E_ZONE!;

/** Registers a person over the API and completes the profile; returns the token. */
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

/** Opens a page signed in, without the form. */
export async function signIn(page: Page, token: string, path = '/dashboard'): Promise<void> {
  await page.addInitScript((value) => {
    if (!sessionStorage.getItem('signed-in-once')) {
      localStorage.setItem('token', value);
      sessionStorage.setItem('signed-in-once', '1');
    }
  }, token);
  await page.goto(path);
}

/** Opens a part of a mission's page. The one of the team is called `Check-ins` for whoever is alone. */
export const openPart = (page: Page, name: 'Today' | 'Team' | 'Check-ins' | 'Mission') =>
  page.getByRole('navigation', { name: 'Mission' }).getByRole('link', { name, exact: true }).click();

/** Edits or undoes today's check-in from the menu of the card that shows it. */
export async function fromDoneCard(page: Page, name: 'Edit' | 'Undo'): Promise<void> {
  await page.getByRole('button', { name: 'Edit or undo' }).click();
  await page.getByRole('menuitem', { name }).click();
}

/** Expects a drawing that contains a doll to show it in this look, awake. */
export async function expectDoll(drawing: Locator, { cloth, hat, cut }: Look): Promise<void> {
  await expect(drawing.locator(`path[d="${CUTS[cut].body}"][fill="${CLOTHS[cloth].field}"]`)).toHaveCount(1);
  await expect(drawing.locator(`path[d="${HATS[hat]}"][fill="${CLOTHS[cloth].hat}"]`)).toHaveCount(1);
}

/** Opens the sheet that invites from the page of a mission, and the named folded parts in it. */
export async function openInvite(page: Page, ...parts: ('Invite by email' | 'Link and code')[]): Promise<Locator> {
  await openPart(page, 'Mission');
  await page.getByRole('link', { name: 'Invite Friends' }).click();
  const sheet = page.getByRole('dialog', { name: 'Invite Friends' });
  for (const name of parts) await sheet.getByRole('button', { name }).click();
  return sheet;
}
