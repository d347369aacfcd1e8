import { digestDay, digestDays } from '#domain/digest.ts';
import type { ChosenPatch } from '#domain/patch-names.ts';
import type { Queryable, Tx } from '#platform/db/open.ts';
import { firstRow } from '#platform/db/rows.ts';
import { scheduleColumnsIn } from '../../facts/asked-days.ts';
import { isPausedOn, type ScheduledMission } from '../../facts/due.ts';
import { type Excuses, excusesColumn, hasMoved } from '../../facts/excuses.ts';
import { type Addressee, type AddressSettings, languageColumns, provenAddress } from '../../facts/users.ts';

/** Marks weekly mails as sent for at most `limit` users and returns their ids; the key gives each to one instance. */
export async function claimDigests(
  tx: Tx,
  config: AddressSettings,
  due: readonly { zone: string; week: string }[],
  limit: number,
): Promise<{ user_id: string; week: string }[]> {
  return tx.rows(
    `insert into digest_sends (user_id, week)
     select s.user_id, due.week from unnest($1::text[], $2::date[], $3::date[]) as due (zone, week, day)
     join users u on u.timezone = due.zone and u.suspended_at is null and ${provenAddress(config, 'u')}
     join user_settings s on s.user_id = u.id and s.weekly_digest
     where not ${isPausedOn('s.user_id', 'due.day')}
       and not exists (select from digest_sends sent where sent.user_id = s.user_id and sent.week = due.week)
     order by s.user_id limit $4
     on conflict do nothing returning user_id, week`,
    [due.map(({ zone }) => zone), due.map(({ week }) => week), due.map(({ week }) => digestDay(week)), limit],
  );
}

/** Deletes the marks of weeks before `week`. */
export async function forgetDigests(db: Queryable, week: string): Promise<void> {
  await db.rows('delete from digest_sends where week < $1', [week]);
}

export interface Reader extends Addressee {
  name: string;
  email: string;
  timezone: string;
  excuses: Excuses;
}

/**
 * The reader of a weekly mail; null when the user no longer wants it, is suspended, is on a break on the Monday when it
 * goes out, or has an unproved address.
 */
export async function findReader(
  db: Queryable,
  config: AddressSettings,
  userId: string,
  week: string,
): Promise<Reader | null> {
  const zones = { since: '$3::date', when: hasMoved('u') };
  return firstRow<Reader>(
    db.rows,
    `select u.name, u.email, u.timezone, ${languageColumns('u')}, ${excusesColumn('u.id', null, zones)}
     from users u join user_settings s on s.user_id = u.id
     where u.id = $1 and s.weekly_digest and u.suspended_at is null and ${provenAddress(config, 'u')}
       and not ${isPausedOn('u.id', '$2::date')}`,
    [userId, digestDay(week), digestDays(week).from_day],
  );
}

export interface DigestMissionRow extends ScheduledMission {
  mission_id: string;
  title: string;
  patch: ChosenPatch | null;
  joined_day: string;
  checkins: { day: string; is_extra: boolean; points: number }[];
}

/** The missions that the user is in with what the weekly mail of a week may tell of them, in the order of their making. */
export async function listDigestMissions(db: Queryable, userId: string, week: string): Promise<DigestMissionRow[]> {
  const { from_day, to_day } = digestDays(week);
  return db.rows(
    `select n.id as mission_id, n.title, n.patch, ${scheduleColumnsIn('n')}, n.first_day, n.duration_days,
       n.completed_at, x.joined_day, coalesce(c.checkins, '[]') as checkins
     from members x join missions n on n.id = x.mission_id
     cross join lateral (select json_agg(json_build_object(
         'day', k.local_day, 'is_extra', k.is_extra, 'points', k.points_earned) order by k.local_day) as checkins
       from checkins k where k.mission_id = n.id and k.user_id = x.user_id and k.local_day between $2 and $3) c
     where x.user_id = $1 and x.left_at is null
       and (c.checkins is not null or (n.first_day <= $3 and n.first_day + n.duration_days > $2))
     order by n.id`,
    [userId, from_day, to_day],
  );
}
