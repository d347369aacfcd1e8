import { useSyncExternalStore } from 'react';
import type { PageSso, Site } from '#contract/site.ts';
import { listenerSet } from '#platform/web/lib/listeners.ts';

/** The path of `getSite`. Importing the endpoint would add zod to the first visit (docs/decisions/0005). */
export const SITE_PATH = '/api/site';

/** Stores that the server has no plans, for the time until it responds. */
const PLANS_KEY = 'plans';

/** The single sign-on provider embedded in the page, used until the server responds. */
const pageSso = JSON.parse(globalThis.document?.getElementById('sso')?.textContent ?? 'null') as PageSso | null;

let site: Site | null = null;
let request: Promise<Site | null> | null = null;
const answered = listenerSet();

function remember({ plans }: Site): void {
  if (plans) localStorage.removeItem(PLANS_KEY);
  else localStorage.setItem(PLANS_KEY, 'off');
}

async function load(): Promise<Site | null> {
  try {
    const response = await fetch(SITE_PATH, { headers: { accept: 'application/json' } });
    if (!response.ok) return null;
    site = (await response.json()) as Site;
    remember(site);
    answered.emit();
    return site;
  } catch {
    return null;
  }
}

/** Fetches the server's setup once per page load. Returns null after an error; the next call retries. */
export function fetchSite(): Promise<Site | null> {
  request ??= load().then((answer) => {
    if (answer === null) request = null;
    return answer;
  });
  return request;
}

function subscribe(listener: () => void): () => void {
  void fetchSite();
  return answered.subscribe(listener);
}

/** Returns null while the setup is unknown. Pages then use their defaults. */
export const useSite = (): Site | null =>
  useSyncExternalStore(
    subscribe,
    () => site,
    () => null,
  );

export const useSso = (): string | undefined => {
  const answer = useSite();
  return (answer ? answer.sso : pageSso)?.name;
};

/** Returns false if users sign in only at the single sign-on provider. */
export const hasPasswords = (): boolean => (site ?? pageSso)?.passwords ?? true;

export const usePasswords = (): boolean => useSyncExternalStore(subscribe, hasPasswords, () => true);

/** Stops the sign-in page from redirecting to the provider, which would sign the user in again. */
export const afterSignOut = (): { signed_out?: true } => (hasPasswords() ? {} : { signed_out: true });

/** Returns true if the server has plans, by its response or the last one in this browser. */
export const hasPlans = (): boolean =>
  site?.plans ?? (typeof localStorage === 'undefined' || localStorage.getItem(PLANS_KEY) !== 'off');

export const usePlans = (): boolean => useSyncExternalStore(subscribe, hasPlans, () => true);
