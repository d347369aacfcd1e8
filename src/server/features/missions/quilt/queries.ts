import * as z from 'zod/mini';
import { Text } from '#platform/db/columns.ts';
import type { Queryable } from '#platform/db/open.ts';
import { leaderboardOrder } from '../../../facts/leaderboard.ts';
import { MEMBER_TABLES, MemberLifeRow, memberLifeColumns } from '../../../life/public.ts';

const SquaresRow = z.extend(MemberLifeRow, { name: Text });
export type SquaresRow = z.output<typeof SquaresRow>;

const LIST = `select ${memberLifeColumns({ now: '$2', whole: 'e.at <= $2' })}, u.name
   from ${MEMBER_TABLES} where mb.mission_id = $1 and mb.left_at is null
   order by ${leaderboardOrder({ mission: 'm', member: 'mb' })}`;

export const listQuilt = (db: Queryable, missionId: string, now: Date): Promise<SquaresRow[]> =>
  db.rows(SquaresRow, LIST, [missionId, now]);
