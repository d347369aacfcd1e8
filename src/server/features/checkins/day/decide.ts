import { type CheckinDayName, checkinDay } from '#domain/checkin-day.ts';
import { checkinInstant } from '#domain/checkins.ts';
import { addDays, dayOf } from '#domain/days.ts';
import { FUTURE_SLACK_SECONDS, OFFLINE_MAX_HOURS } from '#domain/limits.ts';
import { fail } from '#platform/http/errors.ts';
import { HOUR_MS, SECOND_MS } from '#platform/lib/durations.ts';
import { type PositionRow, toPositions } from '../../../facts/positions.ts';

/** When a check-in was made, as its sender says. */
export interface SenderTime {
  /** Instants by the device's clock: when it was made, and when the request left. */
  performed_at?: string | undefined;
  sent_at?: string | undefined;
  day?: CheckinDayName | undefined;
}

/** What the day of a check-in depends on, of its member, mission and user. */
export interface DayFacts {
  first_day: string;
  duration_days: number;
  completed: boolean;
  joined_at: string;
  member_streak_last_day: string | null;
  timezone: string;
  /** When the user last changed the time zone. */
  moved_at: string | null;
  /** Only for a check-in that may come between others. */
  positions?: PositionRow[];
}

/** The instant that counts for a check-in whose request came at `arrived_at`; undefined for one that is made now. */
function instantOf({ performed_at, sent_at }: SenderTime, arrived_at: Date): Date | undefined {
  if (performed_at === undefined) return undefined;
  return checkinInstant({
    now: arrived_at,
    performed_at: new Date(performed_at),
    sent_at: sent_at === undefined ? undefined : new Date(sent_at),
  });
}

/** The day that a check-in will probably be for; what is read is for this day. One that is too old will be refused. */
export function expectedDay(time: SenderTime, zone: string, arrived_at: Date): string {
  const at = instantOf(time, arrived_at) ?? arrived_at;
  const isNear = Math.abs(at.getTime() - arrived_at.getTime()) <= OFFLINE_MAX_HOURS * HOUR_MS;
  const today = dayOf(isNear ? at : arrived_at, zone);
  return time.day === 'yesterday' ? addDays(today, -1) : today;
}

/**
 * Whether a check-in may come between others of its member. An ordinary one is made now and comes last, unless the zone
 * has changed since its request came or a minute before: only that can give an instant before the last one a later day.
 */
export function canComeBetween(
  { performed_at, day }: SenderTime,
  { moved_at }: Pick<DayFacts, 'moved_at'>,
  arrived_at: Date,
): boolean {
  if (performed_at !== undefined || day === 'yesterday') return true;
  return moved_at !== null && Date.parse(moved_at) >= arrived_at.getTime() - FUTURE_SLACK_SECONDS * SECOND_MS;
}

/** Ends the request for a check-in whose day is taken. */
function refuseTaken({ day }: SenderTime, isAhead: boolean): never {
  if (day === 'yesterday') return fail('already_checked_in', { exact: 'checked_in_for_yesterday' });
  return fail('already_checked_in', isAhead ? { exact: 'checked_in_ahead' } : {});
}

/** The day that a check-in counts for on the member's own clock, and its instant (docs/rules.md#check-ins). */
export function requireDay(facts: DayFacts, time: SenderTime, arrived_at: Date): { day: string; performed_at: Date } {
  const counted = checkinDay({
    now: arrived_at,
    performed_at: instantOf(time, arrived_at),
    day: time.day,
    joined_at: new Date(facts.joined_at),
    zone: facts.timezone,
    zone_changed_at: facts.moved_at === null ? null : new Date(facts.moved_at),
    first_day: facts.first_day,
    duration_days: facts.duration_days,
    completed: facts.completed,
    member_last_day: facts.member_streak_last_day,
    others: facts.positions && toPositions(facts.positions),
  });
  if (counted.ok) return counted;
  if (counted.code !== 'already_checked_in') return fail(counted.code);
  const last = facts.member_streak_last_day;
  return refuseTaken(time, last !== null && last > dayOf(arrived_at, facts.timezone));
}
