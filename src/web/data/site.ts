import { useSyncExternalStore } from 'react';
import type { PageSso, Site } from '#contract/site.ts';
import { listenerSet } from '#platform/web/lib/listeners.ts';

/** The path of `getSite`. The endpoint itself would bring zod to the first visit (docs/decisions/0005). */
export const SITE_PATH = '/api/site';

/** Remembers that there are no plans here, for the time until the server answers, and without a network. */
const PLANS_KEY = 'plans';

/** The single sign-on provider in the page as it came, until the server answers. */
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

/** How the server is set up, asked for once a page load; null when it did not answer, and then it is asked again. */
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

/** How the server is set up; null until it answers, and when it does not. Pages then show what they show by default. */
export const useSite = (): Site | null =>
  useSyncExternalStore(
    subscribe,
    () => site,
    () => null,
  );

/** The name of the single sign-on provider; undefined where there is none. */
export const useSso = (): string | undefined => {
  const answer = useSite();
  return (answer ? answer.sso : pageSso)?.name;
};

/** Returns false if people sign in only at the single sign-on provider. */
export const hasPasswords = (): boolean => (site ?? pageSso)?.passwords ?? true;

export const usePasswords = (): boolean => useSyncExternalStore(subscribe, hasPasswords, () => true);

/** Keeps the sign-in page from leaving for the provider, which would sign the user in again. */
export const afterSignOut = (): { signed_out?: true } => (hasPasswords() ? {} : { signed_out: true });

/** Whether there are plans here: by the answer of the server, or else by its last one in this browser. */
export const hasPlans = (): boolean =>
  site?.plans ?? (typeof localStorage === 'undefined' || localStorage.getItem(PLANS_KEY) !== 'off');

/** Whether there are plans here, for screens. */
export const usePlans = (): boolean => useSyncExternalStore(subscribe, hasPlans, () => true);
