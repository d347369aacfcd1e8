import type { CheckinReceipt } from '#contract/checkins.ts';
import type { Dashboard, DashboardMission } from '#contract/dashboard.ts';
import type { Member } from '#contract/members.ts';
import type { Mission } from '#contract/missions.ts';
import { addDays, daysBetween, type LocalDay } from '#domain/days.ts';

/*
 * Updates of cached missions that need no request: the user has checked in, or a new day has begun. A receipt, a
 * pending check-in and midnight all go through these functions.
 */

/** True for the receipt of a check-in that was created offline on an earlier day, or of a repeated request. */
const isOfAnotherDay = (today: LocalDay, receipt: CheckinReceipt | undefined): boolean =>
  receipt !== undefined && receipt.checkin.local_day !== today;

type Stitches = Pick<Mission, 'counted_checkins' | 'planned_days'>;

export type OwnDay = Stitches &
  Pick<Mission, 'can' | 'due_today' | 'needed_today' | 'needed_yesterday' | 'extra_today' | 'week'>;

/** The stitches with one more check-in, which is planned already unless it was made on a day away or in a kept week. */
function addStitch({ counted_checkins, planned_days }: Stitches, isExtra: boolean, isPlanned: boolean): Stitches {
  if (isExtra) return { counted_checkins, planned_days };
  const counted = counted_checkins + 1;
  return { counted_checkins: counted, planned_days: Math.max(counted, planned_days + Number(!isPlanned)) };
}

/** The week with one more check-in that counts. */
function withOneMore(week: NonNullable<Mission['week']>): NonNullable<Mission['week']> {
  const done = week.done + 1;
  return { ...week, done, target: Math.max(week.target, done) };
}

/** Whether a week needs each of its days from `today` on, which are as many as the check-ins that it lacks. */
export const needsEachDay = (week: NonNullable<Mission['week']>, today: LocalDay): boolean =>
  week.target - week.done > daysBetween(today, week.to_day);

/** What today's check-in settles: nothing more is due, and the week has one more, unless it was extra. */
function afterCheckin(mission: OwnDay, receipt: CheckinReceipt | undefined): OwnDay {
  const { can, due_today, extra_today, week, needed_yesterday } = mission;
  const isExtra = receipt?.checkin.is_extra ?? extra_today;
  return {
    ...addStitch(mission, isExtra, week === null ? due_today : week.done < week.target),
    can: { ...can, check_in: false },
    due_today: false,
    needed_today: false,
    needed_yesterday,
    extra_today: false,
    week: week && (isExtra ? week : withOneMore(week)),
  };
}

/**
 * Whether the latest check-in is for a day later than `today`, as after a move to the west; an unchecked today is then
 * closed. Answers that 1.0.0 stored on this device lack the day.
 */
export const isAhead = ({ last_checkin_day }: Pick<Mission, 'last_checkin_day'>, today: LocalDay): boolean =>
  (last_checkin_day ?? '') > today;

/** The mission with the check-in for yesterday no longer offered. */
export const closeYesterday = <T extends Pick<Mission, 'can' | 'needed_yesterday'>>(mission: T): T =>
  mission.can.check_in_yesterday
    ? { ...mission, can: { ...mission.can, check_in_yesterday: false }, needed_yesterday: false }
    : mission;

/** True for the receipt of a check-in for the day before `today`, where it was still offered. */
const fillsYesterday = ({ can }: OwnDay, today: LocalDay, { checkin }: CheckinReceipt): boolean =>
  can.check_in_yesterday && checkin.local_day === addDays(today, -1);

/** What a check-in for yesterday settles: the day, and one of the running week, if it has begun by then. */
function afterYesterday(
  mission: OwnDay & Pick<Mission, 'schedule'>,
  { checkin }: CheckinReceipt,
  today: LocalDay,
): OwnDay {
  const { can, due_today, needed_today, needed_yesterday, extra_today, week, schedule } = mission;
  const closed = { can: { ...can, check_in_yesterday: false }, needed_yesterday: false };
  if (week === null || checkin.is_extra || checkin.local_day < week.from_day)
    return {
      ...closed,
      ...addStitch(mission, checkin.is_extra, needed_yesterday),
      ...{ due_today, needed_today, extra_today, week },
    };
  const done = week.done + 1;
  return {
    ...closed,
    ...addStitch(mission, false, done <= week.target),
    due_today: due_today && done < week.target,
    needed_today: needed_today && needsEachDay({ ...week, done }, today),
    extra_today: extra_today || (can.check_in && schedule.kind === 'weekly' && done >= schedule.times),
    week: withOneMore(week),
  };
}

/** What the viewer's own entry among the members says of today. */
export const ownToday = ({ due_today, needed_today, week }: Pick<OwnDay, 'due_today' | 'needed_today' | 'week'>) => ({
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
    const own = afterYesterday(mission, receipt, mission.today);
    const members = mission.members.map((member) =>
      member.user_id === userId ? { ...member, ...earnedBy(member, receipt), ...ownToday(own) } : member,
    );
    return { ...mission, ...own, members };
  }
  if (mission.checked_in_today || isOfAnotherDay(mission.today, receipt)) return mission;
  const own = afterCheckin(mission, receipt);
  const members = mission.members.map((member) =>
    member.user_id !== userId || member.checked_in_today
      ? member
      : {
          ...member,
          checked_in_today: true,
          ...ownToday(own),
          checked_in_at: at,
          ...(receipt ? earnedBy(member, receipt) : withPending(member)),
        },
  );
  return { ...mission, ...own, members, checked_in_today: true, last_checkin_day: mission.today };
}

/** The same for the dashboard; a mission that accepts no check-in stays as it is. */
export function markDashboardCheckedIn(dashboard: Dashboard, missionId: string, receipt?: CheckinReceipt): Dashboard {
  const marked = dashboard.missions.find(({ id }) => id === missionId);
  if (!marked) return dashboard;
  const earned = receipt ? earnedBy(marked, receipt) : withPending(marked);
  const withMarked = (fields: Partial<DashboardMission>) =>
    dashboard.missions.map((mission) => (mission === marked ? { ...mission, ...earned, ...fields } : mission));
  if (receipt && fillsYesterday(marked, dashboard.today, receipt))
    return { ...dashboard, missions: withMarked(afterYesterday(marked, receipt, dashboard.today)) };
  if (!marked.can.check_in || isOfAnotherDay(dashboard.today, receipt)) return dashboard;
  const { checked_in_missions, stats } = dashboard;
  return {
    ...dashboard,
    missions: withMarked({ ...afterCheckin(marked, receipt), last_checkin_day: dashboard.today }),
    checked_in_missions: [...checked_in_missions, missionId],
    // The first check-in of the day carries the streak over all missions; after a receipt it is fetched.
    stats: receipt || checked_in_missions.length > 0 ? stats : { ...stats, streak_days: stats.streak_days + 1 },
  };
}
