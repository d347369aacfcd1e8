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
 * A mission on the screen with the viewer's days at this moment, those of pending check-ins included. Without a live stream
 * it is fetched every 30 s, because others check in. `isAway` says that it is not here and does not come soon: the call
 * failed, or there is no network.
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

/** Everything the home screen shows; the tab bar takes the next open mission from it. */
export const dashboardQuery = callQuery(keys.dashboard, getDashboard);

/** The home screen as it is at this moment, with what is pending here. */
function useShown() {
  const items = useStoredItems();
  const now = useMoment();
  return useCallback((answer: Dashboard) => overDashboard(answer, items, now), [items, now]);
}

/** The home screen's data with what is pending here, for what other pages show of it; undefined while it is not known. */
export const useDashboardData = (enabled = true): Dashboard | undefined =>
  useQuery({ ...dashboardQuery, enabled, select: useShown() }).data;

/**
 * The home screen's data with what is pending here, fetched again on focus and, without a live stream, every 60 s. `isError` means that there is
 * nothing to show; it stays true during another try, so that one toast is enough.
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
 * What the others do today, asked for only while `wanted`: somebody who has check-ins of their own left sees nothing of
 * it. It adds to the page and is left out when it cannot be had, so nothing is said about a failure.
 */
export const useToday = (wanted: boolean) =>
  useQuery({
    ...callQuery(keys.today, getToday),
    enabled: wanted,
    retry: false,
    refetchInterval: usePollInterval(DASHBOARD_POLL_MS),
  });
