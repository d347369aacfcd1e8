import { addDays, dayOf, type LocalDay, startOfHour, weekdayOf } from './days.ts';
import { HOUR_MS } from './durations.ts';
import { DIGEST_HOUR, DIGEST_LATE_HOURS } from './limits.ts';

const SUNDAY = 6;

/**
 * The Monday of the week whose digest may go out at `now`, or null: on Sunday at 18:00 of a clock in `zone`, and up to
 * three hours later after a stop of the server, so never in the quiet time. Decisions 6.
 */
export function digestWeek(zone: string, now: Date): LocalDay | null {
  const day = dayOf(now, zone);
  if (weekdayOf(day) !== SUNDAY) return null;
  const late = now.getTime() - startOfHour(day, DIGEST_HOUR, zone).getTime();
  return late >= 0 && late < DIGEST_LATE_HOURS * HOUR_MS ? addDays(day, -SUNDAY) : null;
}
