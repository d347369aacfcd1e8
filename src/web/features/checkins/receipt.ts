import type { CheckinReceipt } from '#contract/checkins.ts';
import type { Dashboard } from '#contract/dashboard.ts';
import type { Mission } from '#contract/missions.ts';
import { dayNumber } from '#domain/days.ts';
import { withCheckin } from '#web/data/missions/own-life.ts';

interface Earned {
  /** Never null for the viewer's own entry. */
  readonly points: number | null;
}

const addPoints = <T extends Earned>(earned: T, { checkin }: CheckinReceipt): T => ({
  ...earned,
  points: (earned.points ?? 0) + (checkin.points_earned ?? 0),
});

/** Returns the same object if the dashboard has that day or lacks the mission's days. */
export function addToDashboard(dashboard: Dashboard, receipt: CheckinReceipt): Dashboard {
  const { checkin, points, level } = receipt;
  const life = dashboard.life && withCheckin(dashboard.life, checkin.mission_id, dayNumber(checkin.local_day));
  if (!life || life === dashboard.life) return dashboard;
  return {
    ...{ ...dashboard, life },
    stats: { ...dashboard.stats, points, level },
    missions: dashboard.missions.map((mission) =>
      mission.id === checkin.mission_id ? addPoints(mission, receipt) : mission,
    ),
  };
}

export function addToMission(mission: Mission, receipt: CheckinReceipt): Mission {
  const { user_id, local_day, created_at } = receipt.checkin;
  const isToday = local_day === mission.today;
  return {
    ...mission,
    checked_in_today: mission.checked_in_today || isToday,
    members: mission.members.map((member) =>
      member.user_id === user_id
        ? { ...addPoints(member, receipt), checked_in_at: isToday ? created_at : member.checked_in_at }
        : member,
    ),
  };
}
