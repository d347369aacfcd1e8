import type { Dashboard } from '#contract/dashboard.ts';
import type { Mission } from '#contract/missions.ts';
import type { OutboxItem } from '#web/lib/outbox/outbox-item.ts';

const isKeptFor = (missionId: string, day: string) => (item: OutboxItem) =>
  item.kind === 'checkin' && item.state === 'waiting' && item.mission_id === missionId && item.local_day === day;

/** The check-in of today that is on this device and not yet at the server. */
export const pendingToday = (mission: Mission, items: readonly OutboxItem[]): OutboxItem | null =>
  mission.checked_in_today ? null : (items.find(isKeptFor(mission.id, mission.today)) ?? null);

/** The mission as its member left it: today is done, whatever the server knows so far. */
export function withPendingCheckins(mission: Mission, meId: string, kept: OutboxItem | null): Mission {
  if (!kept) return mission;
  const members = mission.members.map((member) =>
    member.user_id === meId ? { ...member, checked_in_today: true, checked_in_at: kept.performed_at } : member,
  );
  return { ...mission, members, checked_in_today: true, can: { ...mission.can, check_in: false } };
}

/** The same for the home screen. */
export function dashboardWithPending(dashboard: Dashboard, items: readonly OutboxItem[]): Dashboard {
  const open = dashboard.missions.filter((mission) => mission.can.check_in);
  const kept = new Set(open.filter(({ id }) => items.some(isKeptFor(id, dashboard.today))).map(({ id }) => id));
  if (kept.size === 0) return dashboard;
  return {
    ...dashboard,
    missions: dashboard.missions.map((mission) =>
      kept.has(mission.id) ? { ...mission, can: { ...mission.can, check_in: false } } : mission,
    ),
    checked_in_missions: [...dashboard.checked_in_missions, ...kept],
  };
}
