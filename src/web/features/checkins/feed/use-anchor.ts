import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { readAnchor } from '#web/lib/url-anchor.ts';
import { scrollToElement } from '#web/ui/scroll-to.ts';
import type { useFeed } from './use-feed.ts';

/** How many pages back an anchored check-in is searched for. */
const PAGES_MAX = 100;

/** #checkin and #checkin-{id}: scrolls there once it is rendered, loading older check-ins until it is found. */
export function useAnchor(feed: ReturnType<typeof useFeed>): void {
  const { hash, state } = useLocation();
  // The same link pressed again scrolls again.
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
