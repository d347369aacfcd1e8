import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { getRouteApi, Outlet } from '@tanstack/react-router';
import { parseAnswersWith } from '#platform/web/lib/api/api.ts';
import { ApiError, isRetryable } from '#platform/web/lib/api/api-error.ts';
import { onLanguage } from '#platform/web/lib/language.ts';
import { parseAnswer } from '#web/data/parse-answer.ts';
import { markStale } from '#web/data/stale.ts';

/** Returns true for automatic retries. After a rate limit (429) or internal error (500) a retry would fail again. */
const isRetried = (error: unknown): boolean =>
  error instanceof ApiError && isRetryable(error) && error.status !== 429 && error.status !== 500;

/** Creates the query client. The sign-in page does not need it. */
export function makeQueryClient(): QueryClient {
  const client = new QueryClient({
    // The browser's network state is a guess, so every call is tried and a failure is shown. A paused mutation would
    // silently stay busy and send a check-in long after the press.
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

/** Wraps every page except the sign-in, so their queries share one client. */
export function Queries() {
  const { client } = route.useRouteContext();
  return (
    <QueryClientProvider client={client}>
      <Outlet />
    </QueryClientProvider>
  );
}
