import { infiniteQueryOptions, type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { type Checkin, type CheckinReceipt, createCheckin, listCheckins } from '#contract/checkins.ts';
import type { Input } from '#contract/endpoint.ts';
import { CHECKINS_PAGE } from '#domain/limits.ts';
import { call } from '#web/lib/api.ts';
import { meQuery } from '#web/lib/me.ts';
import { withHead } from './feed-pages.ts';

/** Ten check-ins of a mission, newest first, after the row `before` ('': the newest of all). */
export const fetchPage = (missionId: string, before: string, signal?: AbortSignal): Promise<Checkin[]> =>
  call(listCheckins, {
    params: { id: missionId },
    query: { limit: CHECKINS_PAGE, ...(before && { before }) },
    ...(signal && { signal }),
  });

/** A mission's check-ins, newest first, ten at a time. use-feed.ts brings them up to date without a jump. */
export const feedQuery = (missionId: string) =>
  infiniteQueryOptions({
    queryKey: ['checkins', missionId],
    queryFn: ({ pageParam, signal }): Promise<Checkin[]> => fetchPage(missionId, pageParam, signal),
    initialPageParam: '',
    getNextPageParam: (last) => (last.length < CHECKINS_PAGE ? undefined : last.at(-1)?.id),
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

/** Puts one's own new check-in on top, until the server says the same. */
async function addToFeed(client: QueryClient, checkin: Checkin): Promise<void> {
  const { queryKey } = feedQuery(checkin.mission_id);
  await client.cancelQueries({ queryKey });
  client.setQueryData(queryKey, (feed) => {
    const [first = []] = feed?.pages ?? [];
    if (!feed || first.some(({ id }) => id === checkin.id)) return feed;
    return withHead(feed, [checkin, ...first].slice(0, CHECKINS_PAGE));
  });
}

/** Records a check-in and brings what depends on it up to date; the mission itself is the caller's. */
export function useCreateCheckin() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Input<typeof createCheckin, 'body'>): Promise<CheckinReceipt> => call(createCheckin, { body }),
    onSuccess: async (receipt) => {
      const { points, level, streak_days } = receipt;
      client.setQueryData(meQuery.queryKey, (me) => me && { ...me, points, level, streak_days });
      void client.invalidateQueries({ queryKey: ['dashboard'] });
      void client.invalidateQueries({ queryKey: ['streak'] });
      await addToFeed(client, receipt.checkin);
    },
  });
}
