import { dayOf } from '#domain/days.ts';
import type { ChosenPatch } from '#domain/patch-names.ts';
import type { ScheduleColumns } from '#domain/schedule.ts';
import type { Queryable } from '#platform/db/open.ts';
import { recentColumn, scheduleColumnsIn } from '../../../facts/asked-days.ts';
import { checkedDaysColumn } from '../../../facts/checked-days.ts';
import { leaderboardOrder } from '../../../facts/leaderboard.ts';
import {
  aheadColumn,
  type CheckedFacts,
  hasUserMoved,
  ownPositionDays,
  ownPositionsColumn,
  type PositionRow,
} from '../../../facts/positions.ts';
import type { MemberStreakRow } from '../../../facts/streaks.ts';
import type { PermissionFacts } from '../../missions/access.ts';

const SCHEDULE_COLUMNS = scheduleColumnsIn('m');
const RECENT = recentColumn({ mission: 'm', member: 'mb', today: '$2' });
const AHEAD = aheadColumn({ member: 'mb', moved: hasUserMoved('$1'), today: '$2' });
const ORDER_OF_LEADERS = leaderboardOrder({ mission: 'm', member: 'x' });

export interface DashboardRow extends PermissionFacts, ScheduleColumns, MemberStreakRow, Pick<CheckedFacts, 'ahead'> {
  id: string;
  title: string;
  patch: ChosenPatch | null;
  description: string;
  start_date: string;
  timezone: string;
  level_goal: number | null;
  streak_goal: number | null;
  reward_description: string | null;
  owner_name: string;
  member_count: number;
  /** The ids of the first three members, in their order. */
  leaders: string[];
  /** Points of the leader, 0 where there is no ranking: without any there is no leaderboard. */
  top_points: number;
  points: number;
  checkins_count: number;
  /** As `checkedDaysColumn` says. */
  days: string | null;
  reminder_asked_at: string | null;
  joined_at: string;
  positions: PositionRow[];
}

const LIST = `select m.id, m.title, m.patch, m.description, m.duration_days, m.first_day, m.timezone, m.start_date, m.end_date, m.owner_id, m.level_goal,
   m.streak_goal, m.reward_description, m.is_active, m.completed_at, mb.is_cohost, o.name as owner_name,
   mb.points, mb.checkins_count, ${checkedDaysColumn({ mission: 'm', member: 'mb' })}, mb.joined_day, mb.streak_days, mb.streak_last_day, mb.open_streak,
   ${SCHEDULE_COLUMNS}, ${RECENT}, ${AHEAD}, mb.joined_at, ${ownPositionsColumn({ member: 'mb', first: 3 })},
   mb.longest_streak, mb.reminder_asked_at, f.member_count, f.leaders, f.top_points
 from members mb join missions m on m.id = mb.mission_id join users o on o.id = m.owner_id,
 lateral (
   select count(*) as member_count, case when m.board = 'stars' then max(x.points) else 0 end as top_points,
     (array_agg(x.user_id order by ${ORDER_OF_LEADERS}))[1:3] as leaders
   from members x where x.mission_id = m.id and x.left_at is null
 ) f
 where mb.user_id = $1 and mb.left_at is null and m.is_active
 order by m.end_date, m.id`;

/** The running and ended missions of a user, with the first three members and the user's own counters. */
export const listOwnMissions = (
  db: Queryable,
  user: { id: string; timezone: string },
  now: Date,
): Promise<DashboardRow[]> => db.rows(LIST, [user.id, dayOf(now, 'UTC'), ...ownPositionDays(user, now)]);
