import { useMutation, useQueryClient } from '@tanstack/react-query';
import { blockUser, listBlocks, reportCheckin, reportComment, unblockUser } from '#contract/safety.ts';
import { call } from '#platform/web/lib/api/api.ts';
import { callQuery } from '#web/data/call-query.ts';
import * as keys from '#web/data/query-keys.ts';
import { markStale } from '#web/data/stale.ts';
import { writeCached } from '#web/data/write-cached.ts';

/** A post that can be reported, or whose author can be blocked. */
export interface Post {
  kind: 'checkin' | 'comment';
  id: string;
  author: { user_id: string; name: string };
}

export const sendReport = ({ kind, id }: Post, reason: string): Promise<undefined> =>
  call(kind === 'checkin' ? reportCheckin : reportComment, { params: { id }, body: { reason } });

export const blocksQuery = callQuery(keys.blocks, listBlocks);

export function useBlock() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (userId: string) => call(blockUser, { params: { id: userId } }),
    // Waits for the refetched posts, so the dialog closes on the new state.
    onSuccess: () => {
      void markStale(client, 'blocks');
      return markStale(client, 'hidden_posts');
    },
  });
}

export function useUnblock() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (userId: string) => call(unblockUser, { params: { id: userId } }),
    onSuccess: async (_, userId) => {
      await writeCached(client, blocksQuery.queryKey, (people) => people.filter(({ user_id }) => user_id !== userId));
      void markStale(client, 'hidden_posts');
    },
    onSettled: () => void markStale(client, 'blocks'),
  });
}
