import { MINUTE_MS, SECOND_MS } from '#platform/lib/durations.ts';
import { CHECKIN_EDIT_MINUTES, SENT_AT_ONCE_SECONDS, SLOW_NETWORK_MINUTES } from './limits.ts';

/** Whether the author may still edit a check-in created at `created_at`: for one hour. See docs/rules.md#check-ins. */
export const canEditCheckin = (created_at: Date, now: Date): boolean =>
  now.getTime() < created_at.getTime() + CHECKIN_EDIT_MINUTES * MINUTE_MS;

/** Which of the member's days a check-in is for. */
export const CHECKIN_DAYS = ['today', 'yesterday'] as const;
export type CheckinDayName = (typeof CHECKIN_DAYS)[number];

/** How long the photo of an edit may take until it is stored. */
const EDIT_TAKES_MINUTES = 15;
/** What was made before this instant cannot have been edited at or after `since`. */
export const earliestEditable = (since: Date): Date =>
  new Date(since.getTime() - (CHECKIN_EDIT_MINUTES + EDIT_TAKES_MINUTES) * MINUTE_MS);

/** Who may hide a check-in from the other members. */
export const HIDERS = ['owner', 'operator'] as const;
export type Hider = (typeof HIDERS)[number];

/**
 * The instant that counts for a check-in whose headers came at `now`. `performed_at` and `sent_at` are readings of the
 * device's clock, when it was made and when this attempt to send it began. A clock that is wrong is wrong in both, so
 * only the time between the two is believed, unless the clock is right and the line was slow. Without `sent_at` the
 * clock is believed as it is. See docs/rules.md#check-ins.
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
  if (wasSentAtOnce && travelled >= 0 && travelled <= SLOW_NETWORK_MINUTES * MINUTE_MS) return performed_at;
  return new Date(now.getTime() - waited);
}
