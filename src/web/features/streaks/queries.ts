import { queryOptions } from '@tanstack/react-query';
import { getStreak, type Streak } from '#contract/streaks.ts';
import { call } from '#web/lib/api/api.ts';
import * as keys from '#web/lib/query-keys.ts';

/** The day ledger over all missions, or in one. */
export const streakQuery = (missionId?: string) =>
  queryOptions({
    queryKey: keys.streak(missionId ?? null),
    queryFn: ({ signal }): Promise<Streak> =>
      call(getStreak, { query: missionId === undefined ? {} : { mission_id: missionId }, signal }),
    // Fetched whenever it is opened: it has to agree with the number beside its button.
    staleTime: 0,
  });
