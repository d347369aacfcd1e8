import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { toast } from '#web/lib/toast.ts';
import { feedQuery } from './queries.ts';

/**
 * The feed of a mission. `stamp` changes when somebody checked in or joined: the mission is polled anyway, so the feed
 * is asked for again only then.
 */
export function useFeed(missionId: string, stamp: string) {
  const query = useInfiniteQuery(feedQuery(missionId));
  const { data, refetch, fetchNextPage, isFetchNextPageError } = query;
  const seen = useRef(stamp);
  useEffect(() => {
    if (seen.current === stamp) return;
    seen.current = stamp;
    void refetch();
  }, [stamp, refetch]);
  useEffect(() => {
    if (isFetchNextPageError) toast.error('The check-ins could not be loaded.');
  }, [isFetchNextPageError]);
  const pages = data?.pages ?? [];
  return {
    checkins: pages.flat(),
    pages: pages.length,
    loaded: data !== undefined,
    failed: query.isError,
    fetching: query.isFetching,
    hasMore: query.hasNextPage,
    loadingMore: query.isFetchingNextPage,
    showMore: () => void fetchNextPage(),
    retry: () => void refetch(),
  };
}
