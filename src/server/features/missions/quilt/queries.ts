import { type DayBits, packDays } from '#domain/day-bits.ts';
import type { Queryable } from '#platform/db/open.ts';
import { bitsOf, checkedDaysColumn, isInMission, toDayBits } from '../../../facts/checked-days.ts';
import { leaderboardOrder } from '../../../facts/leaderboard.ts';
import { addAskedDays, type MemberStreakRow, type OwnStreakRow, teamCounterColumns } from '../../../facts/streaks.ts';

const ORDER = leaderboardOrder({ mission: 'm', member: 'mb' });

const COUNTERS = teamCounterColumns({ mission: 'm', member: 'mb', user: 'u' });

export interface SquaresRow
  extends OwnStreakRow,
    Pick<MemberStreakRow, 'joined_day' | 'streak_last_day' | 'open_streak'> {
  user_id: string;
  name: string;
  /** The checked days of the mission, and the rest days within it that the user spent. */
  days: DayBits;
  rest_days: DayBits;
}

/** A row as it is read: `days` as `checkedDaysColumn` says, `rest_days` a bit string with a '1' for each day; null without any. */
interface ReadRow extends Omit<SquaresRow, 'days' | 'rest_days'> {
  days: string | null;
  rest_days: string | null;
}

/** The squares of the quilt in the order of the leaderboard. */
export async function listQuilt(db: Queryable, missionId: string, now: Date): Promise<SquaresRow[]> {
  const rows = await db.rows<ReadRow>(
    `select mb.user_id, u.name, ${COUNTERS},
       ${checkedDaysColumn({ mission: 'm', member: 'mb' })},
       (select ${bitsOf('m', 'r.day')} from rest_days r
         where r.user_id = mb.user_id and ${isInMission('m', 'r.day')}) as rest_days
     from members mb join users u on u.id = mb.user_id join missions m on m.id = mb.mission_id
     where mb.mission_id = $1 and mb.left_at is null
     order by ${ORDER}`,
    [missionId],
  );
  await addAskedDays(db, rows, now);
  return rows.map((row) => ({
    ...row,
    days: toDayBits(row.days),
    rest_days: packDays(row.rest_days ?? ''),
  }));
}
