import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import type { Dashboard } from '#contract/dashboard.ts';
import { MINUTE_MS } from '#platform/lib/durations.ts';
import * as keys from '#web/data/query-keys.ts';
import { markStale } from '#web/data/stale.ts';
import { overDashboard } from './own-life.ts';

/** In every zone, midnight and noon are at a full quarter of an hour in UTC. */
const QUARTER_MS = 15 * MINUTE_MS;
const LOOK_MS = 30_000;

function subscribe(onChange: () => void): () => void {
  const timer = setInterval(onChange, LOOK_MS);
  document.addEventListener('visibilitychange', onChange);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', onChange);
  };
}

/** Returns the start of the current quarter of an hour. Rerenders in the next quarter. */
export function useMoment(): Date {
  const quarter = useSyncExternalStore(subscribe, () => Math.floor(Date.now() / QUARTER_MS));
  return useMemo(() => new Date(quarter * QUARTER_MS), [quarter]);
}

/** Returns true if the content of the dashboard has changed only because time passed. */
export const isOutdated = (dashboard: Dashboard, before: Date, now: Date): boolean =>
  JSON.stringify(overDashboard(dashboard, [], before)) !== JSON.stringify(overDashboard(dashboard, [], now));

/** Refetches after a midnight or noon that changes something, because `life` lacks some of it. */
export function useNewDays(): void {
  const client = useQueryClient();
  const now = useMoment();
  const before = useRef(now);
  useEffect(() => {
    const dashboard = client.getQueryData<Dashboard>(keys.dashboard);
    if (dashboard && isOutdated(dashboard, before.current, now)) void markStale(client, 'new_day');
    before.current = now;
  }, [client, now]);
}
