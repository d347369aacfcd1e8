import type { QueryClient } from '@tanstack/react-query';
import { type ParsedLocation, redirect } from '@tanstack/react-router';
import type { User } from '#contract/auth.ts';
import { isSameOriginPath } from '#web/lib/same-origin-path.ts';
import { fetchMe } from '#web/lib/session/me.ts';

/** What every route gets from the router. */
export interface RouterContext {
  queryClient: QueryClient;
}
interface GuardInput {
  context: RouterContext;
  location: ParsedLocation;
}

/** Where a signed-in user starts: on the dashboard, or on the profile page until the profile is complete. */
const homeOf = (user: User) => (user.profile_completed ? '/dashboard' : '/profile');
const wanted = (location: ParsedLocation) =>
  location.pathname === '/dashboard' || !isSameOriginPath(location.href) ? {} : { redirect: location.href };

/** Pages for visitors only: someone signed in is sent where they wanted to go, or home. */
export async function publicOnly({ context, location }: GuardInput): Promise<void> {
  const user = await fetchMe(context.queryClient);
  if (!user) return;
  const { redirect: target } = location.search as { redirect?: unknown };
  throw redirect({
    href: typeof target === 'string' && isSameOriginPath(target) ? target : homeOf(user),
    replace: true,
  });
}

/** Login required. */
export async function signedIn({ context, location }: GuardInput): Promise<{ me: User }> {
  const me = await fetchMe(context.queryClient);
  if (!me) throw redirect({ to: '/login', search: wanted(location), replace: true });
  return { me };
}

/** Login and a complete profile. */
export async function profileComplete(input: GuardInput): Promise<{ me: User }> {
  const { me } = await signedIn(input);
  if (!me.profile_completed) throw redirect({ to: '/profile', search: wanted(input.location), replace: true });
  return { me };
}

/** `/` and unknown paths redirect to the start page of the user or visitor. */
export async function goHome({ context }: GuardInput): Promise<never> {
  const user = await fetchMe(context.queryClient);
  throw redirect({ href: user ? homeOf(user) : '/login', replace: true });
}
