import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { createPause, getStreak, listPauses, type PauseInput, removePause } from '#contract/streaks.ts';
import { callQuery } from '#web/data/call-query.ts';
import * as keys from '#web/data/query-keys.ts';
import { markStale } from '#web/data/stale.ts';
import { call } from '#web/lib/api/api.ts';

/** The day ledger over all missions, or in one. */
export const streakQuery = (missionId?: string) =>
  queryOptions({
    ...callQuery(keys.streak(missionId ?? null), getStreak, {
      query: missionId === undefined ? {} : { mission_id: missionId },
    }),
    // Fetched whenever it is opened, as it has to agree with the number beside its button.
    staleTime: 0,
  });

/** The user's own breaks, with their reasons. */
export const pausesQuery = callQuery(keys.pauses, listPauses, {});

/** Resolves when the screen shows the new state, so that buttons are busy until then. */
function useRefresh() {
  const client = useQueryClient();
  return () => markStale(client, 'own_pause');
}

export function useCreatePause() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: PauseInput) => call(createPause, { body }),
    onSuccess: refresh,
  });
}

/** Cancels a coming break, or ends the running one. */
export function useRemovePause() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (id: string) => call(removePause, { params: { id } }),
    // A refusal means that the break is over or gone, which the screen does not show yet.
    onSettled: refresh,
  });
}
