import { useMutation, useQueryClient } from '@tanstack/react-query';
import {
  checkInByKey as checkinByKey,
  createCheckinKey,
  deleteCheckinKey,
  type KeyQuery,
  listCheckinKeys,
  previewCheckinKey,
} from '#contract/checkin-keys.ts';
import type { Input } from '#platform/contract/endpoint.ts';
import { call } from '#platform/web/lib/api/api.ts';
import { ApiError } from '#platform/web/lib/api/api-error.ts';
import { callQuery } from '#web/data/call-query.ts';
import * as keys from '#web/data/query-keys.ts';
import { markStale } from '#web/data/stale.ts';
import { writeCached } from '#web/data/write-cached.ts';

export const keysQuery = callQuery(keys.checkinKeys, listCheckinKeys);

/**
 * Creates a key. Only this response contains its link, which never enters the query cache.
 *
 * The key enters the cache immediately, so the link appears even if the list cannot be fetched again.
 */
export function useCreateKey() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Input<typeof createCheckinKey, 'body'>) => call(createCheckinKey, { body }),
    gcTime: 0,
    onSuccess: ({ url: _, ...created }) =>
      client.setQueryData(keysQuery.queryKey, (keys = []) => [
        created,
        ...keys.filter(({ mission_id }) => mission_id !== created.mission_id),
      ]),
    onSettled: () => markStale(client, 'checkin_keys'),
  });
}

export function useRevokeKey() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(deleteCheckinKey, { params: { id } }),
    onSuccess: (_answer, id) => writeCached(client, keysQuery.queryKey, (keys) => keys.filter((key) => key.id !== id)),
    onSettled: () => markStale(client, 'checkin_keys'),
  });
}

export const keyPreviewQuery = (key: string) => callQuery(keys.checkinKey(key), previewCheckinKey, { params: { key } });

/** Checks in with a key and shows the day as done immediately. */
export function useCheckinByKey(key: string, query: KeyQuery) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(checkinByKey, { params: { key }, query }),
    onSuccess: async ({ day, mission_id, checked_in, amount }) => {
      await writeCached(client, keyPreviewQuery(key).queryKey, (preview) => ({
        ...preview,
        day,
        state: checked_in === 'not_yet' ? preview.state : ('done' as const),
        amounts: preview.amounts && amount !== null ? { ...preview.amounts, today: amount } : preview.amounts,
      }));
      // The member might also be signed in in this browser.
      void markStale(client, 'own_checkin', { mission_id, feed_outdated: true });
    },
    onError: (error) => {
      // The mission started or ended since the page loaded. The page will show that.
      if (error instanceof ApiError && error.status === 400) void markStale(client, 'checkin_key', { token: key });
    },
  });
}
