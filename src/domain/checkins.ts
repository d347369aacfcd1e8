import type { LocalDay } from './days.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from './durations.ts';
import { CHECKIN_EDIT_MINUTES, SENT_AT_ONCE_SECONDS, SLOW_LINE_MINUTES, YESTERDAY_UNTIL_HOUR } from './limits.ts';
import { wallClock } from './zones.ts';

/** Whether the author may still edit a check-in created at `created_at`: for one hour. See docs/rules.md#check-ins. */
export const canEditCheckin = (created_at: Date, now: Date): boolean =>
  now.getTime() < created_at.getTime() + CHECKIN_EDIT_MINUTES * MINUTE_MS;

/** How long the photo of an edit may take until it is stored. */
const EDIT_TAKES_MINUTES = 15;
/** What was made before this instant cannot have been edited at or after `since`. */
export const earliestEditable = (since: Date): Date =>
  new Date(since.getTime() - (CHECKIN_EDIT_MINUTES + EDIT_TAKES_MINUTES) * MINUTE_MS);

/** Who may hide a check-in from the other members. */
export const HIDERS = ['owner', 'operator'] as const;
export type Hider = (typeof HIDERS)[number];

/** The streaks, in days, that are celebrated when a check-in reaches them. */
export const MILESTONE_STREAKS = [7, 30, 100, 365] as const;

/**
 * What a check-in is celebrated as, one thing at most: the user's first one of all, a comeback, or a streak of the user
 * over all missions that it brought to one of those lengths or past it, as one for yesterday may. A second one of a day
 * leaves the streak as it was `before`. After a gap that may still be closed, the streak up to the gap was celebrated
 * already: `open_streak` is one day longer than that.
 */
export function milestoneOf(checkin: {
  is_first: boolean;
  is_comeback: boolean;
  before: { streak_days: number; open_streak: number | null };
  streak_days: number;
}): { kind: 'first' | 'comeback' } | { kind: 'streak'; days: (typeof MILESTONE_STREAKS)[number] } | null {
  if (checkin.is_first) return { kind: 'first' };
  if (checkin.is_comeback) return { kind: 'comeback' };
  const { streak_days, open_streak } = checkin.before;
  const celebrated = Math.max(streak_days, (open_streak ?? 1) - 1);
  const days = MILESTONE_STREAKS.findLast((length) => celebrated < length && length <= checkin.streak_days);
  return days === undefined ? null : { kind: 'streak', days };
}

/** Which of the member's days a check-in is for. */
export const CHECKIN_DAYS = ['today', 'yesterday'] as const;
export type CheckinDayName = (typeof CHECKIN_DAYS)[number];

/** Whether a clock in `zone` shows a time before noon: until then the day before can be checked in. */
export const isBeforeYesterdayCloses = (at: Date, zone: string): boolean =>
  Math.floor(wallClock(at, zone) / HOUR_MS) % 24 < YESTERDAY_UNTIL_HOUR;

/** Where a check-in stands among the others of its member in its mission. */
export type CheckinPosition = { performed_at: Date; local_day: LocalDay };

/**
 * Whether a new check-in keeps the strict order of a member's check-ins in a mission: whatever was made earlier counts
 * for an earlier day. So no change of zone or clock yields two for one day or for one instant.
 */
export const isInOrder = (position: CheckinPosition, others: readonly CheckinPosition[]): boolean =>
  others.every((other) => {
    const distance = other.performed_at.getTime() - position.performed_at.getTime();
    return distance < 0 ? other.local_day < position.local_day : distance > 0 && other.local_day > position.local_day;
  });

/**
 * The instant that counts for a check-in whose headers came at `now`. `performed_at` and `sent_at` are readings of the
 * device's clock, when it was made and when this attempt to send it began. A clock that is wrong is wrong in both, so
 * only the time between the two is believed, unless the clock is right and the line was slow. Without `sent_at` the
 * clock is believed as it is. See docs/rules.md#check-ins-made-earlier.
 */
export function checkinInstant(times: {
  now: Date;
  performed_at?: Date | undefined;
  sent_at?: Date | undefined;
}): Date {
  const { now, performed_at, sent_at } = times;
  if (!performed_at) return now;
  if (!sent_at) return performed_at;
  const waited = sent_at.getTime() - performed_at.getTime();
  // The clock was set back in between.
  if (waited < 0) return now;
  const travelled = now.getTime() - sent_at.getTime();
  const wasSentAtOnce = waited <= SENT_AT_ONCE_SECONDS * SECOND_MS;
  if (wasSentAtOnce && travelled >= 0 && travelled <= SLOW_LINE_MINUTES * MINUTE_MS) return performed_at;
  return new Date(now.getTime() - waited);
}
