import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { scrollToElement } from '#platform/web/kit/scroll-to.ts';
import { readAnchor, type useFeed } from '#web/features/checkins/public.ts';

/** How many pages back an anchored check-in is searched for. */
const PAGES_MAX = 100;

/** Scrolls to #checkin or #checkin-{id} once it is rendered, loading older check-ins until it is found. */
export function useAnchor(feed: ReturnType<typeof useFeed>): void {
  const { hash, state } = useLocation();
  // Pressing the same link again scrolls again.
  const arrival = `${hash} ${state.__TSR_key ?? ''}`;
  const reached = useRef('');
  const id = readAnchor(hash)?.element;
  const { showMore } = feed;
  const canLoad = feed.query.isSuccess && feed.hasMore && !feed.query.isFetching && feed.pages < PAGES_MAX;
  useEffect(() => {
    if (!id || reached.current === arrival) return;
    if (scrollToElement(id, id === 'checkin')) reached.current = arrival;
    else if (canLoad && id !== 'checkin') showMore();
  });
}
