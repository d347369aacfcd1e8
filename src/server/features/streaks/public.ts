import { addDays, dayOf } from '#domain/days.ts';
import { coveredBehind, isOpenBehind, type UserStreak } from '#domain/streaks.ts';
import type { Queryable } from '#platform/db/open.ts';
import { bridgedFrom, type Excuses, type OwnStreak, takesYesterday } from '../../facts/excuses.ts';

/**
 * The missed days that rest days cover as long as yesterday is open behind a checked today; `excuses` are those since the
 * last check-in before it.
 */
export async function findCoveredBehind(
  db: Queryable,
  excuses: Excuses,
  user: OwnStreak & UserStreak & { id: string },
  now: Date,
): Promise<string[]> {
  const today = dayOf(now, user.timezone);
  if (!isOpenBehind(user, today, takesYesterday(user, now))) return [];
  const yesterday = addDays(today, -1);
  const [row] = await db.rows<{ day: string | null }>(
    `select greatest((select max(local_day) from checkins where user_id = $1 and local_day < $2),
       (select max(day) from archived_days where user_id = $1 and day < $2)) as day`,
    [user.id, yesterday],
  );
  if (!row?.day) return [];
  const bridged = bridgedFrom(excuses, user.timezone, { since: row.day, until: yesterday });
  return coveredBehind(user, row.day, (day) => bridged.has(day));
}

/** Before the first day of any mission. */
export const BEFORE_ALL = '1970-01-08';
