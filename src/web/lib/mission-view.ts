import type { CheckinReceipt } from '#contract/checkins.ts';
import type { Dashboard } from '#contract/dashboard.ts';
import type { Mission } from '#contract/missions.ts';
import type { LocalDay } from '#domain/days.ts';
import { daysRemaining } from '#domain/missions.ts';

/*
 * What this device knows about a mission before the server says it: the user has checked in, or a new day has begun.
 * A receipt, a pending check-in and the turn of the day all change the cached answers through these functions.
 */

/** A receipt may be for an earlier day: of a check-in that was made offline, or of a repeated request. */
const isOfAnotherDay = (today: LocalDay, receipt: CheckinReceipt | undefined): boolean =>
  receipt !== undefined && receipt.checkin.local_day !== today;

/** The mission after its viewer `userId` has checked in for today, at the instant `at`. */
export function markCheckedIn(mission: Mission, userId: string, at: string, receipt?: CheckinReceipt): Mission {
  if (mission.checked_in_today || isOfAnotherDay(mission.today, receipt)) return mission;
  const members = mission.members.map((member) =>
    member.user_id !== userId || member.checked_in_today
      ? member
      : {
          ...member,
          checked_in_today: true,
          checked_in_at: at,
          ...(receipt && {
            points: member.points + receipt.checkin.points_earned,
            checkins_count: member.checkins_count + 1,
            streak_days: receipt.mission_streak_days,
          }),
        },
  );
  return { ...mission, members, checked_in_today: true, can: { ...mission.can, check_in: false } };
}

/** The same for the dashboard, where only a mission that is open for a check-in can get one. */
export function markDashboardCheckedIn(dashboard: Dashboard, missionId: string, receipt?: CheckinReceipt): Dashboard {
  const open = dashboard.missions.some(({ id, can }) => id === missionId && can.check_in);
  if (!open || isOfAnotherDay(dashboard.today, receipt)) return dashboard;
  const missions = dashboard.missions.map((mission) =>
    mission.id !== missionId
      ? mission
      : {
          ...mission,
          can: { ...mission.can, check_in: false },
          ...(receipt && {
            points: mission.points + receipt.checkin.points_earned,
            checkins_count: mission.checkins_count + 1,
            streak_days: receipt.mission_streak_days,
          }),
        },
  );
  return { ...dashboard, missions, checked_in_missions: [...dashboard.checked_in_missions, missionId] };
}

type Days = Pick<Mission, 'first_day' | 'last_day' | 'end_date' | 'state' | 'can'>;

/** What a new day changes in a mission whoever looks at it: it takes a check-in while its days last. */
function atStartOf<T extends Days>(mission: T, today: LocalDay, now: Date): T & { days_remaining: number } {
  const running = mission.state !== 'completed' && today >= mission.first_day && today <= mission.last_day;
  return {
    ...mission,
    state: mission.state === 'active' && now >= new Date(mission.end_date) ? 'ended' : mission.state,
    days_remaining: daysRemaining(new Date(mission.end_date), now),
    can: { ...mission.can, check_in: running },
  };
}

/**
 * The mission as the day `today` of its viewer `userId` begins; unchanged if it is of that day already. The other
 * members' clocks are not known here, so nothing is said about their days.
 */
export function startDay(mission: Mission, userId: string, today: LocalDay, now: Date): Mission {
  if (today <= mission.today) return mission;
  const members = mission.members.map((member) =>
    member.user_id === userId ? { ...member, checked_in_today: false, checked_in_at: null } : member,
  );
  return { ...atStartOf(mission, today, now), today, checked_in_today: false, members };
}

/** The same for the dashboard. */
export function startDashboardDay(dashboard: Dashboard, today: LocalDay, now: Date): Dashboard {
  if (today <= dashboard.today) return dashboard;
  const missions = dashboard.missions.map((mission) => ({
    ...atStartOf(mission, today, now),
    started: today >= mission.first_day,
  }));
  return { ...dashboard, today, missions, checked_in_missions: [] };
}
