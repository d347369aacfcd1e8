import { HISTORY_MAX } from '#domain/limits.ts';
import type { Board } from '#domain/missions.ts';
import type { ChosenPatch } from '#domain/patch-names.ts';
import type { ScheduleColumns } from '#domain/schedule.ts';
import type { Queryable } from '#platform/db/open.ts';
import { scheduleColumnsIn } from '../../../facts/asked-days.ts';
import { checkedDays } from '../../../facts/checked-days.ts';
import type { TallyRow } from '../../../facts/due.ts';
import { excusesOf, hasMoved } from '../../../facts/excuses.ts';
import { leaderboardOrder } from '../../../facts/leaderboard.ts';
import type { PersonRow } from '../../../facts/users.ts';

const SCHEDULE_COLUMNS = scheduleColumnsIn('m');
const ORDER_OF_LEADERS = leaderboardOrder({ mission: 'own', member: 'mb' });
const EXCUSES = excusesOf('u.id', null, { since: 'own.first_day', when: hasMoved('u') });

/** How many members of a completed mission are named. */
const NAMED = 10;

interface NamedMember extends PersonRow, TallyRow {
  points: number;
}

export interface CompletedRow extends ScheduleColumns {
  id: string;
  title: string;
  patch: ChosenPatch | null;
  description: string;
  first_day: string;
  duration_days: number;
  completed_at: string;
  reward_description: string | null;
  points: number;
  checkins_count: number;
  board: Board;
  owner_id: string;
  is_cohost: boolean;
  /** Whether its next round has begun. */
  has_next: boolean;
  /** Completed missions of the user. */
  total: number;
  member_count: number;
  /** The ten leaders, or those who joined first where there is no ranking, and the user. */
  named: NamedMember[];
  open_count: number;
  /** The first ten who are waiting for their reward. */
  waiting: NamedMember[] | null;
}

/** The user's most recently completed missions, with their leaders and those who are waiting for a reward. */
export const listCompleted = (db: Queryable, userId: string): Promise<CompletedRow[]> =>
  db.rows(
    `with own as (
       select m.id, m.title, m.patch, m.description, m.duration_days, m.completed_at, m.reward_description, m.first_day,
         m.board, m.owner_id, ${SCHEDULE_COLUMNS}, mb.points, mb.checkins_count,
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
             'days', ${checkedDays({ mission: 'own', member: 'r' })}, 'joined_day', r.joined_day, 'timezone', u.timezone,
             'excuses', ${EXCUSES}) from users u where u.id = r.user_id) end as shown
         from (
           select mb.user_id, mb.points, mb.joined_day, mb.checkins_count, mb.streak_last_day, mb.checked_days, mb.checked_days_from,
             mb.reward_earned and mb.reward_done_at is null as waits,
             row_number() over (order by ${ORDER_OF_LEADERS}) as rank
           from members mb where mb.mission_id = own.id and mb.left_at is null
         ) r
       ) x
     ) f
     order by own.completed_at desc, own.id desc`,
    [userId],
  );
