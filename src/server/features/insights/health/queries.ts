import { addDays, dayOf } from '#domain/days.ts';
import type { Board } from '#domain/missions.ts';
import { datedSchedule, type ScheduleColumns } from '#domain/schedule.ts';
import { askedDaysOf, type CheckedDay, outcomesBetween } from '#domain/schedule-days.ts';
import type { Queryable } from '#platform/db/open.ts';
import { scheduleColumnsIn } from '../../../facts/asked-days.ts';
import { awayDays, type Excuses, missionExcuses, type OwnClock, takesYesterday } from '../../../facts/excuses.ts';
import { leaderboardOrder } from '../../../facts/leaderboard.ts';
import type { PersonRow } from '../../../facts/users.ts';

const MISSION_EXCUSES = missionExcuses({ mission: 'm', user: 'u' });
const ORDER = leaderboardOrder({ mission: 'm', member: 'mb' });

const SCHEDULE_COLUMNS = scheduleColumnsIn('m');

interface OwnedMember extends PersonRow, OwnClock {
  mission_id: string;
  title: string;
  board: Board;
}

interface Figures {
  recent_open: number;
  recent_checked: number;
  earlier_open: number;
  earlier_checked: number;
}

export type HealthRow = OwnedMember & Figures;

/** Length in days of the latest stretch, and of the one before it. */
const RECENT_DAYS = 7;
const EARLIER_DAYS = 14;

/** Members of the user's `limit` newest uncompleted missions. */
const listOwned = (db: Queryable, userId: string, limit: number): Promise<OwnedMember[]> =>
  db.rows(
    `select m.id as mission_id, m.title, u.id as user_id, u.name, u.avatar_key, u.look, u.timezone, u.moved_at, m.board
     from (select id, title, board from missions where owner_id = $1 and completed_at is null order by id desc limit $2) m
     join members mb on mb.mission_id = m.id and mb.left_at is null join users u on u.id = mb.user_id
     order by m.id desc, ${ORDER}`,
    [userId, limit],
  );

interface CountedRow extends ScheduleColumns, Figures {
  mission_id: string;
  user_id: string;
  /** The day with which the stretch ends, and the days of the mission since joining. */
  until: string;
  first_day: string;
  duration_days: number;
  joined_day: string;
  timezone: string;
  /** Yesterday while it accepts a check-in: a missed one is not over. */
  open_day: string | null;
  today: string;
  /** What all but plain daily figures are counted from: null in a daily mission for who was never away. */
  detail: { checkins: CheckedDay[]; excuses: Excuses } | null;
}

/** The days of a stretch that count, as they do in a share: the check-ins that the schedule asked for, and missed days. */
function countWanted(
  row: CountedRow,
  { checkins, excuses }: NonNullable<CountedRow['detail']>,
  from: string,
  to: string,
) {
  const pauses = awayDays(excuses, row.timezone, row.today);
  const asked = askedDaysOf(datedSchedule(row), { joined_day: row.joined_day, checkins, pauses });
  const extra = new Set(checkins.filter(({ is_extra }) => is_extra).map(({ day }) => day));
  const wanted = outcomesBetween(asked, pauses, from, to).filter(
    ({ day, state }) => (state === 'missed' && day !== row.open_day) || (state === 'checked' && !extra.has(day)),
  );
  return { open: wanted.length, checked: wanted.filter(({ state }) => state === 'checked').length };
}

function toFigures(row: CountedRow): Figures {
  if (row.detail === null) return row;
  const since = addDays(row.until, 1 - RECENT_DAYS);
  const recent = countWanted(row, row.detail, since, row.until);
  const earlier = countWanted(row, row.detail, addDays(since, -EARLIER_DAYS), addDays(since, -1));
  return {
    recent_open: recent.open,
    recent_checked: recent.checked,
    earlier_open: earlier.open,
    earlier_checked: earlier.checked,
  };
}

/**
 * For each member of the owned missions, the open and the checked days of the last 7 days and of the 14 before, on the
 * member's own calendar; open are the days that the schedule asked for. The stretch ends with today if it is checked, else
 * with yesterday, so an open day does not count against anybody.
 */
export async function listHealth(db: Queryable, userId: string, limit: number, now: Date): Promise<HealthRow[]> {
  const owned = await listOwned(db, userId, limit);
  const parameters = owned.map(({ mission_id, user_id, timezone, moved_at }) => ({
    mission_id,
    user_id,
    today: dayOf(now, timezone),
    open_day: takesYesterday({ timezone, moved_at }, now) ? addDays(dayOf(now, timezone), -1) : null,
  }));
  const counted = await db.rows<CountedRow>(
    `select a.mission_id, a.user_id, a.today, a.open_day, u.timezone, e.last as until, m.first_day, m.duration_days, ${SCHEDULE_COLUMNS}, mb.joined_day,
       case when m.schedule_kind <> 'daily' or a.open_day is not null or u.moved_at is not null
         or exists (select from pauses p where p.user_id = a.user_id) then (
         select json_build_object('excuses', d.excuses, 'checkins', coalesce((
           select json_agg(json_build_object('day', x.local_day, 'is_extra', x.is_extra)) from checkins x
           where x.mission_id = m.id and x.user_id = a.user_id
             and x.local_day > e.last - ${RECENT_DAYS + EARLIER_DAYS + 7}), '[]'))
         from (select ${MISSION_EXCUSES}) d) end as detail,
       greatest(0, least(e.last, b.last) - greatest(e.last - ${RECENT_DAYS - 1}, b.first) + 1) as recent_open,
       greatest(0, least(e.last - ${RECENT_DAYS}, b.last)
         - greatest(e.last - ${RECENT_DAYS + EARLIER_DAYS - 1}, b.first) + 1) as earlier_open,
       c.recent as recent_checked, c.earlier as earlier_checked
     from json_to_recordset($1) as a(mission_id uuid, user_id uuid, today date, open_day date)
     join users u on u.id = a.user_id
     join missions m on m.id = a.mission_id join members mb on mb.mission_id = m.id and mb.user_id = a.user_id
     cross join lateral (select greatest(m.first_day, mb.joined_day) as first,
       m.first_day + m.duration_days - 1 as last) b
     cross join lateral (select case when exists (select from checkins x where x.mission_id = m.id
       and x.user_id = a.user_id and x.local_day = a.today) then a.today else a.today - 1 end as last) e
     cross join lateral (select (count(*) filter (where k.local_day > e.last - ${RECENT_DAYS}))::int as recent,
       (count(*) filter (where k.local_day <= e.last - ${RECENT_DAYS}))::int as earlier
       from checkins k where k.mission_id = m.id and k.user_id = a.user_id
       and k.local_day between b.first and b.last and k.local_day between e.last - ${RECENT_DAYS + EARLIER_DAYS - 1} and e.last) c`,
    [JSON.stringify(parameters)],
  );
  const figures = new Map(counted.map((row) => [`${row.mission_id} ${row.user_id}`, row]));
  // The member may have left between the two queries.
  return owned.flatMap((member) => {
    const row = figures.get(`${member.mission_id} ${member.user_id}`);
    return row ? [{ ...member, ...toFigures(row) }] : [];
  });
}
