import type { QueryClient } from '@tanstack/react-query';
import { type ParsedLocation, redirect } from '@tanstack/react-router';
import type { User } from '#contract/auth.ts';
import { signOnPath } from '#domain/sign-on-path.ts';
import { isSameOriginPath } from '#platform/lib/same-origin-path.ts';
import { chooseLanguage, chosenLanguage, pinLanguage } from '#platform/web/lib/device-language.ts';
import { loadParts } from '#platform/web/lib/language.ts';
import { getToken } from '#platform/web/lib/session/session.ts';
import { fetchSite, hasPasswords, hasPlans } from '#web/data/site.ts';
import { withRedirect } from './search-params.ts';

export interface RouterContext {
  /** Loads the single query client and its code, which visitors of /login need only after signing in. */
  loadClient: () => Promise<QueryClient>;
}
interface GuardInput {
  context: RouterContext;
  location: ParsedLocation;
}

/** Returns a signed-in user's first page: the dashboard, or the profile until it is complete. */
const homeOf = (user: User) => (user.profile_completed ? '/dashboard' : '/profile');
const wanted = (location: ParsedLocation) =>
  location.pathname === '/dashboard' || !isSameOriginPath(location.href) ? {} : { redirect: location.href };

let followed: string | null = null;
/** Applies the account's language to this device, which might be new, once per visit. */
async function followAccount(me: User | null): Promise<void> {
  if (!me || me.id === followed) return;
  followed = me.id;
  if (me.language && me.language !== chosenLanguage()) await chooseLanguage(me.language).catch(() => undefined);
}

/** Returns the user, or null for a visitor or an expired session. Throws if the server is unreachable. */
async function findUser({ loadClient }: RouterContext): Promise<User | null> {
  if (!getToken()) return null;
  const [client, { fetchMe }] = await Promise.all([loadClient(), import('#web/data/me.ts'), loadParts('app')]);
  const me = await fetchMe(client);
  await followAccount(me);
  return me;
}

/** Guards pages for visitors: redirects signed-in users to their target or home page. */
export async function publicOnly({ context, location }: GuardInput): Promise<void> {
  const user = await findUser(context);
  if (!user) return;
  const { redirect: target } = location.search as { redirect?: unknown };
  throw redirect({
    href: typeof target === 'string' && isSameOriginPath(target) ? target : homeOf(user),
    replace: true,
  });
}

/** Redirects to the single sign-on provider if people can only sign in there and the page shows no message. */
export async function toSignIn(input: GuardInput): Promise<void> {
  await publicOnly(input);
  const { redirect: target, sso, signed_out } = input.location.search as Record<string, string | undefined>;
  if (!hasPasswords() && !sso && !signed_out) throw redirect({ href: signOnPath(target), reloadDocument: true });
}

/** Guards pages with a password form. */
export function withPasswords({ location }: Pick<GuardInput, 'location'>): void {
  if (!hasPasswords()) throw redirect({ to: '/login', search: withRedirect(location.search), replace: true });
}

/** Requires a login. */
export async function signedIn({ context, location }: GuardInput): Promise<{ me: User }> {
  const me = await findUser(context);
  if (!me) throw redirect({ to: '/login', search: wanted(location), replace: true });
  return { me };
}

/** Requires a login and a complete profile. */
export async function profileComplete(input: GuardInput): Promise<{ me: User }> {
  const { me } = await signedIn(input);
  if (!me.profile_completed) throw redirect({ to: '/profile', search: wanted(input.location), replace: true });
  return { me };
}

/** Pins English, the only language of the admin dashboard. */
export async function inEnglish(): Promise<void> {
  await loadParts('app');
  await pinLanguage('en');
}

/** Requires plans. Without a response, the last response stored in this browser counts. */
export async function withPlans(): Promise<void> {
  await fetchSite();
  if (!hasPlans()) throw redirect({ to: '/dashboard', replace: true });
}

/**
 * Redirects `/` and unknown paths to the start page of the user or visitor.
 *
 * The server renders the API pages (docs/decisions/0098), so sign-ins and old links to them reload the document.
 */
export async function goHome({ context, location: { href, pathname } }: GuardInput): Promise<never> {
  if (import.meta.env.PROD && pathname.startsWith('/docs/')) throw redirect({ href, reloadDocument: true });
  const user = await findUser(context);
  throw redirect({ href: user ? homeOf(user) : '/login', replace: true });
}

/** Redirects old `#invite` links of a mission's page to the parameter that opens the sheet. */
export function openInvite({ location }: Pick<GuardInput, 'location'>): void {
  if (location.hash !== 'invite') return;
  const search = { ...location.search, invite: true } as const;
  throw redirect({ to: location.pathname, search, replace: true });
}
