import { QueryClient } from '@tanstack/react-query';
import { ApiError } from '#web/lib/api/api-error.ts';

const passing = (error: unknown): boolean => error instanceof ApiError && (error.status === 0 || error.status >= 502);

export const makeQueryClient = (): QueryClient =>
  new QueryClient({
    // What the browser thinks of the network is a guess: a call is tried, and when it fails the screen says so. Held
    // back, it would stay busy without a word, and send a check-in long after it was pressed.
    defaultOptions: {
      // A rule's answer stays the same however often one asks; only a connection heals.
      queries: {
        staleTime: 15_000,
        retry: (failures, error) => passing(error) && failures < 2,
        networkMode: 'always',
        refetchOnReconnect: true,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
