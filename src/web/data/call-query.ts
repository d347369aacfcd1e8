import { type QueryKey, queryOptions } from '@tanstack/react-query';
import type { Endpoint } from '#platform/contract/endpoint.ts';
import { type CallOptions, call } from '#platform/web/lib/api/api.ts';
import { isRetryable } from '#platform/web/lib/api/api-error.ts';

/** What a call is made with, which may be left out where it needs nothing. */
type Rest<E extends Endpoint> =
  Record<never, never> extends CallOptions<E> ? [options?: CallOptions<E>] : [options: CallOptions<E>];

/** The answer of a call, under a key of query-keys.ts. The call is aborted when nobody waits for it any longer. */
export const callQuery = <const E extends Endpoint, Key extends QueryKey>(
  queryKey: Key,
  endpoint: E,
  ...[options]: Rest<E>
) => queryOptions({ queryKey, queryFn: ({ signal }) => call(endpoint, { ...options, signal } as CallOptions<E>) });

/** For what a whole page waits for: two more tries also after a rate limit and an error 500, where others give up. */
export const retryTwice = (failures: number, error: Error): boolean => isRetryable(error) && failures < 2;

/** What the link of a page is for. It changes only by the page's own button, and then there may be no preview any more. */
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
