import { useLocation } from '@tanstack/react-router';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { Checkin } from '#contract/checkins.ts';
import { daysOf, type FeedDay } from './days-of.ts';
import { readAnchor } from './url-anchor.ts';

const MINUTE_MS = 60_000;

export function useMinute(): number {
  const [minute, setMinute] = useState(() => Math.floor(Date.now() / MINUTE_MS));
  useEffect(() => {
    const timer = setInterval(() => setMinute(Math.floor(Date.now() / MINUTE_MS)), MINUTE_MS);
    return () => clearInterval(timer);
  }, []);
  return minute;
}

/** Loads the next page when the end is this close. */
const AHEAD = '800px 0px';

/**
 * A shown tick stays a tick while the page is open. Cached data from before the first response does not count as shown.
 */
export function useDays(checkins: readonly Checkin[], isFetching: boolean): FeedDay<Checkin>[] {
  const [shownTicks] = useState(() => new Set<string>());
  return useMemo(() => {
    const days = daysOf(checkins, shownTicks);
    if (!isFetching) for (const { ticks } of days) for (const { id } of ticks) shownTicks.add(id);
    return days;
  }, [checkins, isFetching, shownTicks]);
}

/** Tracks the open days by check-in ID. A check-in in the URL opens its day, once per navigation. */
export function useOpenDays() {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const { hash, state } = useLocation();
  const id = readAnchor(hash)?.element.slice('checkin-'.length);
  const arrival = id ? `${id} ${state.__TSR_key ?? ''}` : '';
  const [arrived, setArrived] = useState('');
  if (arrival !== arrived) {
    setArrived(arrival);
    if (id) setOpen(new Set([...open, id]));
  }
  const isOpen = ({ ticks }: FeedDay<Checkin>) => ticks.some((checkin) => open.has(checkin.id));
  const toggle = (day: FeedDay<Checkin>) => {
    const ids = day.ticks.map((checkin) => checkin.id);
    setOpen(new Set(isOpen(day) ? [...open].filter((id) => !ids.includes(id)) : [...open, ...ids]));
  };
  return { isOpen, toggle };
}

export function useMoreAhead(active: boolean, showMore: () => void) {
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const target = end.current;
    if (!active || !target) return;
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
