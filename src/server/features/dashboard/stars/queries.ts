import * as z from 'zod/mini';
import { Day, Int } from '#platform/db/columns.ts';
import type { Queryable } from '#platform/db/open.ts';
import { PersonRow } from '../../../facts/users.ts';

/** A person on a mission card, with their leaderboard values if they are on it. */
const StarRow = z.extend(PersonRow, {
  points: z.nullable(Int),
  /** Computed only for people who are not leaders; the leaders' ranks follow from their points. */
  rank: z.nullable(Int),
  week: z.nullable(z.array(z.object({ day: Day, points: Int }))),
});
export type StarRow = z.output<typeof StarRow>;

/**
 * Lists people by ID. For people who are `shown` on the leaderboard of a ranked mission, includes their total points
 * and the points of each day since `since`.
 */
export const listPeople = (
  db: Queryable,
  ids: readonly string[],
  board: { mission_id: string; leaders: readonly string[]; shown: readonly string[] } | null,
  since: string,
): Promise<StarRow[]> =>
  db.rows(
    StarRow,
    `select u.id as user_id, u.name, u.avatar_key, u.look, star.points, star.rank, star.week
     from users u left join lateral (
       select mb.points, coalesce((
         select json_agg(json_build_object('day', c.local_day, 'points', c.points_earned))
         from checkins c where c.mission_id = $2 and c.user_id = u.id and c.local_day >= $5), '[]') as week,
         case when not u.id = any ($4) then (
           select count(*) + 1 from members x
           where x.mission_id = $2 and x.left_at is null and x.points > mb.points) end as rank
       from members mb join missions m on m.id = mb.mission_id and m.board = 'stars'
       -- Inside the member's lookup, because a separate condition on u.id would be tested after computing all columns.
       where mb.mission_id = $2 and mb.user_id = (case when u.id = any ($3) then u.id end) and mb.left_at is null
     ) star on true
     where u.id = any ($1)`,
    [ids, board?.mission_id ?? null, board?.shown ?? [], board?.leaders ?? [], since],
  );
