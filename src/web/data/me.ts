import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { User } from '#contract/auth.ts';
import { call } from '#platform/web/lib/api/api.ts';
import { ApiError } from '#platform/web/lib/api/api-error.ts';
import { getToken, useToken } from '#platform/web/lib/session/session.ts';
import { me as meKey } from './query-keys.ts';

/** The signed-in user. Every answer that contains the user is written here with `setMe`. */
export const meQuery = queryOptions({
  queryKey: meKey,
  queryFn: async ({ signal }): Promise<User> => {
    // Imported here, so that the first visit of /login does without the contract and zod.
    const { me } = await import('#contract/auth.ts');
    return call(me, { signal });
  },
  staleTime: 60_000,
});

export const setMe = (client: QueryClient, user: User): User | undefined => client.setQueryData(meQuery.queryKey, user);

/** The user, or null for a visitor or a session that is over. Throws when the server cannot be reached. */
export async function fetchMe(client: QueryClient): Promise<User | null> {
  if (!getToken()) return null;
  try {
    return await client.ensureQueryData(meQuery);
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null;
    throw error;
  }
}

/** The user on a public page; null for a visitor. */
export function useVisitor(): User | null {
  return useQuery({ ...meQuery, enabled: useToken() !== null }).data ?? null;
}

/** The user behind a guard, which has loaded it. */
export function useMe(): User {
  const user = useVisitor();
  if (!user) throw new Error('This screen is behind no guard');
  return user;
}

interface Viewer {
  who: 'visitor' | 'member' | 'unknown';
  /** Signed up or in during this visit. */
  signedUp: boolean;
  /** There is a token, but its user could not be fetched. */
  failed: boolean;
  retry: () => void;
}

/** The viewer of a public page: a visitor, somebody signed in, or not known yet. */
export function useViewer(): Viewer {
  const token = useToken();
  const me = useQuery({ ...meQuery, enabled: token !== null });
  const who = token === null ? 'visitor' : me.data ? 'member' : 'unknown';
  const [first, setFirst] = useState(who);
  if (first === 'unknown' && who !== 'unknown') setFirst(who);
  return { who, signedUp: first === 'visitor' && who === 'member', failed: me.isError, retry: () => void me.refetch() };
}
