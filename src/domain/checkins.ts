import { MINUTE_MS, SECOND_MS } from '#platform/lib/durations.ts';
import { CHECKIN_EDIT_MINUTES, SENT_AT_ONCE_SECONDS, SLOW_NETWORK_MINUTES } from './limits.ts';

/** Returns true while the author may edit a check-in: for one hour (docs/rules.md#check-ins). */
export const canEditCheckin = (created_at: Date, now: Date): boolean =>
  now.getTime() < created_at.getTime() + CHECKIN_EDIT_MINUTES * MINUTE_MS;

export const CHECKIN_DAYS = ['today', 'yesterday'] as const;
export type CheckinDayName = (typeof CHECKIN_DAYS)[number];

/** How long the photo of an edit can take until it is stored. */
const EDIT_TAKES_MINUTES = 15;
/** Returns the creation time before which a check-in cannot have been edited at or after `since`. */
export const earliestEditable = (since: Date): Date =>
  new Date(since.getTime() - (CHECKIN_EDIT_MINUTES + EDIT_TAKES_MINUTES) * MINUTE_MS);

export const HIDERS = ['owner', 'operator'] as const;
export type Hider = (typeof HIDERS)[number];

/**
 * Returns the instant that counts for a check-in whose headers arrived at `now`. `performed_at` and `sent_at` are
 * readings of the device's clock: when it was made and when this attempt to send it started. A wrong clock is equally
 * wrong in both, so only their difference counts. `performed_at` itself counts without `sent_at`, or if the check-in
 * was sent immediately on a slow network (docs/rules.md#check-ins).
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
