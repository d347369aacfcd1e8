import { queryOptions } from '@tanstack/react-query';
import { createPause, getStreak, listPauses, type PauseInput, removePause } from '#contract/streaks.ts';
import { call } from '#platform/web/lib/api/api.ts';
import { callQuery } from '#web/data/call-query.ts';
import * as keys from '#web/data/query-keys.ts';
import { useChange } from '#web/data/use-change.ts';

export const streakQuery = (missionId?: string) =>
  queryOptions({
    ...callQuery(keys.streak(missionId ?? null), getStreak, {
      query: missionId === undefined ? {} : { mission_id: missionId },
    }),
    // Refetched on every opening, because it must match the number next to its button.
    staleTime: 0,
  });

export const pausesQuery = callQuery(keys.pauses, listPauses);

export const useCreatePause = () => useChange('own_pause', (body: PauseInput) => call(createPause, { body }));

/** Cancels a future break, or ends the current break. */
export const useRemovePause = () => useChange('own_pause', (id: string) => call(removePause, { params: { id } }));
