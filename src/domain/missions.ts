import { type CheckinDayName, type CheckinPosition, isBeforeYesterdayCloses, isInOrder } from './checkins.ts';
import { addDays, dayOf, type LocalDay, startOfDay } from './days.ts';
import { DAY_MS, HOUR_MS, SECOND_MS } from './durations.ts';
import {
  FUTURE_SLACK_SECONDS,
  OFFLINE_MAX_HOURS,
  POINTS_LASTING_HOURS,
  ROUND_HOSTS_DAYS,
  YESTERDAY_AFTER_MOVE_HOURS,
} from './limits.ts';

/** What the board of a mission shows: a ranking by points, or what the members reach together. */
export const BOARDS = ['stars', 'together'] as const;
export type Board = (typeof BOARDS)[number];

/**
 * Whether a member may start the next round of a mission that was completed at `completed_at` (null while it is not):
 * the owner and the co-hosts at once, any member 7 times 24 hours later.
 */
export function canStartRound(completed_at: Date | null, isHost: boolean, now: Date): boolean {
  if (completed_at === null) return false;
  return isHost || now.getTime() >= completed_at.getTime() + ROUND_HOSTS_DAYS * DAY_MS;
}

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
  /** When a check-in that is sent later was made (`checkinInstant`); without it the check-in is made now. */
  performed_at?: Date | undefined;
  /** `yesterday` is the day before the own day at that instant. */
  day?: CheckinDayName | undefined;
  /** When the member joined. A check-in for a time before that does not count. */
  joined_at?: Date | undefined;
  /** The member's own zone. */
  zone: string;
  /** When the member last changed it; null if never. */
  zone_changed_at?: Date | null | undefined;
  first_day: LocalDay;
  duration_days: number;
  completed: boolean;
  /** The latest day with a check-in of the member in this mission. */
  member_last_day: LocalDay | null;
  /** The member's latest check-ins in this mission, if they were read: without them this one has to be the last. */
  others?: readonly CheckinPosition[] | undefined;
};

type CheckinDayError =
  | 'mission_not_started'
  | 'mission_ended'
  | 'checkin_too_old'
  | 'checkin_in_future'
  | 'already_checked_in'
  | 'yesterday_closed'
  | 'yesterday_after_move';

/** The day that a check-in counts for, and the instant that is stored with it. */
export type CheckinDay = { ok: true; day: LocalDay; performed_at: Date } | { ok: false; code: CheckinDayError };

const refusal = (code: CheckinDayError): CheckinDay => ({ ok: false, code });

/** Whether the day is taken: by a check-in for it, or because another order of instants than of days would result. */
function isTaken({ member_last_day, performed_at, day, others }: CheckinDayInput, position: CheckinPosition): boolean {
  const comesLast = member_last_day === null || position.local_day > member_last_day;
  const isOrdinary = performed_at === undefined && day !== 'yesterday';
  if (!comesLast && (isOrdinary || !others)) return true;
  return others !== undefined && !isInOrder(position, others);
}

/** Whether a change of zone at `zone_changed_at` is so recent that no check-in for yesterday is taken at `at`. */
const hasJustMoved = (at: Date, zone_changed_at: Date | null | undefined): boolean =>
  zone_changed_at != null && zone_changed_at.getTime() > at.getTime() - YESTERDAY_AFTER_MOVE_HOURS * HOUR_MS;

/**
 * Whether yesterday is not over for somebody at `now`: before noon on the clock in `zone`, unless the zone has changed in
 * the last 24 hours. Throws RangeError for an unknown zone.
 */
export const acceptsYesterday = (now: Date, zone: string, zone_changed_at: Date | null): boolean =>
  isBeforeYesterdayCloses(now, zone) && !hasJustMoved(now, zone_changed_at);

/** A check-in for the day before the own day at the instant `at`; it counts as made at the end of that day. */
function yesterdayAt(input: CheckinDayInput, at: Date): CheckinDay {
  const { zone, zone_changed_at, joined_at, first_day, duration_days } = input;
  if (!isBeforeYesterdayCloses(at, zone)) return refusal('yesterday_closed');
  if (hasJustMoved(at, zone_changed_at)) return refusal('yesterday_after_move');
  const today = dayOf(at, zone);
  const local_day = addDays(today, -1);
  const performed_at = new Date(startOfDay(today, zone).getTime() - 1);
  if (isTaken(input, { performed_at, local_day })) return refusal('already_checked_in');
  if (local_day < first_day) return refusal('mission_not_started');
  if (joined_at && performed_at < joined_at) return refusal('checkin_too_old');
  if (local_day > lastDay(first_day, duration_days)) return refusal('mission_ended');
  return { ok: true, day: local_day, performed_at };
}

/**
 * The day that a check-in counts for, on the member's own calendar, or the error code why it is refused: completed, in
 * the future, too old, already checked in, not started, ended, the first that applies; for yesterday closed and moved
 * come after too old, and before joining after not started. An ordinary check-in comes last by day; one that was made
 * earlier and one for yesterday may come between others, in the strict order of `isInOrder`. A check-in exactly 48
 * hours old or exactly 60 s in the future is accepted. Throws RangeError for an unknown zone. See
 * docs/rules.md#check-ins.
 */
export function checkinDay(input: CheckinDayInput): CheckinDay {
  if (input.completed) return refusal('mission_ended');
  const now = input.now.getTime();
  const slack = FUTURE_SLACK_SECONDS * SECOND_MS;
  const at = input.performed_at ?? input.now;
  const performed = at.getTime();
  if (performed > now + slack) return refusal('checkin_in_future');
  if (performed < now - OFFLINE_MAX_HOURS * HOUR_MS) return refusal('checkin_too_old');
  if (input.day === 'yesterday') return yesterdayAt(input, at);
  // Joining late earns nothing for the days before. The slack forgives a device's clock that runs behind.
  if (input.joined_at !== undefined && performed < input.joined_at.getTime() - slack) return refusal('checkin_too_old');

  const day = dayOf(at, input.zone);
  if (isTaken(input, { performed_at: at, local_day: day })) return refusal('already_checked_in');
  if (day < input.first_day) return refusal('mission_not_started');
  if (day > lastDay(input.first_day, input.duration_days)) return refusal('mission_ended');
  return { ok: true, day, performed_at: at };
}
