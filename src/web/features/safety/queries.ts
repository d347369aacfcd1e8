import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { hideCheckin, showCheckin } from '#contract/checkins.ts';
import {
  type BlockedPerson,
  blockUser,
  listBlocks,
  reportCheckin,
  reportComment,
  unblockUser,
} from '#contract/safety.ts';
import { call } from '#web/lib/api/api.ts';

/** What somebody posted, as far as it can be reported, hidden or its author blocked. */
export interface Post {
  kind: 'checkin' | 'comment';
  id: string;
  author: { user_id: string; name: string };
}

export const sendReport = ({ kind, id }: Post, reason: string): Promise<undefined> =>
  call(kind === 'checkin' ? reportCheckin : reportComment, { params: { id }, body: { reason } });

export const blocksQuery = queryOptions({
  queryKey: ['blocks'],
  queryFn: ({ signal }): Promise<BlockedPerson[]> => call(listBlocks, { signal }),
});

/** Everything that shows what somebody posted. Waits for the check-ins, so that a dialog closes on the new state. */
function refreshPosts(client: QueryClient): Promise<void> {
  for (const queryKey of [['mission'], ['notifications'], ['comments'], ['reactions']])
    void client.invalidateQueries({ queryKey });
  return client.invalidateQueries({ queryKey: ['checkins'] });
}

export function useBlock() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (userId: string) => call(blockUser, { params: { id: userId } }),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: blocksQuery.queryKey });
      return refreshPosts(client);
    },
  });
}

export function useUnblock() {
  const client = useQueryClient();
  const { queryKey } = blocksQuery;
  return useMutation({
    mutationFn: (userId: string) => call(unblockUser, { params: { id: userId } }),
    onSuccess: async (_, userId) => {
      await client.cancelQueries({ queryKey });
      client.setQueryData(queryKey, (people) => people?.filter(({ user_id }) => user_id !== userId));
      void refreshPosts(client);
    },
    onSettled: () => void client.invalidateQueries({ queryKey }),
  });
}

/** Hides a check-in with a reason, or shows it again. */
export function useHide() {
  const client = useQueryClient();
  return {
    hide: async (id: string, reason: string): Promise<void> => {
      await call(hideCheckin, { params: { id }, body: { reason } });
      await refreshPosts(client);
    },
    show: async (id: string): Promise<void> => {
      await call(showCheckin, { params: { id } });
      await refreshPosts(client);
    },
  };
}
