import { keepPreviousData, type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { create } from 'zustand';
import * as contract from '#contract/admin.ts';
import * as accounts from '#contract/admin-accounts.ts';
import * as reports from '#contract/admin-reports.ts';
import type { Answer, Endpoint, Input } from '#platform/contract/endpoint.ts';
import { type CallOptions, fetchFrom } from '#platform/web/lib/api/api.ts';
import { ApiError } from '#platform/web/lib/api/api-error.ts';
import { toast } from '#platform/web/lib/toast.ts';
import * as keys from '#web/data/query-keys.ts';
import { markStale } from '#web/data/stale.ts';

/** The operator's token has its own key, so a user can be signed in at the same time. */
const TOKEN_KEY = 'admin_token';

const readToken = (): string | null => localStorage.getItem(TOKEN_KEY);
const useToken = create(readToken);
const refresh = () => useToken.setState(readToken(), true);

// Logging out in one tab logs out in all.
window.addEventListener('storage', refresh);

const getAdminToken = (): string | null => useToken.getState();

function setAdminToken(token: string): void {
  localStorage.setItem(TOKEN_KEY, token);
  refresh();
}

function clearAdminToken(): void {
  localStorage.removeItem(TOKEN_KEY);
  refresh();
}

/** Returns the operator's token as state: the page shows the dashboard while a token exists. */
export const useAdminToken = (): string | null => useToken();

/** Calls with the operator's token; a 401 logs the operator out. */
export async function callAsAdmin<const E extends Endpoint>(endpoint: E, options: CallOptions<E>): Promise<Answer<E>> {
  const token = getAdminToken();
  try {
    return await fetchFrom(endpoint, options, token);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error;
    // The server can refuse several calls, and a late response might belong to an earlier session.
    if (token !== null && getAdminToken() === token) {
      clearAdminToken();
      toast.error(SESSION_EXPIRED);
    }
    throw new ApiError({ code: error.code, status: 401, detail: SESSION_EXPIRED });
  }
}

export const FAILED = 'Failed to load admin data';

/** The admin dashboard is in English. */
const SESSION_EXPIRED = 'Session expired. Please login again.';

export const statsQuery = queryOptions({
  queryKey: keys.adminPart('stats'),
  queryFn: ({ signal }) => callAsAdmin(contract.adminStats, { signal }),
});

export const chartsQuery = queryOptions({
  queryKey: keys.adminPart('charts'),
  queryFn: ({ signal }) => callAsAdmin(contract.adminCharts, { signal }),
});

/** Builds the query of a list; the previous page stays visible until the next one arrives. */
const listQuery =
  <const E extends Endpoint>(part: string, endpoint: E) =>
  (query: Input<E, 'query'> & object) =>
    queryOptions({
      queryKey: keys.adminPart(part, query),
      // The compiler cannot tell that a list takes only a query.
      queryFn: ({ signal }) => callAsAdmin(endpoint, { query, signal } as unknown as CallOptions<E>),
      placeholderData: keepPreviousData,
    });

export const usersQuery = listQuery('users', accounts.adminUsers);
export const missionsQuery = listQuery('missions', contract.adminMissions);
export const transactionsQuery = listQuery('transactions', contract.adminTransactions);
export const reportsQuery = listQuery('reports', reports.adminReports);
export const auditQuery = listQuery('audit', contract.auditLog);

/**
 * Runs a change and fetches lists, tiles and the log again, even after a failure.
 *
 * Another operator might have been faster. The mutation does not wait for the fetch, because a new list can unmount the
 * dialog before it shows the result.
 */
export function useAdminAction<Variables>(act: (variables: Variables) => Promise<unknown>) {
  const client = useQueryClient();
  return useMutation({ mutationFn: act, onSettled: () => void markStale(client, 'admin') });
}

export async function signInAsAdmin(client: QueryClient, body: { username: string; password: string }): Promise<void> {
  const { access_token } = await fetchFrom(contract.adminLogin, { body }, null);
  // Remove before setting the token: the dashboard then mounts and fetches, and its responses must stay.
  client.removeQueries({ queryKey: keys.admin });
  setAdminToken(access_token);
}

export function useAdminLogOut() {
  const client = useQueryClient();
  return useMutation({
    // Clears the token even if the session is over or the server cannot be reached.
    mutationFn: () => callAsAdmin(contract.adminLogout, {}).catch(() => undefined),
    onSettled: () => {
      clearAdminToken();
      client.removeQueries({ queryKey: keys.admin });
      toast.success('Admin logged out');
    },
  });
}
