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

/** After missed hints at most this many of the loaded pages are fetched again. */
const REFRESHED_PAGES = 10;
/** How long to wait before fetching a page again while another one is in flight. */
const BUSY_MS = 300;

/** Fetches pages of the feed again when a hint concerns them, and the first one when the tab becomes visible. */
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
    // A changed or deleted check-in is on a loaded page; a new one is on none.
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

/**
 * Updates a feed on the screen without a jump: new check-ins are put on top, or wait (`newCount`) while `isAway` says
 * that somebody reads or types further down; changed rows are replaced in place.
 */
function useFeedUpdates(missionId: string, isScrolledDown: () => boolean) {
  const client = useQueryClient();
  const [waiting, setWaiting] = useState<readonly Checkin[]>([]);
  const throttle = useMemo(() => throttleByKey(), []);
  useEffect(() => () => throttle.clear(), [throttle]);
  const { queryKey } = feedQuery(missionId);
  const head = useRef<readonly Checkin[]>([]);

  /** Fetches a page of the feed again; 0 is the first. */
  const refreshPage = async (page: number): Promise<void> => {
    const shown = client.getQueryData(queryKey);
    // The first fetch may have failed.
    if (!shown) return client.refetchQueries({ queryKey, exact: true });
    if (!shown.pages[page]) return;
    const before = startOf(shown, page);
    const rows = await fetchPage(missionId, before).catch(() => null);
    const feed = client.getQueryData(queryKey);
    if (!rows || !feed) return;
    // A page in flight would overwrite this one; and what was written meanwhile, such as the user's own reaction, would
    // be lost to rows that may be older.
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

  /** Updates the rows that are shown already while the new ones wait. */
  const refreshBelow = (known: readonly Checkin[]) =>
    client.setQueryData(queryKey, (feed) => feed && withSection(feed, known, '', known.length));

  const refresh = () => throttle.use('0', () => void refreshPage(0));

  useFeedTriggers(missionId, refreshPage, throttle);

  return {
    newCount: waiting.length,
    refresh,
    /** Shows the new check-ins on top; returns the newest. */
    showNew: (): Checkin | undefined => {
      const rows = head.current;
      setWaiting([]);
      client.setQueryData(queryKey, (feed) => feed && withHead(feed, rows));
      // The waiting page may be outdated by now.
      refresh();
      return rows[0];
    },
  };
}

/** Whether the top of the rows has left the screen, or somebody types in one of them. */
const isScrolledDown = (rows: HTMLElement | null): boolean =>
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
    /** What is open and typed under the check-ins; it stays when their rows go. */
    memory,
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
