import { dayNumber } from '#domain/days.ts';
import type { Day } from '#domain/life.ts';
import { isReminderDay, wantsReminder } from '#domain/reminders.ts';
import { standing } from '#domain/standing.ts';
import type { Queryable } from '#platform/db/open.ts';
import { readPairs } from '../../../life/public.ts';
import type { Candidate } from './queries.ts';

/** The hour does not change what is due and needed on a day. */
const HOUR = 12;

/** Returns the candidates whose day needs a reminder now, given their unanswered reminders. */
export async function listWanted(db: Queryable, candidates: readonly Candidate[], now: Date): Promise<Candidate[]> {
  const members = await readPairs(db, candidates, now);
  const lives = new Map(members.map(({ user_id, mission_id, life }) => [`${user_id} ${mission_id}`, life]));
  return candidates.filter(({ user_id, mission_id, day, days, unanswered }) => {
    const life = lives.get(`${user_id} ${mission_id}`);
    const isWanted = (today: Day): boolean => {
      const found = life && standing(life, { today, hour: HOUR }).missions.get(mission_id);
      return found !== undefined && wantsReminder(found, days, today);
    };
    const today = dayNumber(day);
    return isWanted(today) && isReminderDay(unanswered, today, isWanted);
  });
}
