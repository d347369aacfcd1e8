import type { Dashboard } from '#contract/dashboard.ts';
import type { Mission } from '#contract/missions.ts';
import { addDays, type LocalDay } from '#domain/days.ts';
import { isAwaited, type OutboxItem } from '#platform/web/outbox/outbox-item.ts';
import { closeYesterday, markCheckedIn, markDashboardCheckedIn } from './mark-checked-in.ts';

const findPending = (items: readonly OutboxItem[], missionId: string, day: LocalDay) =>
  items.find(
    (item) =>
      item.kind === 'checkin' && item.state === 'waiting' && item.mission_id === missionId && item.local_day === day,
  );

/** Today's check-in in a mission, while it is pending. */
export const pendingToday = (mission: Mission, items: readonly OutboxItem[]): OutboxItem | null =>
  mission.checked_in_today ? null : (findPending(items, mission.id, mission.today) ?? null);

/** The mission with a pending check-in counted, although the server does not know it yet. */
export const withPendingCheckin = (mission: Mission, userId: string, pending: OutboxItem | null): Mission =>
  pending ? markCheckedIn(mission, userId, pending.performed_at) : mission;

/** The mission without the offer to check in for yesterday, while such a check-in is pending. */
export const withPendingYesterday = <T extends Pick<Mission, 'id' | 'can' | 'needed_yesterday'>>(
  mission: T,
  today: LocalDay,
  items: readonly OutboxItem[],
): T => (findPending(items, mission.id, addDays(today, -1)) ? closeYesterday(mission) : mission);

/** The dashboard with pending check-ins counted. */
export function dashboardWithPending(dashboard: Dashboard, items: readonly OutboxItem[]): Dashboard {
  const missions = dashboard.missions.map((mission) => withPendingYesterday(mission, dashboard.today, items));
  const isChanged = missions.some((mission, at) => mission !== dashboard.missions[at]);
  return missions
    .filter(({ id }) => findPending(items, id, dashboard.today))
    .reduce((marked, { id }) => markDashboardCheckedIn(marked, id), isChanged ? { ...dashboard, missions } : dashboard);
}

/**
 * A mission with what is stored here: today's check-in, if there is one, and that for yesterday. `pending` is the first of
 * them once the screen that submitted it no longer waits for its answer.
 */
export function withPending(fetched: Mission, userId: string, items: readonly OutboxItem[]) {
  const stored = pendingToday(fetched, items);
  const mission = withPendingYesterday(withPendingCheckin(fetched, userId, stored), fetched.today, items);
  return { fetched, mission, pending: stored && isAwaited(stored) ? null : stored };
}
