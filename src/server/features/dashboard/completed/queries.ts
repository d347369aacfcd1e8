import * as z from 'zod/mini';
import { HISTORY_MAX } from '#domain/limits.ts';
import { BOARDS } from '#domain/missions.ts';
import { Bool, Id, Instant, Int, Text } from '#platform/db/columns.ts';
import type { Queryable } from '#platform/db/open.ts';
import { Patch } from '../../../facts/fields.ts';
import { leaderboardOrder } from '../../../facts/leaderboard.ts';
import { PersonRow } from '../../../facts/users.ts';

const ORDER_OF_LEADERS = leaderboardOrder({ mission: 'own', member: 'mb' });

/** The number of members whose names a completed mission shows. */
const NAMED = 10;

const NamedMember = z.extend(PersonRow, {
  points: Int,
  checkins_count: Int,
  /** Check-ins that count, and these plus missed days. Both are 0 before they are first saved. */
  counted: Int,
  planned: Int,
});
export type NamedMember = z.output<typeof NamedMember>;

const CompletedRow = z.object({
  id: Id,
  title: Text,
  patch: z.nullable(Patch),
  description: Text,
  duration_days: Int,
  completed_at: Instant,
  reward_description: z.nullable(Text),
  points: Int,
  checkins_count: Int,
  board: z.enum(BOARDS),
  owner_id: Id,
  is_cohost: Bool,
  /** Whether its next round was started. */
  has_next: Bool,
  /** The number of the user's completed missions. */
  total: Int,
  member_count: Int,
  /** The user, and the ten leaders or, without a ranking, the ten who joined first. */
  named: z.array(NamedMember),
  open_count: Int,
  /** The first ten members who wait for their reward. */
  waiting: z.nullable(z.array(NamedMember)),
});
export type CompletedRow = z.output<typeof CompletedRow>;

/** Lists the user's latest completed missions, with leaders and members who wait for a reward. */
export const listCompleted = (db: Queryable, userId: string): Promise<CompletedRow[]> =>
  db.rows(
    CompletedRow,
    `with own as (
       select m.id, m.title, m.patch, m.description, m.duration_days, m.completed_at, m.reward_description,
         m.board, m.owner_id, mb.points, mb.checkins_count,
         mb.is_cohost, count(*) over () as total
       from members mb join missions m on m.id = mb.mission_id
       where mb.user_id = $1 and mb.left_at is null and m.completed_at is not null
       order by m.completed_at desc, m.id desc limit ${HISTORY_MAX}
     )
     select own.*, f.*, exists (select from missions n where n.previous_id = own.id) as has_next
     from own, lateral (
       select count(*) as member_count,
         json_agg(x.shown order by x.rank) filter (where x.rank <= ${NAMED} or x.user_id = $1) as named,
         count(*) filter (where x.waits) as open_count,
         (array_agg(x.shown order by x.rank) filter (where x.waits))[1:${NAMED}] as waiting
       from (
         select r.*, case when r.rank <= ${NAMED} or r.user_id = $1 or r.waits then (
           select json_build_object('user_id', u.id, 'name', u.name, 'avatar_key', u.avatar_key, 'look', u.look, 'points', r.points,
             'checkins_count', r.checkins_count, 'counted', r.counted, 'planned', r.planned) from users u where u.id = r.user_id) end as shown
         from (
           select mb.user_id, mb.points, mb.checkins_count, mb.counted, mb.planned,
             mb.reward_earned and mb.reward_done_at is null as waits,
             row_number() over (order by ${ORDER_OF_LEADERS}) as rank
           from members mb where mb.mission_id = own.id and mb.left_at is null
         ) r
       ) x
     ) f
     order by own.completed_at desc, own.id desc`,
    [userId],
  );
