import * as z from 'zod/mini';
import { dayOf } from '#domain/days.ts';
import { HABITS } from '#domain/missions.ts';
import { Day, Id, Instant, Int, Text } from '#platform/db/columns.ts';
import type { Queryable } from '#platform/db/open.ts';
import { AmountsColumns, amountsColumns, RecentAmounts, recentAmounts } from '../../../facts/amounts.ts';
import { Patch, ScheduleColumns } from '../../../facts/fields.ts';
import { leaderboardOrder } from '../../../facts/leaderboard.ts';
import { scheduleColumnsIn } from '../../../facts/missions.ts';
import { ownHabitOf } from '../../../facts/own-habits.ts';
import { PermissionFacts } from '../../missions/access.ts';

const ORDER_OF_LEADERS = leaderboardOrder({ mission: 'm', member: 'x' });

const DashboardRow = z.object({
  ...PermissionFacts.shape,
  ...ScheduleColumns.shape,
  ...AmountsColumns.shape,
  amounts: RecentAmounts,
  id: Id,
  title: Text,
  patch: z.nullable(Patch),
  description: Text,
  habit: z.enum(HABITS),
  own_habit: z.nullable(Text),
  start_date: Instant,
  timezone: Text,
  level_goal: z.nullable(Int),
  streak_goal: z.nullable(Int),
  reward_description: z.nullable(Text),
  owner_name: Text,
  member_count: Int,
  /** The IDs of the first three members, in their order. */
  leaders: z.array(Id),
  /** The leader's points. It is 0 without a ranking, which hides the leaderboard. */
  top_points: Int,
  points: Int,
  checkins_count: Int,
  streak_last_day: z.nullable(Day),
  reminder_asked_at: z.nullable(Instant),
});
export type DashboardRow = z.output<typeof DashboardRow>;

const LIST = `select m.id, m.title, m.patch, m.description, m.habit, ${ownHabitOf({ mission: 'm', member: 'mb' })} as own_habit, m.duration_days, m.first_day, m.timezone, m.start_date, m.end_date, m.owner_id, m.level_goal,
   m.streak_goal, m.reward_description, m.is_active, m.completed_at, mb.is_cohost, o.name as owner_name,
   mb.points, mb.checkins_count, mb.streak_last_day, mb.reminder_asked_at, ${scheduleColumnsIn('m')},
   ${amountsColumns('m')}, ${recentAmounts({ mission: 'm', user: '$1', today: '$2::date' })} as amounts,
   f.member_count, f.leaders, f.top_points
 from members mb join missions m on m.id = mb.mission_id join users o on o.id = m.owner_id,
 lateral (
   select count(*) as member_count, case when m.board = 'stars' then max(x.points) else 0 end as top_points,
     (array_agg(x.user_id order by ${ORDER_OF_LEADERS}))[1:3] as leaders
   from members x where x.mission_id = m.id and x.left_at is null
 ) f
 where mb.user_id = $1 and mb.left_at is null and m.is_active
 order by m.end_date, m.id`;

export const listOwnMissions = (db: Queryable, userId: string, now: Date): Promise<DashboardRow[]> =>
  db.rows(DashboardRow, LIST, [userId, dayOf(now, 'UTC')]);
