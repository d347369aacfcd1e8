import type { Dashboard } from '#contract/dashboard.ts';
import { useMe } from '#web/data/me.ts';
import { useDashboardData } from '#web/data/missions/queries.ts';

/**
 * Today's state; `missions` are the IDs of missions that need a check-in or, if none does, allow one.
 *
 * `unknown`: not loaded. `needed`: some missions need a check-in. `done`: one is done and none is needed. `possible`:
 * none is done or needed, but a check-in is possible. `none`: not even that.
 */
export interface TodaysCheckins {
  state: 'unknown' | 'needed' | 'done' | 'possible' | 'none';
  missions: readonly string[];
}

export function todaysCheckins(dashboard: Dashboard | undefined): TodaysCheckins {
  if (!dashboard) return { state: 'unknown', missions: [] };
  const idsOf = (key: 'needed_today' | 'due_today') => dashboard.missions.filter((m) => m[key]).map(({ id }) => id);
  const [needed, due] = [idsOf('needed_today'), idsOf('due_today')];
  if (needed.length > 0) return { state: 'needed', missions: needed };
  if (dashboard.checked_in_missions.length > 0) return { state: 'done', missions: due };
  return { state: due.length > 0 ? 'possible' : 'none', missions: due };
}

export function useTodaysCheckins(): TodaysCheckins {
  return todaysCheckins(useDashboardData(useMe().profile_completed));
}
