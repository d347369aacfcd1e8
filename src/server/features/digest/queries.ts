import { DIGEST_MISSIONS } from '#domain/limits.ts';
import type { ScheduleColumns } from '#domain/schedule.ts';
import type { Queryable, Tx } from '../../db/open.ts';
import { type AddressSettings, provenAddress } from '../profile/public.ts';
import { type Excuses, excusesColumn, isPausedOn } from '../streaks/public.ts';
import { SCHEDULE_COLUMNS } from '../streaks/public-plans.ts';

/** SQL: whether the user is on a break on the Sunday of the week that begins on the day `week`. */
const restsIn = (userId: string, week: string) => isPausedOn(userId, `${week} + 6`);

/** Marks weekly mails as sent for at most `limit` users and returns their ids; the key gives each to one instance. */
export async function claimDigests(
  tx: Tx,
  config: AddressSettings,
  due: readonly { zone: string; week: string }[],
  limit: number,
): Promise<{ user_id: string; week: string }[]> {
  return tx.rows(
    `insert into digest_sends (user_id, week)
     select s.user_id, due.week from unnest($1::text[], $2::date[]) as due (zone, week)
     join users u on u.timezone = due.zone and u.suspended_at is null and ${provenAddress(config)}
     join user_settings s on s.user_id = u.id and s.weekly_digest
     where not ${restsIn('s.user_id', 'due.week')}
       and not exists (select from digest_sends sent where sent.user_id = s.user_id and sent.week = due.week)
     order by s.user_id limit $3
     on conflict do nothing returning user_id, week`,
    [due.map(({ zone }) => zone), due.map(({ week }) => week), limit],
  );
}

/** Deletes the marks of weeks before `week`. */
export async function forgetDigests(db: Queryable, week: string): Promise<void> {
  await db.rows('delete from digest_sends where week < $1', [week]);
}

export interface Reader {
  name: string;
  email: string;
  timezone: string;
}

/**
 * The reader of a weekly mail; null when the user no longer wants it, is suspended, is on a break that Sunday or has an
 * unproved address.
 */
export async function findReader(
  db: Queryable,
  config: AddressSettings,
  userId: string,
  week: string,
): Promise<Reader | null> {
  const [row] = await db.rows<Reader>(
    `select u.name, u.email, u.timezone from users u join user_settings s on s.user_id = u.id
     where u.id = $1 and s.weekly_digest and u.suspended_at is null and ${provenAddress(config)}
       and not ${restsIn('u.id', '$2::date')}`,
    [userId, week],
  );
  return row ?? null;
}

export interface WeekRow extends ScheduleColumns {
  mission_id: string;
  title: string;
  /** Checked days of the week, and days of it that the mission has. */
  days: string[];
  /** How many of the checked days were beyond the schedule. */
  extra_days: number;
  first_day: string;
  last_day: string;
  joined_day: string;
  points: number;
  excuses: Excuses;
}

/** The missions that the user was in during the seven days from `week` on, those with most checked days first. */
export const listWeek = (db: Queryable, userId: string, week: string): Promise<WeekRow[]> =>
  db.rows(
    `select m.id as mission_id, m.title, m.first_day, m.first_day + m.duration_days - 1 as last_day,
       mb.joined_day, count(*) filter (where c.is_extra)::int as extra_days, ${SCHEDULE_COLUMNS}, ${excusesColumn('$1', null, { since: 'm.first_day', when: 'true' })},
       coalesce(array_agg(c.local_day::text order by c.local_day) filter (where c.id is not null), '{}') as days,
       coalesce(sum(c.points_earned), 0)::int as points
     from members mb join missions m on m.id = mb.mission_id
     left join checkins c on c.mission_id = m.id and c.user_id = $1 and c.local_day between $2::date and $2::date + 6
     where mb.user_id = $1 and mb.left_at is null and m.first_day <= $2::date + 6
       and m.first_day + m.duration_days > $2::date
     group by m.id, mb.joined_day order by count(c.id) desc, m.id limit ${DIGEST_MISSIONS}`,
    [userId, week],
  );
