import { addDays, type LocalDay, weekdayOf } from '../days.ts';
import { DAILY_REMINDERS, UNANSWERED_REMINDERS_MAX } from '../limits.ts';

/**
 * Whether a reminder goes out on `day`, which wants one, after `unanswered` reminders in a row without a check-in. A day
 * wants one when a check-in is needed, or due on a weekday that the member chose. The first three come on each such day;
 * then they come once a week, on Monday or else on the first such day after it; after the eighth none comes. `isWanted`
 * tells whether an earlier day of the week wanted one. `claimDue`, which says it in SQL, is compared with this. See
 * docs/rules.md#coming-back.
 */
export function isReminderDay(unanswered: number, day: LocalDay, isWanted: (day: LocalDay) => boolean): boolean {
  if (unanswered < DAILY_REMINDERS) return true;
  if (unanswered >= UNANSWERED_REMINDERS_MAX) return false;
  for (let back = weekdayOf(day); back > 0; back -= 1) if (isWanted(addDays(day, -back))) return false;
  return true;
}
