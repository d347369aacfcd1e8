import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { getSite, type Site } from '#contract/site.ts';

const request = vi.fn<(address: string) => Promise<Response>>();
const stored = new Map<string, string>();
const SITE: Site = {
  plans: true,
  sign_up: 'open',
  sso: null,
  passwords: true,
  email_verification: false,
  admin_totp: false,
  imprint_url: null,
  privacy_url: null,
  support_email: null,
  version: '1.0.0',
};

/** Loads the module as a new page does. */
async function loadPage() {
  vi.resetModules();
  return import('./site.ts');
}

beforeEach(() => {
  stored.clear();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
  vi.stubGlobal('fetch', request);
  request.mockImplementation(async () => Response.json(SITE));
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.clearAllMocks();
});

it("fetches the site from the contract's path, once per page load", async () => {
  const { fetchSite, SITE_PATH } = await loadPage();
  expect(SITE_PATH).toBe(getSite.path);
  expect(await Promise.all([fetchSite(), fetchSite()])).toEqual([SITE, SITE]);
  expect(await fetchSite()).toEqual(SITE);
  expect(request.mock.calls.map(([address]) => address)).toEqual([getSite.path]);
});

it.each([
  ['does not answer', () => Promise.reject(new TypeError('no network'))],
  ['answers with an error', async () => Response.json({ code: 'unavailable' }, { status: 503 })],
  ['answers with something else', async () => new Response('<html>')],
])('assumes plans if the server %s', async (_, answer) => {
  request.mockImplementation(answer);
  const { fetchSite, hasPlans } = await loadPage();
  expect(await fetchSite()).toBeNull();
  expect(hasPlans()).toBe(true);
});

it('remembers for later page loads that there are no plans, until the server says otherwise', async () => {
  request.mockImplementation(async () => Response.json({ ...SITE, plans: false }));
  const first = await loadPage();
  expect(first.hasPlans()).toBe(true);
  await first.fetchSite();
  expect(first.hasPlans()).toBe(false);

  request.mockImplementation(() => Promise.reject(new TypeError('no network')));
  const offline = await loadPage();
  await offline.fetchSite();
  expect(offline.hasPlans()).toBe(false);

  request.mockImplementation(async () => Response.json(SITE));
  const later = await loadPage();
  expect(later.hasPlans()).toBe(false);
  await later.fetchSite();
  expect(later.hasPlans()).toBe(true);
});

it("hasPasswords follows the server's response and, before it, the page", async () => {
  const first = await loadPage();
  expect([first.hasPasswords(), first.afterSignOut()]).toEqual([true, {}]);
  request.mockImplementation(async () => Response.json({ ...SITE, passwords: false }));
  await first.fetchSite();
  expect([first.hasPasswords(), first.afterSignOut()]).toEqual([false, { signed_out: true }]);

  const element = { textContent: '{"name":"Camp","passwords":false}' };
  vi.stubGlobal('document', { getElementById: (id: string) => (id === 'sso' ? element : null) });
  request.mockImplementation(async () => Response.json(SITE));
  const drawn = await loadPage();
  expect(drawn.hasPasswords()).toBe(false);
  await drawn.fetchSite();
  expect(drawn.hasPasswords()).toBe(true);
});
