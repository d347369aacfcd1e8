import { useRef, useState } from 'react';
import type { Dashboard, DashboardMission } from '#contract/dashboard.ts';
import { type ScreenTranslate, useT } from '#platform/web/lib/language.ts';
import { countToday, hasPastMission, isAllIn } from '#web/data/missions/today.ts';
import { useOutbox } from '#web/data/outbox/use-outbox.ts';
import { seeYou } from '#web/features/checkins/form/next-day.ts';

function progressText(t: ScreenTranslate, dashboard: Dashboard): string {
  const { done, total } = countToday(dashboard);
  if (total === 0) return t('app.checkins.nothing.free');
  return done === total ? (seeYou(t, dashboard) ?? '') : t('app.checkins.quick.progress', { done, total });
}

/** A mission of the list, and whether it is under `Also this week`. */
interface Listed {
  readonly id: string;
  readonly isAlso: boolean;
}

/**
 * Lists missions that need a check-in, then missions that can wait for another day of the week. Each mission keeps its
 * position even when done, so no row moves under the thumb.
 */
export function useQuickList(dashboard: Dashboard | undefined, shared: boolean) {
  const t = useT();
  const items = useOutbox();
  const [listed, setListed] = useState<readonly Listed[]>([]);
  const pointsBefore = useRef<number | null>(null);
  const known = useRef(new Map<string, DashboardMission>());
  if (!dashboard) return null;
  const { missions, checked_in_missions: checkedIn, stats } = dashboard;
  pointsBefore.current ??= stats.points;
  // A shared photo can go to a mission that is not due.
  const isFirst = ({ can, needed_today }: DashboardMission) => (shared ? can.check_in : needed_today);
  for (const mission of missions) known.current.set(mission.id, mission);
  const added = missions
    .filter((mission) => isFirst(mission) || mission.due_today)
    .filter(({ id }) => !listed.some((row) => row.id === id))
    .map((mission): Listed => ({ id: mission.id, isAlso: !isFirst(mission) }));
  const shown = [...listed, ...added];
  if (added.length > 0) setListed(shown);
  const rowsOf = (isAlso: boolean) =>
    shown.filter((row) => row.isAlso === isAlso).map(({ id }) => known.current.get(id)!);
  const allLit = isAllIn(dashboard);
  const isFree = checkedIn.length === 0 && missions.some(({ can }) => can.check_in);
  return {
    rows: rowsOf(false),
    also: rowsOf(true),
    checkedIn,
    items,
    dashboard,
    allLit,
    title: !allLit || shown.length === 0 ? t('start.common.check_in') : t('app.checkins.quick.all_done'),
    progress: progressText(t, dashboard),
    /** The points earned since the list opened. */
    earned: stats.points - pointsBefore.current,
    left: missions.filter(({ needed_today }) => needed_today).length,
    seeYou: seeYou(t, dashboard),
    nothing:
      missions.length === 0
        ? hasPastMission(dashboard)
          ? ('over' as const)
          : ('none' as const)
        : isFree
          ? ('free' as const)
          : ('done' as const),
  };
}
