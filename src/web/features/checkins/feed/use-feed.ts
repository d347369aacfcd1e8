import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Checkin } from '#contract/checkins.ts';
import { CHECKINS_PAGE } from '#domain/limits.ts';
import { getT } from '#platform/web/lib/language.ts';
import { type KeyThrottle, throttleByKey } from '#platform/web/lib/throttle-by-key.ts';
import { toast } from '#platform/web/lib/toast.ts';
import { useHintListener } from '#platform/web/live/hint-listeners.ts';
import { newDiscussionState } from './checkin-discussion.tsx';
import { newerThan, startOf, withHead, withSection } from './feed-pages.ts';
import { feedQuery, fetchPage } from './list-checkins.ts';

/** The maximum number of loaded pages to refetch after missed hints. */
const REFRESHED_PAGES = 10;
/** The delay before a refetch if another fetch of the feed is in flight. */
const BUSY_MS = 300;

/** Refetches the pages that a hint concerns, and the first page when the tab becomes visible. */
function useFeedTriggers(missionId: string, refreshPage: (page: number) => Promise<void>, throttle: KeyThrottle) {
  const client = useQueryClient();
  const { queryKey } = feedQuery(missionId);
  const refresh = (page: number) => throttle.use(String(page), () => void refreshPage(page));
  const refreshAll = async () => {
    const pages = Math.min(REFRESHED_PAGES, client.getQueryData(queryKey)?.pages.length ?? 1);
    for (let page = 0; page < pages; page++) await refreshPage(page);
  };
  const pageOf = (checkinId: string) =>
    client.getQueryData(queryKey)?.pages.findIndex((rows) => rows.some(({ id }) => id === checkinId)) ?? -1;

  useHintListener((hint) => {
    if (hint.kind === 'everything') return throttle.use('all', () => void refreshAll());
    if (hint.mission_id !== missionId) return;
    if (hint.kind === 'people') return throttle.use('all', () => void refreshAll());
    if (hint.kind === 'feed') refresh(0);
    const page = hint.checkin_id ? pageOf(hint.checkin_id) : -1;
    // A changed or deleted check-in is on a loaded page; a new one is not.
    if (page > 0 || (page === 0 && hint.kind === 'checkin')) refresh(page);
  });

  useEffect(() => {
    const onVisible = () => {
      if (document.visibilityState === 'visible') refresh(0);
    };
    document.addEventListener('visibilitychange', onVisible);
    return () => document.removeEventListener('visibilitychange', onVisible);
  });
}

/** Refreshes the feed without a jump. New check-ins go on top, or wait (`newCount`) while `isScrolledDown` is true. */
function useFeedUpdates(missionId: string, isScrolledDown: () => boolean) {
  const client = useQueryClient();
  const [waiting, setWaiting] = useState<readonly Checkin[]>([]);
  const throttle = useMemo(() => throttleByKey(), []);
  useEffect(() => () => throttle.clear(), [throttle]);
  const { queryKey } = feedQuery(missionId);
  const head = useRef<readonly Checkin[]>([]);

  const refreshPage = async (page: number): Promise<void> => {
    const shown = client.getQueryData(queryKey);
    // The first fetch might have failed.
    if (!shown) return client.refetchQueries({ queryKey, exact: true });
    if (!shown.pages[page]) return;
    const before = startOf(shown, page);
    const rows = await fetchPage(missionId, before).catch(() => null);
    const feed = client.getQueryData(queryKey);
    if (!rows || !feed) return;
    // A page in flight would overwrite this page. A feed that changed since might be newer than these rows.
    if (feed !== shown || client.getQueryState(queryKey)?.fetchStatus !== 'idle') {
      setTimeout(() => throttle.use(String(page), () => void refreshPage(page)), BUSY_MS);
      return;
    }
    if (page > 0) return void client.setQueryData(queryKey, withSection(feed, rows, before, CHECKINS_PAGE));
    const newest = newerThan(feed, rows);
    if (newest.length > 0 && isScrolledDown()) {
      head.current = rows;
      setWaiting(newest);
      const known = rows.slice(newest.length);
      if (known.length > 0) refreshBelow(known);
      return;
    }
    setWaiting([]);
    client.setQueryData(queryKey, withHead(feed, rows));
  };

  const refreshBelow = (known: readonly Checkin[]) =>
    client.setQueryData(queryKey, (feed) => feed && withSection(feed, known, '', known.length));

  const refresh = () => throttle.use('0', () => void refreshPage(0));

  useFeedTriggers(missionId, refreshPage, throttle);

  return {
    newCount: waiting.length,
    refresh,
    showNew: (): Checkin | undefined => {
      const rows = head.current;
      setWaiting([]);
      client.setQueryData(queryKey, (feed) => feed && withHead(feed, rows));
      // The waiting page might be stale.
      refresh();
      return rows[0];
    },
  };
}

/** Returns true if the top of the rows is off screen or a field in the rows has the focus. */
const isScrolledDown = (rows: HTMLElement | null): boolean =>
  rows !== null &&
  (rows.getBoundingClientRect().top < 0 ||
    (rows.contains(document.activeElement) && document.activeElement?.matches('input, textarea') === true));

/** Loads a mission's feed. `fingerprint` reveals changes even if a hint is lost, because the mission is polled. */
export function useFeed(missionId: string, fingerprint: string) {
  const query = useInfiniteQuery(feedQuery(missionId));
  const { data, fetchNextPage, isFetchNextPageError } = query;
  const rows = useRef<HTMLDivElement>(null);
  const { newCount, refresh, showNew } = useFeedUpdates(missionId, () => isScrolledDown(rows.current));
  const seen = useRef(fingerprint);
  useEffect(() => {
    if (seen.current === fingerprint) return;
    seen.current = fingerprint;
    refresh();
  });
  useEffect(() => {
    if (isFetchNextPageError) toast.error(getT()('app.checkins.feed.failed'));
  }, [isFetchNextPageError]);
  const checkins = useMemo(() => data?.pages.flat() ?? [], [data]);
  const showMore = useCallback(() => void fetchNextPage(), [fetchNextPage]);
  const [memory] = useState(newDiscussionState);
  return {
    checkins,
    memory,
    pages: data?.pages.length ?? 0,
    query,
    hasMore: query.hasNextPage,
    loadingMore: query.isFetchingNextPage,
    showMore,
    newCount,
    showNew,
    rows,
  };
}
