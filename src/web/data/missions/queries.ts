import { queryOptions, useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo } from 'react';
import { type Dashboard, getDashboard, getToday } from '#contract/dashboard.ts';
import { getMission } from '#contract/missions.ts';
import { ApiError } from '#platform/web/lib/api/api-error.ts';
import { isOffline } from '#platform/web/lib/api/is-offline.ts';
import { getT } from '#platform/web/lib/language.ts';
import { toast } from '#platform/web/lib/toast.ts';
import { usePollInterval } from '#platform/web/live/use-poll-interval.ts';
import { callQuery, retryTwice } from '#web/data/call-query.ts';
import { useMe } from '#web/data/me.ts';
import { useStoredItems } from '#web/data/outbox/use-outbox.ts';
import * as keys from '#web/data/query-keys.ts';
import { loadMission } from './load-mission.ts';
import { overDashboard } from './own-life.ts';
import { useMoment } from './use-moment.ts';

export const missionQuery = (missionId: string) =>
  queryOptions({
    ...callQuery(keys.mission(missionId), getMission, { params: { id: missionId } }),
    retry: retryTwice,
    refetchOnWindowFocus: 'always',
  });

const MISSION_POLL_MS = 30_000;

/**
 * Adds the viewer's current days and pending check-ins. Without a live stream it polls every 30 s, because others check
 * in. `isAway` means that the mission is missing and will not come soon.
 */
export function useMission(missionId: string) {
  const me = useMe();
  const items = useStoredItems();
  const now = useMoment();
  const { data: home, dataUpdatedAt: homeAt } = useQuery(dashboardQuery);
  const query = useQuery({ ...missionQuery(missionId), refetchInterval: usePollInterval(MISSION_POLL_MS) });
  const { data: fetched, dataUpdatedAt } = query;
  const isNewest = dataUpdatedAt > homeAt;
  const loaded = useMemo(
    () => fetched && loadMission(fetched, { userId: me.id, items, now, home, isNewest }),
    [fetched, me.id, items, now, home, isNewest],
  );
  return { query, loaded, isAway: !fetched && (query.isError || isOffline(query.failureReason)) };
}

export type LoadedMission = ReturnType<typeof loadMission>;

const DASHBOARD_POLL_MS = 60_000;

export const dashboardQuery = callQuery(keys.dashboard, getDashboard);

function useShown() {
  const items = useStoredItems();
  const now = useMoment();
  return useCallback((answer: Dashboard) => overDashboard(answer, items, now), [items, now]);
}

/** Returns the dashboard with pending items, for other pages, or undefined while it loads. */
export const useDashboardData = (enabled = true): Dashboard | undefined =>
  useQuery({ ...dashboardQuery, enabled, select: useShown() }).data;

/**
 * Refetches on focus and, without a live stream, every 60 s. `isError` means that there is no data to show; it stays
 * true during a retry, so only one toast appears.
 */
export function useDashboard() {
  const { data, error, errorUpdateCount, isFetching, refetch } = useQuery({
    ...dashboardQuery,
    refetchInterval: usePollInterval(DASHBOARD_POLL_MS),
    select: useShown(),
  });
  const failed = data === undefined && errorUpdateCount > 0;
  // The app itself announces the end of the session.
  const signedOut = error instanceof ApiError && error.status === 401;
  useEffect(() => {
    if (failed && !signedOut) toast.error(getT()('app.dashboard.load_failed'));
  }, [failed, signedOut]);
  return { data, isError: failed, isFetching, refetch };
}

/**
 * Loads what other members did today. A user with open check-ins does not see it. Errors stay silent, because it is
 * only an addition.
 */
export const useToday = (wanted: boolean) =>
  useQuery({
    ...callQuery(keys.today, getToday),
    enabled: wanted,
    retry: false,
    refetchInterval: usePollInterval(DASHBOARD_POLL_MS),
  });
