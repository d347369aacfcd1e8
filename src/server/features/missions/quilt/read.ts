import { addDays, dayOf } from '#domain/days.ts';
import { isOpenBehind } from '#domain/streaks.ts';
import type { Queryable } from '#platform/db/open.ts';
import { findExcuses, takesYesterday } from '../../../facts/excuses.ts';
import { toOwnStreak } from '../../../facts/streaks.ts';
import { findCoveredBehind } from '../../streaks/public.ts';
import type { SquaresRow } from './queries.ts';

/** So many days before yesterday hold the check-in before a gap that rest days cover, days away included. */
const BACK_DAYS = 90;

/**
 * Returns the missed days before an open yesterday that rest days cover, by user. Only members who have checked in today
 * behind an open yesterday have any, so it asks for each of those.
 */
export async function listDaysBehind(
  db: Queryable,
  rows: readonly SquaresRow[],
  now: Date,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const found = new Map<string, readonly string[]>();
  for (const row of rows) {
    const today = dayOf(now, row.timezone);
    if (!isOpenBehind(row, today, takesYesterday(row, now))) continue;
    const excuses = await findExcuses(db, row.user_id, addDays(today, -BACK_DAYS));
    found.set(row.user_id, await findCoveredBehind(db, excuses, { ...toOwnStreak(row), id: row.user_id }, now));
  }
  return found;
}
