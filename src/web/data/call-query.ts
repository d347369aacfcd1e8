import { type QueryKey, queryOptions } from '@tanstack/react-query';
import type { Endpoint } from '#contract/endpoint.ts';
import { type CallOptions, call } from '#web/lib/api/api.ts';

/** The answer of a call, under a key of query-keys.ts. The call is aborted when nobody waits for it any longer. */
export const callQuery = <const E extends Endpoint, Key extends QueryKey>(
  queryKey: Key,
  endpoint: E,
  options: CallOptions<E>,
) => queryOptions({ queryKey, queryFn: ({ signal }) => call(endpoint, { ...options, signal }) });
