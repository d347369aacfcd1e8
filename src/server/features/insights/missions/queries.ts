import * as z from 'zod/mini';
import { Bool, Id, Instant, Int, Text } from '#platform/db/columns.ts';
import type { Queryable } from '#platform/db/open.ts';
import { Patch } from '../../../facts/fields.ts';

const MissionInsightRow = z.object({
  mission_id: Id,
  title: Text,
  patch: z.nullable(Patch),
  is_active: Bool,
  end_date: Instant,
  completed_at: z.nullable(Instant),
  checkins: Int,
  points: Int,
});
export type MissionInsightRow = z.output<typeof MissionInsightRow>;

/** Latest start first. */
export const listMissionInsights = (db: Queryable, userId: string, limit: number): Promise<MissionInsightRow[]> =>
  db.rows(
    MissionInsightRow,
    `select m.id as mission_id, m.title, m.patch, m.is_active, m.end_date, m.completed_at, c.checkins, c.points
     from members mb join missions m on m.id = mb.mission_id
     cross join lateral (select count(*)::int as checkins, coalesce(sum(points_earned), 0)::int as points
       from checkins where mission_id = m.id and user_id = mb.user_id) c
     where mb.user_id = $1 and mb.left_at is null
     order by m.first_day desc, m.id desc limit $2`,
    [userId, limit],
  );
