import { useRouter } from '@tanstack/react-router';
import type * as z from 'zod/mini';
import type { login, register } from '#contract/auth.ts';
import type { Answer } from '#platform/contract/endpoint.ts';
import { isSameOriginPath } from '#platform/lib/same-origin-path.ts';
import { setToken } from '#platform/web/lib/session/session.ts';

export type SignInAnswer = Answer<typeof login>;

/** Loads what a new session needs: the query client and the module of the user. */
export function useLoadSession() {
  const router = useRouter();
  return () => Promise.all([router.options.context.loadClient(), import('#web/data/me.ts')]);
}

/**
 * Starts a session in this browser and opens `redirect`, or the dashboard or profile without it. `how` adds an entry to
 * the history or replaces the current entry.
 */
export function useBeginSession(): (
  session: SignInAnswer,
  redirect?: string,
  how?: 'push' | 'replace',
) => Promise<void> {
  const router = useRouter();
  const loadSession = useLoadSession();
  return async ({ access_token, user }, redirect, how = 'push') => {
    const [client, { setMe }] = await loadSession();
    client.clear();
    setToken(access_token);
    setMe(client, user);
    const home = user.profile_completed ? '/dashboard' : '/profile';
    router.history[how](redirect && isSameOriginPath(redirect) ? redirect : home);
  };
}

const loadApi = () => import('#platform/web/lib/api/api.ts');

/** Loads the calls with their schemas: 9 kB that the first paint of /login does not wait for. */
export async function loadAuth(): Promise<typeof import('#contract/auth.ts')> {
  const [calls] = await Promise.all([import('#contract/auth.ts'), loadApi()]);
  return calls;
}

export async function signIn(body: { email: string; password: string }): Promise<SignInAnswer> {
  const [{ login }, { call }] = await Promise.all([loadAuth(), loadApi()]);
  return call(login, { body });
}

export async function signUp(body: z.output<typeof register.body>): Promise<SignInAnswer> {
  const [{ register }, { call }] = await Promise.all([loadAuth(), loadApi()]);
  return call(register, { body });
}
