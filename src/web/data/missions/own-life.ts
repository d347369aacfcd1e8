import type { Dashboard } from '#contract/dashboard.ts';
import type { Mission } from '#contract/missions.ts';
import { dayNumber, dayText } from '#domain/days.ts';
import {
  breakOn,
  type Clock,
  clockAt,
  countDays,
  type Day,
  hasDay,
  type Life,
  type Membership,
  membershipOf,
  rangeOf,
  withDay,
} from '#domain/life.ts';
import { fromWire, fromWireDays, toWireDays, type WireLife } from '#domain/life-wire.ts';
import { YESTERDAY_UNTIL_HOUR } from '#domain/limits.ts';
import { daysRemaining } from '#domain/missions.ts';
import { type MissionStanding, type Standing, standing } from '#domain/standing.ts';
import type { OutboxItem } from '#platform/web/outbox/outbox-item.ts';

const lives = new WeakMap<WireLife, Life>();

/** Parses the viewer's `life` and caches the result. */
export function lifeOf(wire: WireLife): Life {
  const life = lives.get(wire) ?? fromWire(wire);
  lives.set(wire, life);
  return life;
}

/** Marks a day of a mission as checked or not. Returns the same object if nothing changes. */
export function withCheckin(wire: WireLife, missionId: string, day: Day, isChecked = true): WireLife {
  const found = wire.memberships.find(({ mission_id }) => mission_id === missionId);
  const days = found && fromWireDays(found.checked);
  if (!days || hasDay(days, day) === isChecked) return wire;
  const changed = { ...found, checked: toWireDays(withDay(days, day, isChecked)) };
  return { ...wire, memberships: wire.memberships.map((m) => (m === found ? changed : m)) };
}

/** Adds the days of pending check-ins that their missions accept. */
export const withPending = (wire: WireLife, items: readonly OutboxItem[]): WireLife =>
  items.reduce((before, { kind, state, mission_id, local_day }) => {
    const [m, day] = [membershipOf(lifeOf(wire), mission_id), dayNumber(local_day)];
    const isAccepted = m?.running && day >= Math.max(m.first, m.joined) && day <= m.last;
    return kind === 'checkin' && state === 'waiting' && isAccepted ? withCheckin(before, mission_id, day) : before;
  }, wire);

export interface OwnDays {
  readonly life: Life;
  readonly standing: Standing;
  readonly now: Date;
}

/** Reads the viewer's clock. If the device's clock is behind the response, the day of the response counts. */
function readClock(life: Life, { today, missions }: Dashboard, now: Date): Clock {
  const [clock, answered] = [clockAt(now, life.zone), dayNumber(today)];
  if (clock.today >= answered) return clock;
  return { today: answered, hour: missions.some(({ can }) => can.check_in_yesterday) ? 0 : YESTERDAY_UNTIL_HOUR };
}

const computed = new WeakMap<Life, { halfDay: number; standing: Standing }>();

/** Computes the standing at `now`, cached per half day. The dashboard must not be newer than `now`. */
export function standingNow(wire: WireLife, dashboard: Dashboard, now: Date): OwnDays {
  const life = lifeOf(wire);
  const clock = readClock(life, dashboard, now);
  const halfDay = 2 * clock.today + Number(clock.hour >= YESTERDAY_UNTIL_HOUR);
  const known = computed.get(life);
  const found = known?.halfDay === halfDay ? known : { halfDay, standing: standing(life, clock) };
  computed.set(life, found);
  return { life, standing: found.standing, now };
}

type Dates = Pick<Mission, 'state' | 'days_remaining' | 'end_date' | 'first_day' | 'duration_days' | 'timezone'>;

/** Returns the fields that time changes, at midnight in the mission's own zone. */
const toMoment = (mission: Dates, now: Date) => ({
  state: mission.state === 'active' && now >= new Date(mission.end_date) ? ('ended' as const) : mission.state,
  days_remaining: Math.min(mission.days_remaining, daysRemaining(mission, now)),
});

function toOwnDay(can: Mission['can'], { days }: Membership, own: MissionStanding) {
  const { due: due_today, needed: needed_today, extra: extra_today, open_yesterday: needed_yesterday, week } = own;
  const range = rangeOf(days);
  return {
    can: { ...can, check_in: own.can, check_in_yesterday: own.can_yesterday },
    ...{ due_today, needed_today, extra_today, needed_yesterday },
    ...{ counted_checkins: own.counted, planned_days: own.planned },
    week: week && { from_day: dayText(week.from), to_day: dayText(week.to), done: week.done, target: week.target },
    last_checkin_day: range && dayText(range[1]),
  };
}

const toCounts = ({ days }: Membership, own: MissionStanding) => ({
  streak_days: own.streak,
  checkins_count: countDays(days, ...(rangeOf(days) ?? ([0, -1] as const))),
});

/** Updates a dashboard to `now` and adds pending check-ins. */
export function overDashboard(answer: Dashboard, items: readonly OutboxItem[], now: Date): Dashboard {
  // Responses that release 1.0.0 stored on this device have no `life`.
  if (!answer.life) return answer;
  const wire = withPending(answer.life, items);
  const { life, standing } = standingNow(wire, answer, now);
  const today = dayText(standing.today);
  const missions = answer.missions.map((mission) => {
    const [m, own] = [membershipOf(life, mission.id), standing.missions.get(mission.id)];
    if (!m || !own) return mission;
    const started = standing.today >= m.first;
    return { ...mission, ...toMoment(mission, now), ...toOwnDay(mission.can, m, own), ...toCounts(m, own), started };
  });
  const isDone = (id: string) => standing.missions.get(id)?.done ?? answer.checked_in_missions.includes(id);
  return {
    ...{ ...answer, life: wire, today, missions },
    checked_in_missions: missions.map(({ id }) => id).filter(isDone),
    stats: { ...answer.stats, streak_days: standing.streak },
    // Only the server knows the ID of a break that starts.
    pause: answer.pause && answer.pause.to_day >= today ? answer.pause : null,
  };
}

/** Adds the viewer's days to a mission. `pending` is today's check-in while it is pending. */
export function overMission(answer: Mission, userId: string, days: OwnDays, pending: OutboxItem | null): Mission {
  const { life, standing, now } = days;
  const [m, own] = [membershipOf(life, answer.id), standing.missions.get(answer.id)];
  if (!m || !own) return answer;
  const today = dayText(standing.today);
  const day = { ...toOwnDay(answer.can, m, own), checked_in_today: own.done };
  const { checked_in_today, due_today, needed_today, week } = day;
  const away = breakOn(life, standing.today);
  const checkedAt = (answered: string | null) =>
    pending ? pending.performed_at : own.done && today === answer.today ? answered : null;
  const members = answer.members.map((member) =>
    member.user_id === userId
      ? {
          ...{ ...member, ...toCounts(m, own), share_since_joining: own.share },
          ...{ checked_in_today, due_today, needed_today, week: week && { done: week.done, target: week.target } },
          ...{ checked_in_at: checkedAt(member.checked_in_at), away_until: away ? dayText(away.to) : null },
        }
      : member,
  );
  return { ...answer, ...toMoment(answer, now), ...day, today, members };
}
