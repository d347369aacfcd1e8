import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { Checkin } from '#contract/checkins.ts';
import { CHECKINS_PAGE } from '#domain/limits.ts';
import { feedQuery, fetchPage } from '#web/features/checkins/queries.ts';
import { useHintListener } from '#web/lib/live/hint-listeners.ts';
import { throttleByKey } from '#web/lib/live/throttle-by-key.ts';
import { newestOf, startOf, withHead, withStretch } from './feed-pages.ts';

/** After a gap, so many pages that were loaded are looked at again. */
const PAGES_AGAIN = 10;
const BUSY_MS = 300;

/**
 * Keeps a feed that is on the screen true: what others write comes on top, or waits in `fresh` while `isAway` says
 * that somebody reads or types further down; rows that changed are exchanged where they stand.
 */
export function useFreshFeed(missionId: string, isAway: () => boolean) {
  const client = useQueryClient();
  const [fresh, setFresh] = useState<readonly Checkin[]>([]);
  const allowance = useMemo(() => throttleByKey(), []);
  useEffect(() => () => allowance.clear(), [allowance]);
  const { queryKey } = feedQuery(missionId);
  const head = useRef<readonly Checkin[]>([]);

  /** Exchanges a page of the feed for what the server has; 0 is the first. */
  const refreshPage = async (page: number): Promise<void> => {
    const shown = client.getQueryData(queryKey);
    // The first fetch may have met a server that was away.
    if (!shown) return client.refetchQueries({ queryKey, exact: true });
    if (!shown.pages[page]) return;
    const before = startOf(shown, page);
    const rows = await fetchPage(missionId, before).catch(() => null);
    const feed = client.getQueryData(queryKey);
    if (!rows || !feed) return;
    // A page that is on its way would write over this.
    if (client.getQueryState(queryKey)?.fetchStatus !== 'idle') {
      setTimeout(() => allowance.use(String(page), () => void refreshPage(page)), BUSY_MS);
      return;
    }
    if (page > 0) return void client.setQueryData(queryKey, withStretch(feed, rows, before, CHECKINS_PAGE));
    const newest = newestOf(feed, rows);
    if (newest.length > 0 && isAway()) {
      head.current = rows;
      setFresh(newest);
      const known = rows.slice(newest.length);
      if (known.length > 0) keepBelow(known);
      return;
    }
    setFresh([]);
    client.setQueryData(queryKey, withHead(feed, rows));
  };

  /** What is known already is brought up to date although the new ones wait. */
  const keepBelow = (known: readonly Checkin[]) =>
    client.setQueryData(queryKey, (feed) => feed && withStretch(feed, known, '', known.length));

  const refresh = () => allowance.use('0', () => void refreshPage(0));

  const refreshAll = async () => {
    const pages = Math.min(PAGES_AGAIN, client.getQueryData(queryKey)?.pages.length ?? 1);
    for (let page = 0; page < pages; page++) await refreshPage(page);
  };

  const pageOf = (checkinId: string) =>
    client.getQueryData(queryKey)?.pages.findIndex((rows) => rows.some(({ id }) => id === checkinId)) ?? -1;

  useHintListener((hint) => {
    if (hint.kind === 'everything') return allowance.use('all', () => void refreshAll());
    if (hint.mission_id !== missionId) return;
    if (hint.kind === 'people') return allowance.use('all', () => void refreshAll());
    if (hint.kind === 'feed') refresh();
    const page = hint.checkin_id ? pageOf(hint.checkin_id) : -1;
    // A check-in that is gone or changed stands on a page of its own; a new one on none.
    if (page > 0 || (page === 0 && hint.kind === 'checkin')) allowance.use(String(page), () => void refreshPage(page));
  });

  useEffect(() => {
    const onVisible = () => {
      if (document.visibilityState === 'visible') allowance.use('0', () => void refreshPage(0));
    };
    document.addEventListener('visibilitychange', onVisible);
    return () => document.removeEventListener('visibilitychange', onVisible);
  });

  return {
    fresh: fresh.length,
    refresh,
    /** Puts what waits on top; the id of the newest. */
    showFresh: (): string | undefined => {
      const rows = head.current;
      setFresh([]);
      client.setQueryData(queryKey, (feed) => feed && withHead(feed, rows));
      // The first page may be a moment old by now.
      refresh();
      return rows[0]?.id;
    },
  };
}
