import type { QueryClient, QueryKey } from '@tanstack/react-query';
import type { User } from '#contract/auth.ts';
import type { CheckinReceipt } from '#contract/checkins.ts';
import type { Dashboard, DashboardMission } from '#contract/dashboard.ts';
import type { Member } from '#contract/members.ts';
import type { Mission } from '#contract/missions.ts';
import { isYesterdayOpen } from '#domain/checkins.ts';
import { addDays, dayOf, daysBetween, type LocalDay } from '#domain/days.ts';
import { daysRemaining } from '#domain/missions.ts';
import { isExtra, type PlanCheckin, type PlanToday, planToday } from '#domain/plan-days.ts';
import * as keys from '#web/lib/query-keys.ts';

/*
 * Updates of cached missions that need no request: the user has checked in, or a new day has begun. A receipt, a
 * pending check-in and midnight all go through these functions.
 */

/** True for the receipt of a check-in that was created offline on an earlier day, or of a repeated request. */
const isOfAnotherDay = (today: LocalDay, receipt: CheckinReceipt | undefined): boolean =>
  receipt !== undefined && receipt.checkin.local_day !== today;

type OwnPlan = Pick<Mission, 'can' | 'due_today' | 'needed_today' | 'needed_yesterday' | 'extra_today' | 'week'>;

/** Whether a week needs each of its days from `today` on, which are as many as the check-ins that it lacks. */
const needsEachDay = (week: NonNullable<Mission['week']>, today: LocalDay): boolean =>
  week.target - week.done > daysBetween(today, week.to_day);

/** What today's check-in settles: nothing more is due, and the week has one more, unless it was extra. */
function afterCheckin(
  { can, extra_today, week, needed_yesterday }: OwnPlan,
  receipt: CheckinReceipt | undefined,
): OwnPlan {
  const isExtra = receipt?.checkin.is_extra ?? extra_today;
  return {
    can: { ...can, check_in: false },
    due_today: false,
    needed_today: false,
    needed_yesterday,
    extra_today: false,
    week: week && { ...week, done: week.done + (isExtra ? 0 : 1) },
  };
}

/** The mission with the check-in for yesterday no longer offered. */
export const closeYesterday = <T extends Pick<Mission, 'can' | 'needed_yesterday'>>(mission: T): T =>
  mission.can.check_in_yesterday
    ? { ...mission, can: { ...mission.can, check_in_yesterday: false }, needed_yesterday: false }
    : mission;

/** True for the receipt of a check-in for the day before `today`, where it was still offered. */
const fillsYesterday = ({ can }: OwnPlan, today: LocalDay, { checkin }: CheckinReceipt): boolean =>
  can.check_in_yesterday && checkin.local_day === addDays(today, -1);

/** What a check-in for yesterday settles: the day, and one of the running week, if it has begun by then. */
function afterYesterday(
  mission: OwnPlan & Pick<Mission, 'schedule'>,
  { checkin }: CheckinReceipt,
  today: LocalDay,
): OwnPlan {
  const { can, due_today, needed_today, extra_today, week, schedule } = mission;
  const closed = { ...can, check_in_yesterday: false };
  if (week === null || checkin.is_extra || checkin.local_day < week.from_day)
    return { can: closed, needed_yesterday: false, due_today, needed_today, extra_today, week };
  const done = week.done + 1;
  return {
    can: closed,
    needed_yesterday: false,
    due_today: due_today && done < week.target,
    needed_today: needed_today && needsEachDay({ ...week, done }, today),
    extra_today: extra_today || (can.check_in && schedule.kind === 'weekly' && done >= schedule.times),
    week: { ...week, done },
  };
}

/** What the viewer's own entry among the members says of today. */
const ownToday = ({ due_today, needed_today, week }: Pick<OwnPlan, 'due_today' | 'needed_today' | 'week'>) => ({
  due_today,
  needed_today,
  week: week && { done: week.done, target: week.target },
});

interface Earned {
  /** One's own is never null. */
  readonly points: number | null;
  readonly checkins_count: number;
}

/** What a receipt changes in the counters of its author. */
const earnedBy = (own: Earned, receipt: CheckinReceipt) => ({
  points: (own.points ?? 0) + (receipt.checkin.points_earned ?? 0),
  checkins_count: own.checkins_count + 1,
  streak_days: receipt.mission_streak_days,
});

/** The counters with a pending check-in of today: the streak that it makes. Its points are known to the server alone. */
const withPending = ({ checkins_count, streak_days }: Pick<Member, 'checkins_count' | 'streak_days'>) => ({
  checkins_count: checkins_count + 1,
  streak_days: streak_days + 1,
});

/**
 * The mission after its viewer `userId` has checked in for today, at the instant `at`; a receipt may be for yesterday
 * instead.
 */
export function markCheckedIn(mission: Mission, userId: string, at: string, receipt?: CheckinReceipt): Mission {
  if (receipt && fillsYesterday(mission, mission.today, receipt)) {
    const plan = afterYesterday(mission, receipt, mission.today);
    const members = mission.members.map((member) =>
      member.user_id === userId ? { ...member, ...earnedBy(member, receipt), ...ownToday(plan) } : member,
    );
    return { ...mission, ...plan, members };
  }
  if (mission.checked_in_today || isOfAnotherDay(mission.today, receipt)) return mission;
  const plan = afterCheckin(mission, receipt);
  const members = mission.members.map((member) =>
    member.user_id !== userId || member.checked_in_today
      ? member
      : {
          ...member,
          checked_in_today: true,
          ...ownToday(plan),
          checked_in_at: at,
          ...(receipt ? earnedBy(member, receipt) : withPending(member)),
        },
  );
  return { ...mission, ...plan, members, checked_in_today: true };
}

/** The same for the dashboard; a mission that accepts no check-in stays as it is. */
export function markDashboardCheckedIn(dashboard: Dashboard, missionId: string, receipt?: CheckinReceipt): Dashboard {
  const marked = dashboard.missions.find(({ id }) => id === missionId);
  if (!marked) return dashboard;
  const isExtra = receipt?.checkin.is_extra ?? marked.extra_today;
  const earned = {
    ...(receipt ? earnedBy(marked, receipt) : withPending(marked)),
    counted_checkins: marked.counted_checkins + (isExtra ? 0 : 1),
  };
  const withMarked = (fields: Partial<DashboardMission>) =>
    dashboard.missions.map((mission) => (mission === marked ? { ...mission, ...earned, ...fields } : mission));
  if (receipt && fillsYesterday(marked, dashboard.today, receipt))
    return { ...dashboard, missions: withMarked(afterYesterday(marked, receipt, dashboard.today)) };
  if (!marked.can.check_in || isOfAnotherDay(dashboard.today, receipt)) return dashboard;
  const { checked_in_missions, stats } = dashboard;
  return {
    ...dashboard,
    missions: withMarked(afterCheckin(marked, receipt)),
    checked_in_missions: [...checked_in_missions, missionId],
    // The first check-in of the day carries the streak over all missions; after a receipt it is fetched.
    stats: receipt || checked_in_missions.length > 0 ? stats : { ...stats, streak_days: stats.streak_days + 1 },
  };
}

type Days = Pick<
  Mission,
  'first_day' | 'last_day' | 'duration_days' | 'schedule' | 'end_date' | 'state' | 'can' | 'week'
>;

/** The state of a mission whose end may have come since it was fetched. */
const stateAt = ({ state, end_date }: Days, now: Date): Mission['state'] =>
  state === 'active' && now >= new Date(end_date) ? 'ended' : state;

/** Check-ins of a week, as far as its number tells. */
const checkinsOf = (week: Mission['week']): PlanCheckin[] =>
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
function planAt(mission: Days, today: LocalDay, can_check_in: boolean, awayUntil: LocalDay | null): PlanToday {
  const { schedule, first_day, duration_days, week } = mission;
  const goesOn = week !== null && week.from_day <= today && today <= week.to_day;
  const checkins = goesOn ? checkinsOf(week) : [];
  const pauses = awayUntil === null ? [] : [{ from_day: today, to_day: awayUntil }];
  const member = { can_check_in, joined_day: first_day, checkins, pauses };
  const latest = planToday({ schedule, first_day, duration_days }, today, member);
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
  const check_in_yesterday = isYesterdayOffered(mission, before, today);
  const yesterday = addDays(today, -1);
  return {
    ...mission,
    state: stateAt(mission, now),
    days_remaining: daysRemaining(new Date(mission.end_date), now),
    can: { ...mission.can, check_in: running, check_in_yesterday },
    ...planAt(mission, today, running, stillAway(awayUntil, today)),
    needed_yesterday:
      check_in_yesterday && planAt(mission, yesterday, true, stillAway(awayUntil, yesterday)).needed_today,
  };
}

/**
 * The mission later on the same day: after its end, which comes with midnight in its owner's zone, and from noon on, when
 * yesterday is over in the viewer's `zone`. Unchanged where neither has come since.
 */
function laterOn<T extends Days & OwnPlan>(mission: T, now: Date, zone: string): T {
  const state = stateAt(mission, now);
  const ended = state === mission.state ? mission : { ...mission, state };
  return isYesterdayOpen(now, zone) ? ended : closeYesterday(ended);
}

/** The last day of a break if it has not passed. That a break begins is known only to the server. */
const stillAway = (lastDay: LocalDay | null, today: LocalDay): LocalDay | null =>
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
  const members = mission.members.map((member) =>
    member.user_id === me.id
      ? {
          ...member,
          checked_in_today: false,
          checked_in_at: null,
          away_until: stillAway(away, today),
          ...ownToday(started),
        }
      : member,
  );
  return { ...started, today, checked_in_today: false, members };
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
  const pause = stillAway(away, today) === null ? null : dashboard.pause;
  return { ...dashboard, today, missions, checked_in_missions: [], pause };
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
