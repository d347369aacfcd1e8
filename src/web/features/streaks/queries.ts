import { queryOptions } from '@tanstack/react-query';
import { getStreak, type Streak } from '#contract/streaks.ts';
import { call } from '#web/lib/api/api.ts';

/** The day ledger over all missions, or in one. A check-in makes every key under ['streak'] stale. */
export const streakQuery = (missionId?: string) =>
  queryOptions({
    queryKey: ['streak', missionId ?? null],
    queryFn: ({ signal }): Promise<Streak> =>
      call(getStreak, { query: missionId === undefined ? {} : { mission_id: missionId }, signal }),
    // Asked for each time it is opened: it has to agree with the figure beside its button.
    staleTime: 0,
  });
