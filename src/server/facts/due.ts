/** What a schedule means for a member on one day. */

import { type CheckinDay, checkinDay } from '#domain/checkin-day.ts';
import { addDays, dayOf } from '#domain/days.ts';
import { datedSchedule, type ScheduleColumns } from '#domain/schedule.ts';
import {
  type CheckedDay,
  type CountedMember,
  type DueToday,
  dueToday,
  isYesterdayNeeded,
  type OpenMember,
} from '#domain/schedule-days.ts';
import { awayDays, type Excuses } from './excuses.ts';
import type { MissionRow } from './missions.ts';

/** SQL: whether the user is on a break on that day of their own; the arguments are SQL. */
export const isPausedOn = (user: string, day: string): string =>
  `exists (select from pauses p where p.user_id = ${user} and ${day} between p.from_day and p.to_day)`;

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
