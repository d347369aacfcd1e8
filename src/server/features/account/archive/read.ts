import { dayText } from '#domain/days.ts';
import { REST } from '#domain/outcomes.ts';
import type { Queryable } from '#platform/db/open.ts';
import { readStanding } from '../../../life/public.ts';

/** Lists the days that rest days saved in the user's own streak, which no table stores. */
export async function listSavedDays(db: Queryable, userId: string, now: Date): Promise<string[]> {
  const { from, states } = (await readStanding(db, userId, now)).found.days;
  return Array.from(states, (state, at) => (state === REST ? [dayText(from + at)] : [])).flat();
}
