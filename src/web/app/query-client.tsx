import { QueryClient } from '@tanstack/react-query';
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
