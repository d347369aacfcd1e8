import type { QueryClient, QueryKey } from '@tanstack/react-query';
import type { User } from '#contract/auth.ts';
import type { Dashboard } from '#contract/dashboard.ts';
import type { Mission } from '#contract/missions.ts';
import { dayOf } from '#domain/days.ts';
import * as keys from '#web/lib/query-keys.ts';
import { startDashboardDay, startDay } from './mission-view.ts';

/** Changes the cached answers under a prefix. They keep their times, so that they are fetched again as before. */
function changeCached<T>(client: QueryClient, prefix: QueryKey, change: (data: T) => T): void {
  for (const [queryKey, data] of client.getQueriesData<T>({ queryKey: prefix })) {
    if (data === undefined) continue;
    const changed = change(data);
    const updatedAt = client.getQueryState(queryKey)?.dataUpdatedAt;
    // Writing the same data would make an answer that is marked stale look up to date.
    if (changed !== data && updatedAt !== undefined) client.setQueryData<T>(queryKey, changed, { updatedAt });
  }
}

/** Begins the user's new day in everything that is cached: whoever opens the app offline the next morning can check in. */
export function rollOverDay(client: QueryClient, now = new Date()): void {
  const me = client.getQueryData<User>(keys.me);
  if (!me) return;
  const today = dayOf(now, me.timezone);
  changeCached<Mission>(client, keys.mission(), (mission) => startDay(mission, me.id, today, now));
  changeCached<Dashboard>(client, keys.dashboard, (dashboard) => startDashboardDay(dashboard, today, now));
}
