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
  /** The dashboard as it was answered, with the viewer's life. */
  readonly home: Dashboard | undefined;
  /** Whether the mission was answered after the dashboard. */
  readonly isNewest: boolean;
}

interface Loaded {
  /** The mission as it was answered. */
  readonly fetched: Mission;
  /** The mission with the viewer's days, those of pending check-ins included. */
  readonly mission: Mission;
  /** Today's check-in while it is pending and the screen that submitted it no longer waits for its answer. */
  readonly pending: OutboxItem | null;
}

/** Returns a mission as it is shown. One that the viewer's life does not know is shown as it was answered. */
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
