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

/** What every route gets from the router. */
export interface RouterContext {
  /** The one client of all queries. Loads their code, which visitors of /login do without until they sign in. */
  loadClient: () => Promise<QueryClient>;
}
interface GuardInput {
  context: RouterContext;
  location: ParsedLocation;
}

/** Where a signed-in user starts: on the dashboard, or on the profile page until the profile is complete. */
const homeOf = (user: User) => (user.profile_completed ? '/dashboard' : '/profile');
const wanted = (location: ParsedLocation) =>
  location.pathname === '/dashboard' || !isSameOriginPath(location.href) ? {} : { redirect: location.href };

let followed: string | null = null;
/** Once in each visit the language that an account chose goes to this device, which may be a new one. */
async function followAccount(me: User | null): Promise<void> {
  if (!me || me.id === followed) return;
  followed = me.id;
  if (me.language && me.language !== chosenLanguage()) await chooseLanguage(me.language).catch(() => undefined);
}

/** The user, or null for a visitor or a session that is over. Throws when the server cannot be reached. */
async function findUser({ loadClient }: RouterContext): Promise<User | null> {
  if (!getToken()) return null;
  const [client, { fetchMe }] = await Promise.all([loadClient(), import('#web/data/me.ts'), loadParts('app')]);
  const me = await fetchMe(client);
  await followAccount(me);
  return me;
}

/** Pages for visitors only: someone signed in is sent where they wanted to go, or home. */
export async function publicOnly({ context, location }: GuardInput): Promise<void> {
  const user = await findUser(context);
  if (!user) return;
  const { redirect: target } = location.search as { redirect?: unknown };
  throw redirect({
    href: typeof target === 'string' && isSameOriginPath(target) ? target : homeOf(user),
    replace: true,
  });
}

/** Leaves the sign-in for the single sign-on provider if that is the only way, unless the page has something to say. */
export async function toSignIn(input: GuardInput): Promise<void> {
  await publicOnly(input);
  const { redirect: target, sso, signed_out } = input.location.search as Record<string, string | undefined>;
  if (!hasPasswords() && !sso && !signed_out) throw redirect({ href: signOnPath(target), reloadDocument: true });
}

/** Pages with a form for a password. */
export function withPasswords({ location }: Pick<GuardInput, 'location'>): void {
  if (!hasPasswords()) throw redirect({ to: '/login', search: withRedirect(location.search), replace: true });
}

/** Login required. */
export async function signedIn({ context, location }: GuardInput): Promise<{ me: User }> {
  const me = await findUser(context);
  if (!me) throw redirect({ to: '/login', search: wanted(location), replace: true });
  return { me };
}

/** Login and a complete profile. */
export async function profileComplete(input: GuardInput): Promise<{ me: User }> {
  const { me } = await signedIn(input);
  if (!me.profile_completed) throw redirect({ to: '/profile', search: wanted(input.location), replace: true });
  return { me };
}

/** The operator's desk is in English, whatever the language of the browser. */
export async function inEnglish(): Promise<void> {
  await loadParts('app');
  await pinLanguage('en');
}

/** Only where there are plans. Without an answer of the server, its last one in this browser counts. */
export async function withPlans(): Promise<void> {
  await fetchSite();
  if (!hasPlans()) throw redirect({ to: '/dashboard', replace: true });
}

/**
 * `/` and unknown paths redirect to the start page of the user or visitor. The pages about the API are the server's
 * (docs/decisions/0098), to which the sign-in and old links lead.
 */
export async function goHome({ context, location: { href, pathname } }: GuardInput): Promise<never> {
  if (import.meta.env.PROD && pathname.startsWith('/docs/')) throw redirect({ href, reloadDocument: true });
  const user = await findUser(context);
  throw redirect({ href: user ? homeOf(user) : '/login', replace: true });
}

/** `#invite` of a mission's page led to the part that invited; the sheet in its place is opened by a parameter. */
export function openInvite({ location }: Pick<GuardInput, 'location'>): void {
  if (location.hash !== 'invite') return;
  const search = { ...location.search, invite: true } as const;
  throw redirect({ to: location.pathname, search, replace: true });
}
