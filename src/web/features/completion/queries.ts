import { useMutation, useQueryClient } from '@tanstack/react-query';
import { completeMission, getCompletion, settleReward } from '#contract/completion.ts';
import { call } from '#platform/web/lib/api/api.ts';
import { callQuery } from '#web/data/call-query.ts';
import * as keys from '#web/data/query-keys.ts';
import { markStale } from '#web/data/stale.ts';
import { writeCached } from '#web/data/write-cached.ts';

export const completionQuery = (missionId: string) =>
  callQuery(keys.completion(missionId), getCompletion, { params: { id: missionId } });

export function useCompleteMission(missionId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(completeMission, { params: { id: missionId } }),
    // Also after an error: a co-host or the server might have completed it first.
    onSettled: () => void markStale(client, 'mission', { mission_id: missionId }),
  });
}

export function useSettleReward(missionId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { user_id: string; done: boolean }) => call(settleReward, { params: { id: missionId }, body }),
    onSuccess: async (reward) => {
      await writeCached(client, completionQuery(missionId).queryKey, (completion) => ({ ...completion, reward }));
      void markStale(client, 'dashboard');
    },
  });
}
