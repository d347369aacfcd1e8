import type { Tx } from '#platform/db/open.ts';
import { scheduleColumnsIn } from '../../../facts/asked-days.ts';
import { missionExcuses } from '../../../facts/excuses.ts';
import { type ComebackFacts, isComeback } from './decide.ts';

const MISSION_EXCUSES = missionExcuses({ mission: 'm', user: 'u' });

const SCHEDULE_COLUMNS = scheduleColumnsIn('m');

interface ArrivalRow extends ComebackFacts {
  id: string;
  day: string;
  is_comeback: boolean;
  rest_days: string[];
}

/** The member's check-in for `day`, if there is one, and the next one by day. */
const listArrivals = (tx: Tx, userId: string, missionId: string, day: string): Promise<ArrivalRow[]> =>
  tx.rows(
    `select c.id, c.local_day as day, c.is_comeback, c.previous_day, m.first_day, m.duration_days, ${SCHEDULE_COLUMNS},
       mb.joined_day, coalesce(mb.asks_from, mb.joined_day) as asks_from, u.timezone, ${MISSION_EXCUSES},
       array(select r.day::text from rest_days r where r.user_id = u.id and r.day >= m.first_day) as rest_days,
       (select json_agg(json_build_object('day', x.local_day, 'is_extra', x.is_extra)) from checkins x
        where x.mission_id = m.id and x.user_id = u.id) as recent
     from (
       select id, local_day, is_comeback, lag(local_day) over (order by local_day) as previous_day
       from checkins where user_id = $1 and mission_id = $2
     ) c, missions m join members mb on mb.mission_id = m.id join users u on u.id = mb.user_id
     where m.id = $2 and mb.user_id = $1 and c.local_day >= $3 order by c.local_day limit 2`,
    [userId, missionId, day],
  );

/**
 * Decides anew which check-ins are comebacks after one for `day` came before another one, or was taken back: those of
 * that day and the next one, so that every order of arriving ends alike. Returns whether the one for `day` is one. The
 * caller has locked the member and rebuilt the streaks.
 */
export async function decideComebacks(tx: Tx, userId: string, missionId: string, day: string): Promise<boolean> {
  const arrivals = (await listArrivals(tx, userId, missionId, day)).map((row) => ({
    ...row,
    decided: isComeback(row, row.day, row.rest_days),
  }));
  const changed = arrivals.filter(({ is_comeback, decided }) => is_comeback !== decided).map(({ id }) => id);
  if (changed.length > 0)
    await tx.rows('update checkins set is_comeback = not is_comeback where id = any($1)', [changed]);
  return arrivals.some((row) => row.day === day && row.decided);
}
