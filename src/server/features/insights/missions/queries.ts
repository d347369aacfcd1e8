import type { ChosenPatch } from '#domain/patch-names.ts';
import type { Queryable } from '#platform/db/open.ts';
import { recentColumn, scheduleColumnsIn } from '../../../facts/asked-days.ts';
import { checkedDaysColumn } from '../../../facts/checked-days.ts';
import type { ScheduledMission } from '../../../facts/due.ts';
import type { MemberStreakRow } from '../../../facts/streaks.ts';

const SCHEDULE_COLUMNS = scheduleColumnsIn('m');
const RECENT = recentColumn({ mission: 'm', member: 'mb', today: '$3' });

export interface MissionInsightRow extends ScheduledMission, MemberStreakRow {
  mission_id: string;
  title: string;
  patch: ChosenPatch | null;
  is_active: boolean;
  end_date: string;
  checkins: number;
  /** As `checkedDaysColumn` says. */
  days: string | null;
  points: number;
}

/** The user's missions, those that began last first, with the user's check-ins counted from the rows. */
export const listMissionInsights = (
  db: Queryable,
  userId: string,
  today: string,
  limit: number,
): Promise<MissionInsightRow[]> =>
  db.rows(
    `select m.id as mission_id, m.title, m.patch, m.is_active, m.end_date, m.completed_at, m.first_day, m.duration_days,
       ${SCHEDULE_COLUMNS}, ${RECENT}, mb.joined_day, mb.streak_days, mb.streak_last_day, mb.longest_streak, mb.open_streak,
       c.checkins, c.points, ${checkedDaysColumn({ mission: 'm', member: 'mb' })}
     from members mb join missions m on m.id = mb.mission_id
     cross join lateral (select count(*)::int as checkins, coalesce(sum(points_earned), 0)::int as points
       from checkins where mission_id = m.id and user_id = mb.user_id) c
     where mb.user_id = $1 and mb.left_at is null
     order by m.first_day desc, m.id desc limit $2`,
    [userId, limit, today],
  );
