/**
 * What a schedule means for a member on one day, in two languages. Statements that go over many members, as reminders do,
 * ask in SQL; whatever is shown asks the rules. A property test compares the two over random lives.
 */

import { type CheckinDay, checkinDay } from '#domain/checkin-day.ts';
import { tallyDays } from '#domain/day-tally.ts';
import { addDays, dayOf } from '#domain/days.ts';
import { type Goals, ownGoals } from '#domain/goals.ts';
import { datedSchedule, type Schedule, type ScheduleColumns, scheduleOf } from '#domain/schedule.ts';
import {
  type CheckedDay,
  type CountedMember,
  type DueToday,
  dueToday,
  isYesterdayNeeded,
  type OpenMember,
} from '#domain/schedule-days.ts';
import { toDayBits } from './checked-days.ts';
import { awayDays, type Excuses, hasMoved } from './excuses.ts';
import type { MissionRow } from './missions.ts';

/** SQL: whether the user is on a break on that day of their own; the arguments are SQL. */
export const isPausedOn = (user: string, day: string): string =>
  `exists (select from pauses p where p.user_id = ${user} and ${day} between p.from_day and p.to_day)`;

/**
 * Of which member `dueOn` and `neededOn` speak, and of which day: `mission`, `member` and `user` are aliases, `day` and the
 * member's own `today` are SQL. The check-ins are those that there are, so for a day before today its week may hold later ones.
 */
interface DueFacts {
  mission: string;
  member: string;
  user: string;
  day: string;
  today: string;
}

/** SQL for the first day of the week of the mission that holds the day. */
const weekStart = ({ mission, day }: DueFacts) => `(${mission}.first_day + (${day} - ${mission}.first_day) / 7 * 7)`;

/**
 * SQL: how many days from one to another (SQL) the member is away on, as `awayDays` says, but for dates that the calendar
 * of a zone does not have; a day of travel is over.
 */
const awayBetween = ({ member, user, today }: DueFacts, from: string, to: string) =>
  `(select count(*) from generate_series(${from}, ${to}, interval '1 day') as away (day)
     where ${isPausedOn(`${member}.user_id`, 'away.day::date')} or ${hasMoved(user)} and exists (
       select from zone_changes z where z.user_id = ${member}.user_id and away.day < ${today}
         and z.old_day <= away.day and away.day < z.new_day))`;

/** SQL: the member's check-ins of the week of the day; those for days before it alone with `before`. */
const checkinsOfWeek = (facts: DueFacts, which: 'counted' | 'before') =>
  `(select count(*) from checkins c where c.mission_id = ${facts.mission}.id and c.user_id = ${facts.member}.user_id
     and ${which === 'counted' ? 'not c.is_extra' : `c.local_day < ${facts.day}`}
     and c.local_day between ${weekStart(facts)} and ${weekStart(facts)} + 6)`;

/** SQL: whether the schedule still wants a check-in on the day, as `weekProgress` and `isScheduledOn` say. */
function isWantedOn(facts: DueFacts): string {
  const { mission, member, day } = facts;
  const week = weekStart(facts);
  const joined = `greatest(${week}, ${member}.joined_day)`;
  const last = `least(${week} + 6, ${mission}.first_day + ${mission}.duration_days - 1)`;
  return `(${mission}.schedule_kind = 'daily'
  or ${mission}.schedule_kind = 'weekdays' and (${mission}.schedule_days >> (extract(isodow from ${day})::int - 1)) & 1 = 1
  or ${mission}.schedule_kind = 'weekly' and ${checkinsOfWeek(facts, 'counted')} < least(
    ${mission}.schedule_times - greatest(0, ${week} + 7 - ${mission}.first_day - ${mission}.duration_days)
      - ${awayBetween(facts, week, last)},
    ${last} - ${joined} + 1 - ${awayBetween(facts, joined, last)}))`;
}

/**
 * SQL: whether a check-in is due on the day, as `due_today` of `dueToday` says: the mission has the day, it is unchecked,
 * the schedule wants it, and it is in no break. Whether the mission is completed, or the member has left, is not asked.
 */
export const dueOn = (facts: DueFacts): string => {
  const { mission, member, day } = facts;
  return `(${day} >= ${mission}.first_day and ${day} < ${mission}.first_day + ${mission}.duration_days
  and (${member}.streak_last_day is null or ${member}.streak_last_day < ${day}) and ${isWantedOn(facts)}
  and not ${isPausedOn(`${member}.user_id`, day)})`;
};

/**
 * SQL: whether the day, on which a check-in is due, would close as missed, as `needed_today` of `dueToday` says. A day
 * before joining, which a move to the west may bring back, never does.
 */
export const neededOn = (facts: DueFacts): string => {
  const { mission, member, day } = facts;
  const week = weekStart(facts);
  return `(${day} >= ${member}.joined_day and (${mission}.schedule_kind <> 'weekly'
    or ${mission}.schedule_times - ${checkinsOfWeek(facts, 'before')} - greatest(0, ${member}.joined_day - ${week})
      - ${awayBetween(facts, `greatest(${week}, ${member}.joined_day)`, `${day} - 1`)}
    > ${week} + 6 - ${day}))`;
};

type MissionDays = Pick<MissionRow, 'first_day' | 'duration_days' | 'completed_at'>;
export type ScheduledMission = ScheduleColumns & MissionDays;

/** The day a check-in of this member would count for now, or why there can be none. */
export const checkinDayNow = (
  { first_day, duration_days, completed_at }: MissionDays,
  { timezone }: { timezone: string },
  member_last_day: string | null,
  now: Date,
): CheckinDay =>
  checkinDay({ now, zone: timezone, first_day, duration_days, completed: completed_at !== null, member_last_day });

/** A member as the rules of schedules look at it: `recent` and `excuses` are the columns of those names. */
export interface ScheduledMemberRow {
  timezone: string;
  joined_day: string;
  streak_last_day: string | null;
  recent: readonly CheckedDay[];
  excuses: Excuses;
}

/** What the mission's schedule means for a member on the member's own today. */
export function dueTodayOf(mission: ScheduledMission, member: ScheduledMemberRow, now: Date): DueToday {
  const { timezone, joined_day, recent: checkins, excuses } = member;
  const today = dayOf(now, timezone);
  const can_check_in = checkinDayNow(mission, member, member.streak_last_day, now).ok;
  const pauses = awayDays(excuses, timezone, today);
  return dueToday(datedSchedule(mission), today, { can_check_in, joined_day, checkins, pauses });
}

/** A member with what tells whether yesterday is open. */
export interface OpenMemberRow extends ScheduledMemberRow {
  moved_at: string | null;
  open_streak: number | null;
}

/** A member as sums of days look at it, on the member's own today. */
export function openMemberOf(mission: ScheduledMission, row: OpenMemberRow, now: Date): OpenMember & CountedMember {
  const { timezone: zone, moved_at, joined_day, streak_last_day, open_streak } = row;
  const today = dayOf(now, zone);
  const checkins = row.recent;
  const is_over = mission.completed_at !== null;
  const pauses = awayDays(row.excuses, zone, is_over ? undefined : today);
  const zone_changed_at = moved_at === null ? null : new Date(moved_at);
  const member = { joined_day, checkins, pauses, zone, zone_changed_at, streak_last_day, open_streak };
  const is_yesterday_open = !is_over && isYesterdayNeeded(datedSchedule(mission), member, now);
  const open_from = is_yesterday_open ? addDays(today, -1) : firstOpenDay(mission, today);
  return { joined_day, checkins, pauses, today, is_yesterday_open, open_from };
}

/** The first day of a mission that is not over on the day `today`, but for an open yesterday. */
const firstOpenDay = ({ first_day, duration_days, completed_at }: MissionDays, today: string): string =>
  completed_at === null ? today : addDays(first_day, duration_days);

/** A member whose days are counted; `days` is `checkedDaysColumn`. */
export interface TallyRow {
  timezone: string;
  joined_day: string;
  excuses: Excuses;
  days: string | null;
}

/**
 * Counts a member's days where no more of the member is read than that takes. An open yesterday is missed here, which
 * changes neither the check-ins that count nor the planned days.
 */
export function tallyOf(mission: ScheduledMission, { timezone, joined_day, excuses, days }: TallyRow, now: Date) {
  const today = dayOf(now, timezone);
  const pauses = awayDays(excuses, timezone, mission.completed_at === null ? today : undefined);
  const member = { joined_day, pauses, days: toDayBits(days), open_from: firstOpenDay(mission, today) };
  return tallyDays(datedSchedule(mission), member);
}

/** The schedule of a mission and what it means for one member. */
interface DueSchedule extends DueToday {
  schedule: Schedule;
  counted_checkins: number;
  planned_days: number;
  own_goals: Goals;
  needed_yesterday: boolean;
}

/** A mission with the goals that its members have in common. */
type GoalMission = ScheduledMission & { level_goal: number | null; streak_goal: number | null };

/** The schedule and what it means for a member, as the member's own screens show it. */
export function toDueSchedule(
  mission: GoalMission,
  member: OpenMemberRow & Pick<TallyRow, 'days'>,
  now: Date,
): DueSchedule {
  const dated = datedSchedule(mission);
  // Days of travel count as soon as they are over.
  const own = openMemberOf(mission, member, now);
  const { counted_checkins, planned_days } = tallyDays(dated, { ...own, days: toDayBits(member.days) });
  return {
    schedule: scheduleOf(mission),
    counted_checkins,
    planned_days,
    own_goals: ownGoals(dated, own, { level: mission.level_goal, streak: mission.streak_goal }),
    needed_yesterday: own.is_yesterday_open,
    ...dueTodayOf(mission, member, now),
  };
}
