import type { OwnSchedule } from '#contract/missions.ts';
import type { CheckinPlace } from '#domain/checkins.ts';
import { dayOf } from '#domain/days.ts';
import { type CheckinDay, checkinDay } from '#domain/missions.ts';
import type { PausedDays } from '#domain/pauses.ts';
import { isExtra, type PlanCheckin, type PlanToday, planToday } from '#domain/plan-days.ts';
import { plannedDays, planOf, type ScheduleColumns, scheduleOf } from '#domain/schedule.ts';
import type { Row } from '../../db/rows.ts';
import type { missions } from '../../db/schema/missions.ts';
import { type Excuses, lastMove } from '../streaks/public.ts';

type MissionDays = Pick<Row<typeof missions>, 'first_day' | 'duration_days' | 'completed_at'>;

/** A member's check-ins in a mission as `placesColumn` reads them. */
export type PlaceRow = { performed_at: string; local_day: string };

/**
 * A column `places` (PlaceRow[]) with where the check-ins of `members mb` stand whose day is that of the SQL `since` or
 * later.
 */
export const placesColumn = (since: string): string =>
  `(select coalesce(json_agg(json_build_object('performed_at', c.performed_at, 'local_day', c.local_day)), '[]')
     from checkins c where c.mission_id = mb.mission_id and c.user_id = mb.user_id and c.local_day >= ${since}) as places`;

export const toPlaces = (rows: readonly PlaceRow[]): CheckinPlace[] =>
  rows.map(({ performed_at, local_day }) => ({ performed_at: new Date(performed_at), local_day }));

/**
 * How many days before today `placesColumn` has to begin: earlier ones come before any check-in that can be made, which
 * is at most 48 hours old, in every time zone.
 */
export const PLACES_BACK_DAYS = 5;

/** The day a check-in of this member would count for now, or why there can be none. */
export function checkinDayNow(
  mission: MissionDays,
  viewer: { timezone: string },
  memberLastDay: string | null,
  now: Date,
): CheckinDay {
  return checkinDay({
    now,
    zone: viewer.timezone,
    first_day: mission.first_day,
    duration_days: mission.duration_days,
    completed: mission.completed_at !== null,
    member_last_day: memberLastDay,
  });
}

type PlannedMission = ScheduleColumns & MissionDays;

/** A member as the rules of schedules look at it: `recent` is the column of that name. */
export interface PlanMember {
  timezone: string;
  streak_last_day: string | null;
  recent: readonly PlanCheckin[];
  pauses: readonly PausedDays[];
}

/** What the mission's schedule means for a member on the member's own today. */
export function planTodayOf(mission: PlannedMission, member: PlanMember, now: Date): PlanToday {
  return planToday(planOf(mission), dayOf(now, member.timezone), {
    can_check_in: checkinDayNow(mission, member, member.streak_last_day, now).ok,
    checkins: member.recent,
    pauses: member.pauses,
  });
}

/** The same with the schedule itself, as the member's own screens show it. */
export const toOwnSchedule = (mission: PlannedMission, member: PlanMember, now: Date): OwnSchedule => ({
  schedule: scheduleOf(mission),
  planned_days: plannedDays(planOf(mission), member.pauses),
  ...planTodayOf(mission, member, now),
});

/** What a check-in of this member for yesterday depends on besides the mission. */
export interface OwnFacts {
  joined_at: string;
  streak_last_day: string | null;
  places: readonly PlaceRow[];
  recent: readonly PlanCheckin[];
}

/** Whether a check-in for yesterday would be taken now, and count (docs/rules.md#yesterday). */
export function canCheckInYesterday(
  mission: PlannedMission,
  viewer: { timezone: string },
  { joined_at, streak_last_day, places, recent }: OwnFacts,
  excuses: Pick<Excuses, 'zone_changes'>,
  now: Date,
): boolean {
  const counted = checkinDay({
    now,
    day: 'yesterday',
    zone: viewer.timezone,
    zone_changed_at: lastMove(excuses),
    joined_at: new Date(joined_at),
    first_day: mission.first_day,
    duration_days: mission.duration_days,
    completed: mission.completed_at !== null,
    member_last_day: streak_last_day,
    others: toPlaces(places),
  });
  return counted.ok && !isExtra(planOf(mission), counted.day, recent);
}
