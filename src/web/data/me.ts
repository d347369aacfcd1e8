import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { User } from '#contract/auth.ts';
import { call } from '#platform/web/lib/api/api.ts';
import { ApiError } from '#platform/web/lib/api/api-error.ts';
import { getToken, useToken } from '#platform/web/lib/session/session.ts';
import { me as meKey } from './query-keys.ts';

/** The signed-in user. Write every response that contains the user with `setMe`. */
export const meQuery = queryOptions({
  queryKey: meKey,
  queryFn: async ({ signal }): Promise<User> => {
    // A dynamic import keeps the contract and zod out of the first visit to /login.
    const { me } = await import('#contract/auth.ts');
    return call(me, { signal });
  },
  staleTime: 60_000,
});

export const setMe = (client: QueryClient, user: User): User | undefined => client.setQueryData(meQuery.queryKey, user);

/** Returns the user, or null for a visitor or an expired session. Throws if the server is unreachable. */
export async function fetchMe(client: QueryClient): Promise<User | null> {
  if (!getToken()) return null;
  try {
    return await client.ensureQueryData(meQuery);
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null;
    throw error;
  }
}

/** Returns the user on a public page, or null for a visitor. */
export function useVisitor(): User | null {
  return useQuery({ ...meQuery, enabled: useToken() !== null }).data ?? null;
}

/** Returns the user on pages behind a guard, which has already loaded them. */
export function useMe(): User {
  const user = useVisitor();
  if (!user) throw new Error('This screen has no guard');
  return user;
}

interface Viewer {
  who: 'visitor' | 'member' | 'unknown';
  /** Whether the viewer signed up or in during this visit. */
  signedUp: boolean;
  /** Whether loading the token's user failed. */
  failed: boolean;
  retry: () => void;
}

/** Returns the viewer of a public page: a visitor, a user, or not known yet. */
export function useViewer(): Viewer {
  const token = useToken();
  const me = useQuery({ ...meQuery, enabled: token !== null });
  const who = token === null ? 'visitor' : me.data ? 'member' : 'unknown';
  const [first, setFirst] = useState(who);
  if (first === 'unknown' && who !== 'unknown') setFirst(who);
  return { who, signedUp: first === 'visitor' && who === 'member', failed: me.isError, retry: () => void me.refetch() };
}
