import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { Checkin } from '#contract/checkins.ts';
import { feedQuery } from './queries.ts';

export type ChangeCheckin = (checkinId: string, fields: Partial<Checkin>) => void;

/** Writes what the server answered about one check-in into the loaded feed. */
export function useFeedCache(missionId: string): ChangeCheckin {
  const client = useQueryClient();
  return useCallback(
    (checkinId, fields) => {
      const { queryKey } = feedQuery(missionId);
      const change = (row: Checkin) => (row.id === checkinId ? { ...row, ...fields } : row);
      client.setQueryData(queryKey, (feed) => feed && { ...feed, pages: feed.pages.map((page) => page.map(change)) });
      // An answer that is still on its way may be older: it is asked for once more.
      if (client.isFetching({ queryKey }) > 0) void client.invalidateQueries({ queryKey });
    },
    [client, missionId],
  );
}
