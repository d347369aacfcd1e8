import { QueryClient } from '@tanstack/react-query';
import { ApiError, isRetryable } from '#web/lib/api/api-error.ts';

/** Retried without the person's doing; a rate limit (429) or a defect of the server (500) stays as it is. */
const isRetried = (error: unknown): boolean =>
  error instanceof ApiError && isRetryable(error) && error.status !== 429 && error.status !== 500;

export const makeQueryClient = (): QueryClient =>
  new QueryClient({
    // The browser's own idea of the network is a guess, so a call is always tried, and a failure is shown. A paused
    // mutation would stay busy without a word and send a check-in long after the press.
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
