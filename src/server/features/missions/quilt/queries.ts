import * as z from 'zod/mini';
import { Day, Int, Text } from '#platform/db/columns.ts';
import type { Queryable } from '#platform/db/open.ts';
import { hundredthsSql } from '../../../facts/amounts.ts';
import { leaderboardOrder } from '../../../facts/leaderboard.ts';
import { MEMBER_TABLES, MemberLifeRow, memberLifeColumns } from '../../../life/public.ts';

const SquaresRow = z.extend(MemberLifeRow, {
  name: Text,
  /** Only in the viewer's own row, and only where something is counted. */
  amounts: z.nullable(z.array(z.object({ day: Day, hundredths: Int }))),
});
export type SquaresRow = z.output<typeof SquaresRow>;

const LIST = `select ${memberLifeColumns({ now: '$2', whole: 'e.at <= $2' })}, u.name,
     case when mb.user_id = $3 and m.unit is not null then coalesce((
       select json_agg(json_build_object('day', a.local_day, 'hundredths', ${hundredthsSql('a.amount')})) from day_amounts a
       where a.mission_id = mb.mission_id and a.user_id = mb.user_id), '[]'::json) end as amounts
   from ${MEMBER_TABLES} where mb.mission_id = $1 and mb.left_at is null
   order by ${leaderboardOrder({ mission: 'm', member: 'mb' })}`;

/** Lists the members with their lives, in leaderboard order, and the viewer's own amounts. */
export const listQuilt = (db: Queryable, missionId: string, viewerId: string, now: Date): Promise<SquaresRow[]> =>
  db.rows(SquaresRow, LIST, [missionId, now, viewerId]);
