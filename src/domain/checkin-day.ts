import { HOUR_MS, SECOND_MS } from '#platform/lib/durations.ts';
import type { CheckinDayName } from './checkins.ts';
import { addDays, dayOf, type LocalDay, startOfDay } from './days.ts';
import { FUTURE_SLACK_SECONDS, OFFLINE_MAX_HOURS } from './limits.ts';
import { lastDay } from './missions.ts';
import { type YesterdayRefusal, yesterdayRefusal } from './yesterday.ts';

/** Where a check-in stands among the others of its member in its mission. */
export type CheckinPosition = { performed_at: Date; local_day: LocalDay };

/**
 * Whether a new check-in keeps the strict order of a member's check-ins in a mission: whatever was made earlier counts
 * for an earlier day. So no change of zone or clock yields two for one day or for one instant.
 */
const isInOrder = (position: CheckinPosition, others: readonly CheckinPosition[]): boolean =>
  others.every((other) => {
    const distance = other.performed_at.getTime() - position.performed_at.getTime();
    return distance < 0 ? other.local_day < position.local_day : distance > 0 && other.local_day > position.local_day;
  });

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
  | YesterdayRefusal;

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

/** A check-in for the day before the own day at the instant `at`; it counts as made at the end of that day. */
function yesterdayAt(input: CheckinDayInput, at: Date): CheckinDay {
  const { zone, zone_changed_at, joined_at, first_day, duration_days } = input;
  const closed = yesterdayRefusal(at, zone, zone_changed_at);
  if (closed !== null) return refusal(closed);
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
