import { addDays, dayOf, type LocalDay, startOfDay } from './days.ts';
import { DAY_MS, HOUR_MS, SECOND_MS } from './durations.ts';
import { FUTURE_SLACK_SECONDS, OFFLINE_MAX_HOURS, POINTS_LASTING_HOURS } from './limits.ts';

/** The last day of a mission of `durationDays` days that begins on `firstDay`. */
export function lastDay(firstDay: LocalDay, durationDays: number): LocalDay {
  return addDays(firstDay, durationDays - 1);
}

/** The instant at which a mission ends: the start of the day after its last one, in `zone`, its owner's zone. */
export function missionEnd(firstDay: LocalDay, durationDays: number, zone: string): Date {
  return startOfDay(addDays(firstDay, durationDays), zone);
}

/** Days until `end`, a started day counting as a whole one, and never below 0. */
export function daysRemaining(end: Date, now: Date): number {
  return Math.max(0, Math.ceil((end.getTime() - now.getTime()) / DAY_MS));
}

/** The mission's own days that are left: before the first day `days_remaining` also counts the days until then. */
export const daysLeft = (mission: { days_remaining: number; duration_days: number }): number =>
  Math.min(mission.days_remaining, mission.duration_days);

export type MissionState = 'active' | 'ended' | 'completed';

/** The state of a mission at `now`. One that was deactivated without being completed counts as ended. */
export function missionState(
  mission: { is_active: boolean; end_date: Date; completed_at: Date | null },
  now: Date,
): MissionState {
  if (mission.completed_at !== null) return 'completed';
  return mission.is_active && now < mission.end_date ? 'active' : 'ended';
}

/**
 * Whether deleting a mission at `now` takes the points earned in it along: it does for less than 24 hours after
 * `createdAt`, so that creating and deleting missions earns no more than keeping them.
 */
export const deletionTakesPoints = (createdAt: Date, now: Date): boolean =>
  now.getTime() - createdAt.getTime() < POINTS_LASTING_HOURS * HOUR_MS;

export type CheckinDayInput = {
  /** The server's clock. */
  now: Date;
  /** When a check-in that is sent later was made, by the device's clock. */
  performed_at?: Date | undefined;
  /** When the member joined. A check-in made offline before that does not count. */
  joined_at?: Date | undefined;
  /** The member's own zone. */
  zone: string;
  first_day: LocalDay;
  duration_days: number;
  completed: boolean;
  /** The day of the member's latest check-in in this mission. */
  member_last_day: LocalDay | null;
};

export type CheckinDayError =
  | 'mission_not_started'
  | 'mission_ended'
  | 'checkin_too_old'
  | 'checkin_in_future'
  | 'already_checked_in';

export type CheckinDay = { ok: true; day: LocalDay } | { ok: false; code: CheckinDayError };

/**
 * The day that a check-in counts for, on the member's own calendar, or the error code why it is refused: completed, in
 * the future, too old, already checked in, not started, ended, the first that applies. A member's days in a mission only
 * ever increase, so no change of zone or clock can yield two check-ins for one day. A check-in exactly 48 hours old or
 * exactly 60 s in the future is accepted. Throws RangeError for an unknown zone. See docs/rules.md#check-ins.
 */
export function checkinDay(input: CheckinDayInput): CheckinDay {
  if (input.completed) return { ok: false, code: 'mission_ended' };
  const now = input.now.getTime();
  const slack = FUTURE_SLACK_SECONDS * SECOND_MS;
  const performed = (input.performed_at ?? input.now).getTime();
  if (performed > now + slack) return { ok: false, code: 'checkin_in_future' };
  if (performed < now - OFFLINE_MAX_HOURS * HOUR_MS) return { ok: false, code: 'checkin_too_old' };
  // Joining late earns nothing for the days before. The slack forgives a device's clock that runs behind.
  if (input.joined_at !== undefined && performed < input.joined_at.getTime() - slack)
    return { ok: false, code: 'checkin_too_old' };

  const day = dayOf(new Date(performed), input.zone);
  if (input.member_last_day !== null && day <= input.member_last_day) return { ok: false, code: 'already_checked_in' };
  if (day < input.first_day) return { ok: false, code: 'mission_not_started' };
  if (day > lastDay(input.first_day, input.duration_days)) return { ok: false, code: 'mission_ended' };
  return { ok: true, day };
}
