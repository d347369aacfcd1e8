import type { QueryClient, QueryKey } from '@tanstack/react-query';
import type { User } from '#contract/auth.ts';
import type { Dashboard } from '#contract/dashboard.ts';
import type { Mission } from '#contract/missions.ts';
import { addDays, dayOf, type LocalDay } from '#domain/days.ts';
import { daysRemaining } from '#domain/missions.ts';
import { type CheckedDay, type DueToday, dueToday, isExtra } from '#domain/schedule-days.ts';
import { isBeforeYesterdayCloses } from '#domain/yesterday.ts';
import * as keys from '#web/data/query-keys.ts';
import { closeYesterday, isAhead, needsEachDay, type OwnDay, ownToday } from './mark-checked-in.ts';

type Days = Pick<
  Mission,
  | 'first_day'
  | 'last_day'
  | 'duration_days'
  | 'schedule'
  | 'end_date'
  | 'timezone'
  | 'days_remaining'
  | 'state'
  | 'can'
  | 'week'
  | 'last_checkin_day'
>;

/** The state of a mission whose end may have come since it was fetched. */
const stateAt = ({ state, end_date }: Days, now: Date): Mission['state'] =>
  state === 'active' && now >= new Date(end_date) ? 'ended' : state;

/** Check-ins of a week, as far as its number tells. */
const checkinsOf = (week: Mission['week']): CheckedDay[] =>
  Array.from({ length: week?.done ?? 0 }, () => ({ day: week!.from_day, is_extra: false }));

/**
 * Whether yesterday can be checked in on the new day `today`, and would count. The day that was today, `before`, may have
 * been checked in; a day in between was not.
 */
function isYesterdayOffered(mission: Days, before: LocalDay, today: LocalDay): boolean {
  const yesterday = addDays(today, -1);
  if (mission.state === 'completed' || yesterday < mission.first_day || yesterday > mission.last_day) return false;
  const wasOpen = yesterday > before || mission.can.check_in;
  return wasOpen && !isExtra(mission, yesterday, checkinsOf(mission.week));
}

/**
 * What the schedule means on a new day. The check-ins of a week that goes on are known; of a new one there are none yet.
 * Breaks that shorten a coming week are known to the server alone.
 */
function dueAt(mission: Days, today: LocalDay, can_check_in: boolean, awayUntil: LocalDay | null): DueToday {
  const { schedule, first_day, duration_days, week } = mission;
  const goesOn = week !== null && week.from_day <= today && today <= week.to_day;
  const checkins = goesOn ? checkinsOf(week) : [];
  const pauses = awayUntil === null ? [] : [{ from_day: today, to_day: awayUntil }];
  const member = { can_check_in, joined_day: first_day, checkins, pauses };
  const latest = dueToday({ schedule, first_day, duration_days }, today, member);
  if (!goesOn) return latest;
  const due_today = latest.due_today && week.done < week.target;
  return { ...latest, due_today, needed_today: due_today && needsEachDay(week, today), week };
}

/** What a new day changes for every viewer: the state, the days left, and whether a check-in is possible and due. */
function atStartOf<T extends Days>(
  mission: T,
  [before, today]: readonly [LocalDay, LocalDay],
  now: Date,
  awayUntil: LocalDay | null,
) {
  const running = mission.state !== 'completed' && today >= mission.first_day && today <= mission.last_day;
  const can_check_in = running && !isAhead(mission, today) && mission.last_checkin_day !== today;
  const check_in_yesterday = isYesterdayOffered(mission, before, today);
  const yesterday = addDays(today, -1);
  return {
    ...mission,
    state: stateAt(mission, now),
    days_remaining: daysRemaining(mission, now),
    can: { ...mission.can, check_in: can_check_in, check_in_yesterday },
    ...dueAt(mission, today, can_check_in, pauseEndFrom(awayUntil, today)),
    needed_yesterday:
      check_in_yesterday && dueAt(mission, yesterday, true, pauseEndFrom(awayUntil, yesterday)).needed_today,
  };
}

/**
 * The mission later on the same day: after a midnight in its owner's zone, which can be its end, and from noon on, when
 * yesterday is over in the viewer's `zone`. Unchanged where neither has come since.
 */
function laterOn<T extends Days & OwnDay>(mission: T, now: Date, zone: string): T {
  const state = stateAt(mission, now);
  const days_remaining = Math.min(mission.days_remaining, daysRemaining(mission, now));
  const isSame = state === mission.state && days_remaining === mission.days_remaining;
  const later = isSame ? mission : { ...mission, state, days_remaining };
  return isBeforeYesterdayCloses(now, zone) ? later : closeYesterday(later);
}

/** The last day of a break if it has not passed. That a break begins is known only to the server. */
const pauseEndFrom = (lastDay: LocalDay | null, today: LocalDay): LocalDay | null =>
  lastDay !== null && lastDay >= today ? lastDay : null;

/**
 * The mission as it is for its viewer `me` at `now`: on a new day, or after what the same day may bring. The other
 * members' days are not changed, because their time zones are unknown here.
 */
export function startDay(mission: Mission, me: Pick<User, 'id' | 'timezone'>, now: Date): Mission {
  const today = dayOf(now, me.timezone);
  if (today <= mission.today) return laterOn(mission, now, me.timezone);
  const away = mission.members.find((member) => member.user_id === me.id)?.away_until ?? null;
  const started = laterOn(atStartOf(mission, [mission.today, today], now, away), now, me.timezone);
  // A day that an earlier stay further east has checked in.
  const checked_in_today = mission.last_checkin_day === today;
  const members = mission.members.map((member) =>
    member.user_id === me.id
      ? {
          ...member,
          checked_in_today,
          checked_in_at: null,
          away_until: pauseEndFrom(away, today),
          ...ownToday(started),
        }
      : member,
  );
  return { ...started, today, checked_in_today, members };
}

/** The same for the dashboard. */
export function startDashboardDay(dashboard: Dashboard, timezone: string, now: Date): Dashboard {
  const today = dayOf(now, timezone);
  if (today <= dashboard.today) {
    const missions = dashboard.missions.map((mission) => laterOn(mission, now, timezone));
    return missions.some((mission, at) => mission !== dashboard.missions[at]) ? { ...dashboard, missions } : dashboard;
  }
  const away = dashboard.pause?.to_day ?? null;
  const missions = dashboard.missions.map((mission) => ({
    ...laterOn(atStartOf(mission, [dashboard.today, today], now, away), now, timezone),
    started: today >= mission.first_day,
  }));
  const pause = pauseEndFrom(away, today) === null ? null : dashboard.pause;
  const checked_in_missions = missions.flatMap(({ id, last_checkin_day }) => (last_checkin_day === today ? [id] : []));
  return { ...dashboard, today, missions, checked_in_missions, pause };
}

/**
 * Changes the cached answers under a prefix; true if one was changed. They keep their times, so that they are fetched
 * again when they would have been.
 */
function changeCached<T>(client: QueryClient, prefix: QueryKey, change: (data: T) => T): boolean {
  let anyChanged = false;
  for (const [queryKey, data] of client.getQueriesData<T>({ queryKey: prefix })) {
    if (data === undefined) continue;
    const changed = change(data);
    const updatedAt = client.getQueryState(queryKey)?.dataUpdatedAt;
    // Writing unchanged data would remove the mark of a stale answer.
    if (changed === data || updatedAt === undefined) continue;
    client.setQueryData<T>(queryKey, changed, { updatedAt });
    anyChanged = true;
  }
  return anyChanged;
}

/**
 * Begins the user's new day in everything that is cached, so that one can check in offline the next morning, closes
 * yesterday at noon, and ends missions whose end has come. True if that changed anything: then the server knows more than
 * could be worked out here.
 */
export function rollOverDay(client: QueryClient, now = new Date()): boolean {
  const me = client.getQueryData<User>(keys.me);
  if (!me) return false;
  const missions = changeCached<Mission>(client, keys.mission(), (mission) => startDay(mission, me, now));
  const dashboard = changeCached<Dashboard>(client, keys.dashboard, (data) =>
    startDashboardDay(data, me.timezone, now),
  );
  return missions || dashboard;
}
