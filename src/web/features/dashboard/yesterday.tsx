import type { ReactNode } from 'react';
import type { Dashboard, DashboardMission } from '#contract/dashboard.ts';
import { YesterdayCheckin } from '#web/features/checkins/public.ts';

/** The offer to check in to a mission for yesterday, where it is open; the first one says how long they last. */
export function yesterdayOf({ today, missions }: Dashboard, mission: DashboardMission, onNight = false): ReactNode {
  if (!mission.needed_yesterday) return null;
  const isFirst = missions.find((one) => one.needed_yesterday)?.id === mission.id;
  return <YesterdayCheckin mission={mission} today={today} isFirst={isFirst} onNight={onNight} />;
}
