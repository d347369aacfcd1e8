import { infiniteQueryOptions, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { type Checkin, listCheckins } from '#contract/checkins.ts';
import { CHECKINS_PAGE } from '#domain/limits.ts';
import { call } from '#platform/web/lib/api/api.ts';
import * as keys from '#web/data/query-keys.ts';

/** Fetches ten check-ins, newest first, after the row `before`; '' starts with the newest. */
export const fetchPage = (missionId: string, before: string, signal?: AbortSignal): Promise<Checkin[]> =>
  call(listCheckins, {
    params: { id: missionId },
    query: { limit: CHECKINS_PAGE, ...(before && { before }) },
    ...(signal && { signal }),
  });

/** Pages of ten check-ins, newest first. `use-feed.ts` refreshes them without a jump. */
export const feedQuery = (missionId: string) =>
  infiniteQueryOptions({
    queryKey: keys.checkins(missionId),
    queryFn: ({ pageParam, signal }): Promise<Checkin[]> => fetchPage(missionId, pageParam, signal),
    initialPageParam: '',
    getNextPageParam: (last) => (last.length < CHECKINS_PAGE ? undefined : last.at(-1)?.id),
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

export type ChangeCheckin = (checkinId: string, fields: Partial<Checkin>) => void;

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
      // A page in flight joins the rows as they were when it was requested, so write again after it.
      const query = client.getQueryCache().find({ queryKey });
      if (query?.state.fetchStatus === 'fetching') query.promise?.then(write, () => undefined);
    },
    [client, missionId],
  );
}
