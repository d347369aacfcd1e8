import type { Dashboard } from '#contract/dashboard.ts';
import type { Mission } from '#contract/missions.ts';
import { dayNumber, dayText } from '#domain/days.ts';
import { hasDay, membershipOf } from '#domain/life.ts';
import { isAwaited, type OutboxItem } from '#platform/web/outbox/outbox-item.ts';
import { lifeOf, overMission, standingNow, withCheckin, withPending } from './own-life.ts';

interface Known {
  readonly userId: string;
  readonly items: readonly OutboxItem[];
  readonly now: Date;
  /** The dashboard as the server sent it. */
  readonly home: Dashboard | undefined;
  /** Whether the mission was fetched after the dashboard. */
  readonly isNewest: boolean;
}

interface Loaded {
  /** The mission as the server sent it. */
  readonly fetched: Mission;
  /** The mission with the viewer's days, including pending check-ins. */
  readonly mission: Mission;
  /** Today's check-in while it is pending, unless its screen still waits for the response. */
  readonly pending: OutboxItem | null;
}

/** Adds the viewer's current days. A mission that is missing in the viewer's `life` stays as the server sent it. */
export function loadMission(fetched: Mission, { userId, items, now, home, isNewest }: Known): Loaded {
  if (!home?.life) return { fetched, mission: fetched, pending: null };
  const { id, today, checked_in_today } = fetched;
  const life = isNewest ? withCheckin(home.life, id, dayNumber(today), checked_in_today) : home.life;
  const days = standingNow(withPending(life, items), home, now);
  const [m, day] = [membershipOf(lifeOf(life), id), days.standing.today];
  const isPending = ({ kind, state, mission_id, local_day }: OutboxItem) =>
    kind === 'checkin' && state === 'waiting' && mission_id === id && local_day === dayText(day);
  const pending = (m && !hasDay(m.days, day) && items.find(isPending)) || null;
  return {
    ...{ fetched, mission: overMission(fetched, userId, days, pending) },
    pending: pending && isAwaited(pending) ? null : pending,
  };
}
