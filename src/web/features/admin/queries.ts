import { keepPreviousData, type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import * as contract from '#contract/admin.ts';
import type { Answer, Endpoint, Input } from '#contract/endpoint.ts';
import { type CallOptions, fetchFrom, SESSION_EXPIRED } from '#web/lib/api/api.ts';
import { ApiError } from '#web/lib/api/api-error.ts';
import { toast } from '#web/lib/toast.ts';
import { clearAdminToken, getAdminToken, setAdminToken } from './session.ts';

const KEY = 'admin';

/** Calls under the operator's own token; a 401 logs the operator out (Spec 4). */
export async function callAsAdmin<const E extends Endpoint>(endpoint: E, options: CallOptions<E>): Promise<Answer<E>> {
  const token = getAdminToken();
  try {
    return await fetchFrom(endpoint, options, token);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error;
    // Several calls may be refused at once, and a late one may belong to a session before this one.
    if (token !== null && getAdminToken() === token) {
      clearAdminToken();
      toast.error(SESSION_EXPIRED);
    }
    throw new ApiError({ code: error.code, status: 401, detail: SESSION_EXPIRED });
  }
}

export const statsQuery = queryOptions({
  queryKey: [KEY, 'stats'],
  queryFn: ({ signal }) => callAsAdmin(contract.adminStats, { signal }),
});

export const chartsQuery = queryOptions({
  queryKey: [KEY, 'charts'],
  queryFn: ({ signal }) => callAsAdmin(contract.adminCharts, { signal }),
});

export type UserList = Input<typeof contract.adminUsers, 'query'>;
export const usersQuery = (query: UserList) =>
  queryOptions({
    queryKey: [KEY, 'users', query],
    queryFn: ({ signal }) => callAsAdmin(contract.adminUsers, { query, signal }),
    placeholderData: keepPreviousData,
  });

export type MissionList = Input<typeof contract.adminMissions, 'query'>;
export const missionsQuery = (query: MissionList) =>
  queryOptions({
    queryKey: [KEY, 'missions', query],
    queryFn: ({ signal }) => callAsAdmin(contract.adminMissions, { query, signal }),
    placeholderData: keepPreviousData,
  });

export const transactionsQuery = (query: Input<typeof contract.adminTransactions, 'query'>) =>
  queryOptions({
    queryKey: [KEY, 'transactions', query],
    queryFn: ({ signal }) => callAsAdmin(contract.adminTransactions, { query, signal }),
    placeholderData: keepPreviousData,
  });

export const reportsQuery = (query: Input<typeof contract.adminReports, 'query'>) =>
  queryOptions({
    queryKey: [KEY, 'reports', query],
    queryFn: ({ signal }) => callAsAdmin(contract.adminReports, { query, signal }),
    placeholderData: keepPreviousData,
  });

export const auditQuery = (query: Input<typeof contract.auditLog, 'query'>) =>
  queryOptions({
    queryKey: [KEY, 'audit', query],
    queryFn: ({ signal }) => callAsAdmin(contract.auditLog, { query, signal }),
    placeholderData: keepPreviousData,
  });

/** Whatever the operator does shows in the lists, the tiles and the log. */
const refresh = (client: QueryClient) => client.invalidateQueries({ queryKey: [KEY] });

/**
 * A change made by the operator: everything is read anew, also when somebody else was faster. Nobody waits for that:
 * it may take away the very dialog that has yet to say how it went.
 */
export function useAdminAction<Given>(act: (given: Given) => Promise<unknown>) {
  const client = useQueryClient();
  return useMutation({ mutationFn: act, onSettled: () => void refresh(client) });
}

export async function signInAsAdmin(client: QueryClient, body: { username: string; password: string }): Promise<void> {
  const { access_token } = await fetchFrom(contract.adminLogin, { body }, null);
  // Before the token: with it the desk appears and asks, and what it asks for must not be thrown away.
  client.removeQueries({ queryKey: [KEY] });
  setAdminToken(access_token);
}

export function useAdminLogOut() {
  const client = useQueryClient();
  return useMutation({
    // A session that is over already, or cannot be reached, is left behind all the same.
    mutationFn: () => callAsAdmin(contract.adminLogout, {}).catch(() => undefined),
    onSettled: () => {
      clearAdminToken();
      client.removeQueries({ queryKey: [KEY] });
      toast.success('Admin logged out');
    },
  });
}
