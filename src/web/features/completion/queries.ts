import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { type Completion, completeMission, getCompletion, settleReward } from '#contract/completion.ts';
import { call } from '#web/lib/api/api.ts';

export const completionQuery = (missionId: string) =>
  queryOptions({
    queryKey: ['completion', missionId],
    queryFn: ({ signal }): Promise<Completion> => call(getCompletion, { params: { id: missionId }, signal }),
  });

/** Completes a mission for all of its members. */
export function useCompleteMission(missionId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(completeMission, { params: { id: missionId } }),
    // Somebody else, or the server by itself, may have been faster: then too the page is out of date.
    onSettled: () => {
      for (const queryKey of [['mission', missionId], completionQuery(missionId).queryKey, ['dashboard']])
        void client.invalidateQueries({ queryKey });
    },
  });
}

/** Marks a member's reward as done, or as open again. */
export function useSettleReward(missionId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { user_id: string; done: boolean }) => call(settleReward, { params: { id: missionId }, body }),
    onSuccess: async (reward) => {
      const { queryKey } = completionQuery(missionId);
      await client.cancelQueries({ queryKey });
      client.setQueryData(queryKey, (completion) => completion && { ...completion, reward });
      void client.invalidateQueries({ queryKey: ['dashboard'] });
    },
  });
}
