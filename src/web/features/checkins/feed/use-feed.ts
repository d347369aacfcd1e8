import { useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { feedQuery } from '#web/features/checkins/queries.ts';
import { toast } from '#web/lib/toast.ts';
import { useFeedUpdates } from './use-feed-updates.ts';

/** Whether the top of the rows has left the screen, or somebody types in one of them. */
const isAway = (rows: HTMLElement | null): boolean =>
  rows !== null &&
  (rows.getBoundingClientRect().top < 0 ||
    (rows.contains(document.activeElement) && document.activeElement?.matches('input, textarea') === true));

/**
 * The feed of a mission. `fingerprint` changes when somebody checked in or joined, which the polled mission shows even
 * when no hint came.
 */
export function useFeed(missionId: string, fingerprint: string) {
  const query = useInfiniteQuery(feedQuery(missionId));
  const { data, fetchNextPage, isFetchNextPageError } = query;
  const rows = useRef<HTMLDivElement>(null);
  const { newCount, refresh, showNew } = useFeedUpdates(missionId, () => isAway(rows.current));
  const seen = useRef(fingerprint);
  useEffect(() => {
    if (seen.current === fingerprint) return;
    seen.current = fingerprint;
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
    query,
    hasMore: query.hasNextPage,
    loadingMore: query.isFetchingNextPage,
    showMore,
    /** The number of new check-ins that are not shown yet, so that nothing moves under the reader. */
    newCount,
    showNew,
    /** For the element that holds the rows. */
    rows,
  };
}
