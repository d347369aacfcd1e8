import type { ScheduleColumns } from '#domain/schedule.ts';
import type { Queryable } from '#platform/db/open.ts';
import { scheduleColumnsIn } from '../../facts/asked-days.ts';
import { checkedDaysColumn } from '../../facts/checked-days.ts';
import { type TallyRow, tallyOf } from '../../facts/due.ts';
import { missionExcuses } from '../../facts/excuses.ts';
import { type Addressee, languageColumns, languageOf } from '../../facts/users.ts';
import type { SharedFigures } from '../../pictures/share-picture.ts';
import type { Shared } from './public.ts';

const MISSION_EXCUSES = missionExcuses({ mission: 'm', user: 'u' });

const SCHEDULE_COLUMNS = scheduleColumnsIn('m');

type OwnFigures = Omit<SharedFigures, 'is_daily' | 'counted_checkins' | 'planned_days' | 'language'>;

interface SharedRow extends OwnFigures, ScheduleColumns, TallyRow, Addressee {
  first_day: string;
  duration_days: number;
}

/** Null if the mission or the account was deleted, or the member has left. */
export async function findSharedCompletion(
  db: Queryable,
  { mission_id, user_id }: Shared,
  now: Date,
): Promise<SharedFigures | null> {
  const [row] = await db.rows<SharedRow>(
    `select m.id as mission_id, m.title, m.patch, m.first_day, m.duration_days, ${SCHEDULE_COLUMNS}, m.completed_at, mb.points,
       mb.checkins_count, ${checkedDaysColumn({ mission: 'm', member: 'mb' })}, mb.longest_streak,
       mb.joined_day, u.timezone, ${languageColumns('u')}, ${MISSION_EXCUSES}
     from members mb join missions m on m.id = mb.mission_id join users u on u.id = mb.user_id
     where mb.mission_id = $1 and mb.user_id = $2 and mb.left_at is null`,
    [mission_id, user_id],
  );
  if (!row) return null;
  const { counted_checkins, planned_days } = tallyOf(row, row, now);
  // Fields are listed, as they are all that the picture's etag depends on.
  return {
    language: languageOf(row),
    mission_id: row.mission_id,
    title: row.title,
    patch: row.patch,
    is_daily: row.schedule_kind === 'daily',
    completed_at: row.completed_at,
    points: row.points,
    checkins_count: row.checkins_count,
    counted_checkins,
    planned_days,
    longest_streak: row.longest_streak,
  };
}
