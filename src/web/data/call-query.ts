import { type QueryKey, queryOptions } from '@tanstack/react-query';
import type { Endpoint } from '#platform/contract/endpoint.ts';
import { type CallOptions, call } from '#platform/web/lib/api/api.ts';
import { isRetryable } from '#platform/web/lib/api/api-error.ts';

/** Options that can be omitted if the endpoint needs none. */
type Rest<E extends Endpoint> =
  Record<never, never> extends CallOptions<E> ? [options?: CallOptions<E>] : [options: CallOptions<E>];

/** The call is aborted when no component uses it. */
export const callQuery = <const E extends Endpoint, Key extends QueryKey>(
  queryKey: Key,
  endpoint: E,
  ...[options]: Rest<E>
) => queryOptions({ queryKey, queryFn: ({ signal }) => call(endpoint, { ...options, signal } as CallOptions<E>) });

/** Retries twice even after rate limits and server errors, for data that a whole page needs. */
export const retryTwice = (failures: number, error: Error): boolean => isRetryable(error) && failures < 2;

/** Not refetched on focus or reconnect, because only the page's own button changes the target. */
export const linkQuery = <const E extends Endpoint, Key extends QueryKey>(
  queryKey: Key,
  endpoint: E,
  ...options: Rest<E>
) =>
  queryOptions({
    ...callQuery(queryKey, endpoint, ...options),
    retry: retryTwice,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
