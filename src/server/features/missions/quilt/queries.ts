import type { Queryable } from '#platform/db/open.ts';
import { leaderboardOrder } from '../../../facts/leaderboard.ts';
import { MEMBER_TABLES, type MemberLifeRow, memberLifeColumns } from '../../../life/public.ts';

export interface SquaresRow extends MemberLifeRow {
  name: string;
}

const LIST = `select ${memberLifeColumns({ now: '$2', whole: 'e.at <= $2' })}, u.name
   from ${MEMBER_TABLES} where mb.mission_id = $1 and mb.left_at is null
   order by ${leaderboardOrder({ mission: 'm', member: 'mb' })}`;

/** Reads the members with their lives, in the order of the leaderboard. */
export const listQuilt = (db: Queryable, missionId: string, now: Date): Promise<SquaresRow[]> =>
  db.rows(LIST, [missionId, now]);
