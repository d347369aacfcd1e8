import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { getRouteApi, Outlet } from '@tanstack/react-router';
import { parseAnswersWith } from '#platform/web/lib/api/api.ts';
import { ApiError, isRetryable } from '#platform/web/lib/api/api-error.ts';
import { onLanguage } from '#platform/web/lib/language.ts';
import { parseAnswer } from '#web/data/parse-answer.ts';
import { markStale } from '#web/data/stale.ts';

/** Retried automatically. A rate limit (429) or an internal error (500) would only fail again. */
const isRetried = (error: unknown): boolean =>
  error instanceof ApiError && isRetryable(error) && error.status !== 429 && error.status !== 500;

/** Makes the client of the queries. The sign-in needs neither it nor the names of others. */
export function makeQueryClient(): QueryClient {
  const client = new QueryClient({
    // What the browser says about the network is a guess, so every call is tried and a failure is shown. A paused
    // mutation would stay busy in silence and send a check-in long after the press.
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        retry: (failures, error) => isRetried(error) && failures < 2,
        networkMode: 'always',
        refetchOnReconnect: true,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
  parseAnswersWith(parseAnswer);
  onLanguage(() => void markStale(client, 'language'));
  return client;
}

const route = getRouteApi('/queries');

/** Around every page but the sign-in: its queries share one client. */
export function Queries() {
  const { client } = route.useRouteContext();
  return (
    <QueryClientProvider client={client}>
      <Outlet />
    </QueryClientProvider>
  );
}
