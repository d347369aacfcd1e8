import { DURATION_MAX } from '#domain/limits.ts';
import type { PausedDays } from '#domain/pauses.ts';
import type { Queryable } from '../../db/open.ts';
import { pausesColumn } from '../streaks/public.ts';
import { leaderboardOrder } from './public.ts';

export interface SquaresRow {
  user_id: string;
  name: string;
  timezone: string;
  joined_day: string;
  /** A bit string with a '1' for each checked day of the mission; null without any. */
  days: string | null;
  rest_days: string | null;
  /** The member's breaks within the mission. */
  pauses: PausedDays[];
}

/** Days of mission `m` as one bit string from its first day on. */
const bitsOf = (day: string) => `bit_or(b'1'::bit(${DURATION_MAX}) >> (${day} - m.first_day))::text`;
const inMission = (day: string) => `${day} >= m.first_day and ${day} < m.first_day + m.duration_days`;

/**
 * The squares of the quilt in the order of the leaderboard: each member's checked days, and the user's rest days within
 * the mission.
 */
export const listQuilt = (db: Queryable, missionId: string): Promise<SquaresRow[]> =>
  db.rows(
    `with sewn as (
       select c.user_id, ${bitsOf('c.local_day')} as days from checkins c join missions m on m.id = c.mission_id
       where c.mission_id = $1 and ${inMission('c.local_day')} group by c.user_id
     )
     select mb.user_id, u.name, u.timezone, mb.joined_day, sewn.days,
       (select ${bitsOf('r.day')} from rest_days r where r.user_id = mb.user_id and ${inMission('r.day')}) as rest_days,
       ${pausesColumn('mb.user_id', 'm.first_day', 'm.first_day + m.duration_days - 1')}
     from members mb join users u on u.id = mb.user_id join missions m on m.id = mb.mission_id
     left join sewn on sewn.user_id = mb.user_id
     where mb.mission_id = $1 and mb.left_at is null
     order by ${leaderboardOrder()}`,
    [missionId],
  );
