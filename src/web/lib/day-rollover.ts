import type { QueryClient, QueryKey } from '@tanstack/react-query';
import type { User } from '#contract/auth.ts';
import type { Dashboard } from '#contract/dashboard.ts';
import type { Mission } from '#contract/missions.ts';
import { dayOf } from '#domain/days.ts';
import { daysRemaining } from '#domain/missions.ts';
import { meQuery } from '#web/lib/session/me.ts';

type Days = Pick<Mission, 'first_day' | 'last_day' | 'end_date' | 'state' | 'can'>;

/** What a new day opens in a mission: a check-in, while its days last. */
function opened<T extends Days>(mission: T, today: string, now: Date): T & { days_remaining: number } {
  const running = mission.state !== 'completed' && today >= mission.first_day && today <= mission.last_day;
  return {
    ...mission,
    state: mission.state === 'active' && now >= new Date(mission.end_date) ? 'ended' : mission.state,
    days_remaining: daysRemaining(new Date(mission.end_date), now),
    can: { ...mission.can, check_in: running },
  };
}

/** A mission that was last seen on an earlier day, as it begins today. Nobody's own clock but one's is guessed at. */
export function missionToday(mission: Mission, meId: string, zone: string, now: Date): Mission {
  const today = dayOf(now, zone);
  if (today <= mission.today) return mission;
  const members = mission.members.map((member) =>
    member.user_id === meId ? { ...member, checked_in_today: false, checked_in_at: null } : member,
  );
  return { ...opened(mission, today, now), today, checked_in_today: false, members };
}

/** The same for the home screen. */
export function dashboardToday(dashboard: Dashboard, zone: string, now: Date): Dashboard {
  const today = dayOf(now, zone);
  if (today <= dashboard.today) return dashboard;
  const missions = dashboard.missions.map((mission) => ({
    ...opened(mission, today, now),
    started: today >= mission.first_day,
  }));
  return { ...dashboard, today, missions, checked_in_missions: [] };
}

/**
 * Turns the day of everything that is cached, without the server: whoever opens the app offline on the next morning
 * can check in. Times of the answers stay, so that all of it is asked for as soon as something answers.
 */
export function rollOverDay(client: QueryClient, now = new Date()): void {
  const me: User | undefined = client.getQueryData(meQuery.queryKey);
  if (!me) return;
  const turn = <T>(key: QueryKey, to: (data: T) => T) => {
    for (const query of client.getQueryCache().findAll({ queryKey: key })) {
      const data = query.state.data as T | undefined;
      if (data === undefined) continue;
      const turned = to(data);
      if (turned !== data) client.setQueryData(query.queryKey, turned, { updatedAt: query.state.dataUpdatedAt });
    }
  };
  turn<Mission>(['mission'], (mission) => missionToday(mission, me.id, me.timezone, now));
  turn<Dashboard>(['dashboard'], (dashboard) => dashboardToday(dashboard, me.timezone, now));
}
