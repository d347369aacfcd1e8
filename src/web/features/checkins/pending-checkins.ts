import type { Dashboard } from '#contract/dashboard.ts';
import type { Mission } from '#contract/missions.ts';
import type { LocalDay } from '#domain/days.ts';
import { markCheckedIn, markDashboardCheckedIn } from '#web/lib/mission-view.ts';
import type { OutboxItem } from '#web/lib/outbox/outbox-item.ts';

const findPending = (items: readonly OutboxItem[], missionId: string, day: LocalDay) =>
  items.find(
    (item) =>
      item.kind === 'checkin' && item.state === 'waiting' && item.mission_id === missionId && item.local_day === day,
  );

/** Today's check-in of a mission, while it is pending. */
export const pendingToday = (mission: Mission, items: readonly OutboxItem[]): OutboxItem | null =>
  mission.checked_in_today ? null : (findPending(items, mission.id, mission.today) ?? null);

/** The mission with a pending check-in: today is done, whatever the server knows so far. */
export const withPendingCheckin = (mission: Mission, userId: string, pending: OutboxItem | null): Mission =>
  pending ? markCheckedIn(mission, userId, pending.performed_at) : mission;

/** The same for the dashboard. */
export const dashboardWithPending = (dashboard: Dashboard, items: readonly OutboxItem[]): Dashboard =>
  dashboard.missions
    .filter(({ id }) => findPending(items, id, dashboard.today))
    .reduce((marked, { id }) => markDashboardCheckedIn(marked, id), dashboard);
