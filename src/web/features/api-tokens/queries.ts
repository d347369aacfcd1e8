import { useMutation, useQueryClient } from '@tanstack/react-query';
import { createToken, deleteToken, listTokens } from '#contract/api-tokens.ts';
import type { Input } from '#contract/endpoint.ts';
import { callQuery } from '#web/data/call-query.ts';
import * as keys from '#web/data/query-keys.ts';
import { markStale } from '#web/data/stale.ts';
import { call } from '#web/lib/api/api.ts';

export const tokensQuery = callQuery(keys.tokens, listTokens, {});

/** Creates a token. Its secret comes only with this answer and never enters the query cache. */
export function useCreateToken() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Input<typeof createToken, 'body'>) => call(createToken, { body }),
    gcTime: 0,
    onSettled: () => markStale(client, 'api_tokens'),
  });
}

export function useRevokeToken() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(deleteToken, { params: { id } }),
    onSettled: () => markStale(client, 'api_tokens'),
  });
}
