import { type DayBits, packDays } from '#domain/day-bits.ts';
import { DURATION_MAX } from '#domain/limits.ts';
import type { Queryable } from '../../../db/open.ts';
import { type Excuses, missionExcuses } from '../../../facts/excuses.ts';
import { leaderboardOrder } from '../../../facts/leaderboard.ts';
import { daysHold } from '../../../facts/positions.ts';

const DAYS_HOLD = daysHold({ mission: 'm', member: 'mb' });
const ORDER = leaderboardOrder({ mission: 'm', member: 'mb' });

const MISSION_EXCUSES = missionExcuses({ mission: 'm', user: 'u' });

export interface SquaresRow {
  user_id: string;
  name: string;
  timezone: string;
  joined_day: string;
  /** The checked days of the mission, and the user's rest days within it. */
  days: DayBits;
  rest_days: DayBits;
  excuses: Excuses;
}

/** A row as it is read: a bit string has a '1' for each day; null without any. */
interface ReadRow extends Omit<SquaresRow, 'days' | 'rest_days'> {
  /** The stored days where they hold, and otherwise null. */
  stored_days: DayBits | null;
  counted_days: string | null;
  rest_days: string | null;
}

/** Days of mission `m` as one bit string from its first day on. */
const bitsOf = (day: string) => `bit_or(b'1'::bit(${DURATION_MAX}) >> (${day} - m.first_day))::text`;
const inMission = (day: string) => `${day} >= m.first_day and ${day} < m.first_day + m.duration_days`;

/** The stored days where they hold and all lie within mission `m`: not those after an end that was moved. */
const ARE_STORED = `(${DAYS_HOLD} and mb.streak_last_day < m.first_day + m.duration_days)`;

/**
 * The squares of the quilt in the order of the leaderboard. The check-ins of a member are read only where the stored
 * days do not hold: their number would make the answer slower from day to day.
 */
export async function listQuilt(db: Queryable, missionId: string): Promise<SquaresRow[]> {
  const rows = await db.read<ReadRow>(
    `select mb.user_id, u.name, u.timezone, mb.joined_day,
       case when ${ARE_STORED} then rtrim(encode(mb.checked_days, 'hex'), '0') end as stored_days,
       case when mb.checkins_count > 0 and not ${ARE_STORED} then (
         select ${bitsOf('c.local_day')} from checkins c
         where c.mission_id = mb.mission_id and c.user_id = mb.user_id and ${inMission('c.local_day')}
       ) end as counted_days,
       (select ${bitsOf('r.day')} from rest_days r where r.user_id = mb.user_id and ${inMission('r.day')}) as rest_days,
       ${MISSION_EXCUSES}
     from members mb join users u on u.id = mb.user_id join missions m on m.id = mb.mission_id
     where mb.mission_id = $1 and mb.left_at is null
     order by ${ORDER}`,
    [missionId],
  );
  return rows.map(({ stored_days, counted_days, ...row }) => ({
    ...row,
    days: stored_days ?? packDays(counted_days ?? ''),
    rest_days: packDays(row.rest_days ?? ''),
  }));
}
