import { useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { feedQuery } from '#web/features/checkins/queries.ts';
import { toast } from '#web/lib/toast.ts';
import { useFreshFeed } from './use-feed-updates.ts';

/** Somebody reads further down when the top of the rows has left the screen, or types in one of them. */
const isAway = (rows: HTMLElement | null): boolean =>
  rows !== null &&
  (rows.getBoundingClientRect().top < 0 ||
    (rows.contains(document.activeElement) && document.activeElement?.matches('input, textarea') === true));

/**
 * The feed of a mission. `stamp` changes when somebody checked in or joined: where no hint came, the poll of the
 * mission tells.
 */
export function useFeed(missionId: string, stamp: string) {
  const query = useInfiniteQuery(feedQuery(missionId));
  const { data, refetch, fetchNextPage, isFetchNextPageError } = query;
  const rows = useRef<HTMLDivElement>(null);
  const { fresh, refresh, showFresh } = useFreshFeed(missionId, () => isAway(rows.current));
  const seen = useRef(stamp);
  useEffect(() => {
    if (seen.current === stamp) return;
    seen.current = stamp;
    refresh();
  });
  useEffect(() => {
    if (isFetchNextPageError) toast.error('The check-ins could not be loaded.');
  }, [isFetchNextPageError]);
  const checkins = useMemo(() => data?.pages.flat() ?? [], [data]);
  const showMore = useCallback(() => void fetchNextPage(), [fetchNextPage]);
  return {
    checkins,
    pages: data?.pages.length ?? 0,
    loaded: data !== undefined,
    failed: query.isError,
    fetching: query.isFetching,
    hasMore: query.hasNextPage,
    loadingMore: query.isFetchingNextPage,
    showMore,
    retry: () => void refetch(),
    /** Check-ins that wait to be shown, not to move what is read. */
    fresh,
    showFresh,
    /** Goes to the element that holds the rows. */
    rows,
  };
}
