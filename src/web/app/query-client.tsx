import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { getRouteApi, Outlet } from '@tanstack/react-router';
import { parseAnswer } from '#web/data/parse-answer.ts';
import { parseAnswersWith } from '#web/lib/api/api.ts';
import { ApiError, isRetryable } from '#web/lib/api/api-error.ts';

/** Retried automatically. A rate limit (429) or an internal error (500) would only fail again. */
const isRetried = (error: unknown): boolean =>
  error instanceof ApiError && isRetryable(error) && error.status !== 429 && error.status !== 500;

export const makeQueryClient = (): QueryClient =>
  new QueryClient({
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

const route = getRouteApi('/queries');

// The sign-in needs neither the client nor the names of others.
parseAnswersWith(parseAnswer);

/** Around every page but the sign-in: its queries share one client. */
export function Queries() {
  const { client } = route.useRouteContext();
  return (
    <QueryClientProvider client={client}>
      <Outlet />
    </QueryClientProvider>
  );
}
