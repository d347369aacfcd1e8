import { createToken, deleteToken, listTokens } from '#contract/api-tokens.ts';
import type { Input } from '#platform/contract/endpoint.ts';
import { call } from '#platform/web/lib/api/api.ts';
import { callQuery } from '#web/data/call-query.ts';
import * as keys from '#web/data/query-keys.ts';
import { useChange } from '#web/data/use-change.ts';

export const tokensQuery = callQuery(keys.tokens, listTokens);

/** Creates a token. Only this response contains its secret, which never enters the query cache. */
export const useCreateToken = () =>
  useChange('api_tokens', (body: Input<typeof createToken, 'body'>) => call(createToken, { body }));

export const useRevokeToken = () => useChange('api_tokens', (id: string) => call(deleteToken, { params: { id } }));
