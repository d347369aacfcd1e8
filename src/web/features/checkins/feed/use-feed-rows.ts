import { useLocation } from '@tanstack/react-router';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { Checkin } from '#contract/checkins.ts';
import { foldTicks, type ShownRows, shownRows } from './fold-ticks.ts';
import { readAnchor } from './url-anchor.ts';

const MINUTE_MS = 60_000;

/** A number that changes every minute, so that texts such as '5m ago' are rendered again. */
export function useMinute(): number {
  const [minute, setMinute] = useState(() => Math.floor(Date.now() / MINUTE_MS));
  useEffect(() => {
    const timer = setInterval(() => setMinute(Math.floor(Date.now() / MINUTE_MS)), MINUTE_MS);
    return () => clearInterval(timer);
  }, []);
  return minute;
}

/** The next page is fetched when its place is this close to the screen, so that scrolling meets no end. */
const AHEAD = '800px 0px';

/**
 * The check-ins as rows. While the newest stays the same, each keeps its place, so that nothing moves under the reader;
 * when another comes on top, everything below moves anyway. What is shown before the first answer may be old, and holds
 * nothing in its place.
 */
export function useRows(checkins: readonly Checkin[], isFetching: boolean): Checkin[][] {
  const [memory] = useState<{ newest?: string | undefined; shown: ShownRows }>({ shown: new Map() });
  return useMemo(() => {
    const newest = checkins[0]?.id;
    const rows = foldTicks(checkins, newest === memory.newest ? memory.shown : undefined);
    if (memory.newest !== undefined || !isFetching) {
      memory.newest = newest;
      memory.shown = shownRows(rows);
    }
    return rows;
  }, [checkins, isFetching, memory]);
}

/** The ids of the check-ins whose rows are open; the one that the URL names is among them, once for each arrival. */
export function useOpenRows() {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const { hash, state } = useLocation();
  const id = readAnchor(hash)?.element.slice('checkin-'.length);
  const arrival = id ? `${id} ${state.__TSR_key ?? ''}` : '';
  const [arrived, setArrived] = useState('');
  if (arrival !== arrived) {
    setArrived(arrival);
    if (id) setOpen(new Set([...open, id]));
  }
  const isOpen = (row: readonly Checkin[]) => row.some((checkin) => open.has(checkin.id));
  const toggle = (row: readonly Checkin[]) => {
    const ids = row.map((checkin) => checkin.id);
    setOpen(new Set(isOpen(row) ? [...open].filter((id) => !ids.includes(id)) : [...open, ...ids]));
  };
  return { isOpen, toggle };
}

/** Loads more when the end of the rows comes near. */
export function useMoreAhead(active: boolean, showMore: () => void) {
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const target = end.current;
    if (!active || !target || typeof IntersectionObserver === 'undefined') return;
    const watch = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) showMore();
      },
      { rootMargin: AHEAD },
    );
    watch.observe(target);
    return () => watch.disconnect();
  }, [active, showMore]);
  return end;
}
