import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { readAnchor } from '#web/lib/url-anchor.ts';
import { scrollToElement } from '#web/ui/scroll-to.ts';
import type { useFeed } from './use-feed.ts';

/** How far back an anchored check-in is looked for. */
const PAGES_MAX = 100;

/** #checkin and #checkin-{id}: scrolls there once it is drawn, loading older check-ins until the one is found (Spec 2). */
export function useAnchor(feed: ReturnType<typeof useFeed>): void {
  const { hash, state } = useLocation();
  // The same link pressed again is another arrival.
  const arrival = `${hash} ${state.__TSR_key ?? ''}`;
  const reached = useRef('');
  const id = readAnchor(hash)?.element;
  const { showMore } = feed;
  const mayLoad = feed.loaded && feed.hasMore && !feed.fetching && !feed.failed && feed.pages < PAGES_MAX;
  useEffect(() => {
    if (!id || reached.current === arrival) return;
    if (scrollToElement(id, id === 'checkin')) reached.current = arrival;
    else if (mayLoad && id !== 'checkin') showMore();
  });
}
