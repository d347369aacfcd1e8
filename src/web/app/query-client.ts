import { QueryClient } from '@tanstack/react-query';
import { ApiError } from '#web/lib/api-error.ts';

const passing = (error: unknown): boolean => error instanceof ApiError && (error.status === 0 || error.status >= 502);

export const makeQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      // A rule's answer stays the same however often one asks; only a connection heals.
      queries: { staleTime: 15_000, retry: (failures, error) => passing(error) && failures < 2 },
      mutations: { retry: false },
    },
  });
