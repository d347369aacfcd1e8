import { type DayBits, daysIn } from '#domain/day-bits.ts';
import { addDays, dayOf, earlierDay } from '#domain/days.ts';
import { type ScheduleColumns, scheduleOf } from '#domain/schedule.ts';
import type { MembershipDays } from '#domain/schedule-days.ts';

/** SQL for the columns of ScheduleColumns; `mission` is the alias of the missions. */
export const scheduleColumnsIn = (mission: string): string =>
  `${mission}.schedule_kind, ${mission}.schedule_times, ${mission}.schedule_days`;

/** What a mission asks, or an ended membership asked, of a user; `days` are the checked days of an archived one. */
export interface AskedDaysRow extends ScheduleColumns, Omit<MembershipDays, 'schedule'> {
  completed_at: string | null;
  days: DayBits | null;
}

/** The aliases of missions and their members. */
type Membership = Record<'mission' | 'member', string>;

/** SQL: the day of joining or of the last return. While somebody is away, no mission is still to begin. */
export const inSince = (member: string): string => `coalesce(${member}.asks_from, ${member}.joined_day)`;

/** SQL: the first day on which the mission asks something of the member. */
export const asksFrom = ({ mission, member }: Membership): string =>
  `greatest(${mission}.first_day, ${inSince(member)})`;

/** SQL: the last day on which the mission asks something of the member. */
export const asksTo = ({ mission, member }: Membership): string =>
  `least(${mission}.first_day + ${mission}.duration_days - 1, ${member}.left_day)`;

const ASKING = { mission: 'n', member: 'x' };

/**
 * SQL for AskedDaysRow[]: everything that asked something of the user after the day `since`, which are the missions
 * that the user is or was in, and archived ones. Of a daily mission only the last checked day is read, as only the state
 * of today depends on it. The arguments are SQL; null where `since` is.
 */
export const askedDaysColumn = (user: string, since: string): string =>
  `case when ${since} is not null then (
    select coalesce(json_agg(p), '[]') from (
      select ${scheduleColumnsIn('n')}, n.first_day, ${inSince('x')} as joined_day,
        ${asksFrom(ASKING)} as from_day, ${asksTo(ASKING)} as to_day, n.completed_at, null as days,
        x.left_at is null and n.completed_at is null as is_running,
        case when n.schedule_kind = 'daily' then array_remove(array[x.streak_last_day], null) else
          array(select c.local_day from checkins c where c.mission_id = n.id and c.user_id = ${user}
            and c.local_day > ${since} - 7) end as checked
      from members x join missions n on n.id = x.mission_id where x.user_id = ${user} and ${asksTo(ASKING)} > ${since}
      union all
      select ${scheduleColumnsIn('a')}, a.first_day, a.joined_day, a.from_day, a.to_day, null, a.days, false, '{}'
      from archived_asked_days a where a.user_id = ${user} and a.to_day > ${since}
    ) p) end`;

/**
 * The last day on which a mission asks something of somebody in `zone`: of a completed mission none from the day of its
 * completion on, on which a check-in may be refused.
 */
export const asksUntil = (
  { to_day, completed_at }: Pick<AskedDaysRow, 'to_day' | 'completed_at'>,
  zone: string,
): string => (completed_at === null ? to_day : earlierDay(to_day, addDays(dayOf(new Date(completed_at), zone), -1)));

/** What missions asked of somebody in `zone`, as the rules look at it. */
export const toAskedDays = (rows: readonly AskedDaysRow[], zone: string): MembershipDays[] =>
  rows.map(({ days, ...row }) => ({
    ...row,
    schedule: scheduleOf(row),
    to_day: asksUntil(row, zone),
    checked: days === null ? row.checked : daysIn(days, row.first_day),
  }));

/**
 * SQL for a column `recent` (CheckedDay[]): the member's check-ins of the weeks that still matter on the day `today`
 * (at most a day off), which are those of that week and of the week of the day `last`, that of the last check-in unless
 * it says another one. Daily missions need none. `mission` and `member` are aliases, the days are SQL.
 */
export const recentColumn = ({
  mission,
  member,
  today,
  last = `${member}.streak_last_day`,
}: Membership & { today: string; last?: string }): string =>
  `case when ${mission}.schedule_kind = 'daily' then '[]' else coalesce((
     select json_agg(json_build_object('day', c.local_day, 'is_extra', c.is_extra)) from checkins c
     where c.mission_id = ${mission}.id and c.user_id = ${member}.user_id
       and c.local_day > least(${last}, ${today}::date) - 9), '[]') end as recent`;
