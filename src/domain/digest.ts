import { addDays, dayOf, type LocalDay, startOfHour, weekdayOf } from './days.ts';
import { HOUR_MS } from './durations.ts';
import { DIGEST_HOUR, DIGEST_LATE_HOURS } from './limits.ts';

const SUNDAY = 6;

/**
 * The Monday of the week whose digest may go out at `now`, or null. It is due on Sunday at 18:00 in `zone` and, after a
 * server outage, up to three hours later, which is before the quiet hours. Throws RangeError for an unknown zone.
 */
export function digestWeek(zone: string, now: Date): LocalDay | null {
  const day = dayOf(now, zone);
  if (weekdayOf(day) !== SUNDAY) return null;
  const late = now.getTime() - startOfHour(day, DIGEST_HOUR, zone).getTime();
  return late >= 0 && late < DIGEST_LATE_HOURS * HOUR_MS ? addDays(day, -SUNDAY) : null;
}
