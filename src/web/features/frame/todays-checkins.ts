import type { Dashboard } from '#contract/dashboard.ts';
import { useMe } from '#web/data/me.ts';
import { useDashboardData } from '#web/data/missions/queries.ts';

/**
 * How today stands: not known (yet), some missions need a check-in, something is done and no mission needs more, nothing
 * is done or needed but it is possible to check in, or not even that. `missions` are the ids of those that need it; where
 * none does, of those where it is possible.
 */
export interface TodaysCheckins {
  state: 'unknown' | 'needed' | 'done' | 'possible' | 'none';
  missions: readonly string[];
}

/** Which missions ask for a check-in today. */
export function todaysCheckins(dashboard: Dashboard | undefined): TodaysCheckins {
  if (!dashboard) return { state: 'unknown', missions: [] };
  const idsOf = (key: 'needed_today' | 'due_today') => dashboard.missions.filter((m) => m[key]).map(({ id }) => id);
  const [needed, due] = [idsOf('needed_today'), idsOf('due_today')];
  if (needed.length > 0) return { state: 'needed', missions: needed };
  if (dashboard.checked_in_missions.length > 0) return { state: 'done', missions: due };
  return { state: due.length > 0 ? 'possible' : 'none', missions: due };
}

/** How today stands, for the flame in the frame and the app's icon. */
export function useTodaysCheckins(): TodaysCheckins {
  return todaysCheckins(useDashboardData(useMe().profile_completed));
}
