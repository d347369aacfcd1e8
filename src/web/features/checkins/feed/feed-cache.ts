import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { Checkin } from '#contract/checkins.ts';
import { feedQuery } from '#web/features/checkins/queries.ts';

export type ChangeCheckin = (checkinId: string, fields: Partial<Checkin>) => void;

/** Writes what the server answered about one check-in into the loaded feed. */
export function useFeedCache(missionId: string): ChangeCheckin {
  const client = useQueryClient();
  return useCallback(
    (checkinId, fields) => {
      const { queryKey } = feedQuery(missionId);
      const change = (row: Checkin) => (row.id === checkinId ? { ...row, ...fields } : row);
      const write = () => {
        client.setQueryData(queryKey, (feed) => feed && { ...feed, pages: feed.pages.map((page) => page.map(change)) });
      };
      write();
      // More rows that are on their way come with those that were there when they were asked for.
      const query = client.getQueryCache().find({ queryKey });
      if (query?.state.fetchStatus === 'fetching') query.promise?.then(write, () => undefined);
    },
    [client, missionId],
  );
}
