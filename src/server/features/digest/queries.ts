import * as z from 'zod/mini';
import { digestDay } from '#domain/digest.ts';
import { Day, Id, Int, Text } from '#platform/db/columns.ts';
import type { Queryable, Tx } from '#platform/db/open.ts';
import { firstRow } from '#platform/db/rows.ts';
import { Patch } from '../../facts/fields.ts';
import { Addressee, type AddressSettings, languageColumns, provenAddress } from '../../facts/users.ts';
import { pausedOnSql } from '../../life/public.ts';

const ClaimedDigest = z.object({ user_id: Id, week: Day });

/** Marks weekly mails as sent for up to `limit` users and returns them; the key gives each to one instance. */
export async function claimDigests(
  tx: Tx,
  config: AddressSettings,
  due: readonly { zone: string; week: string }[],
  limit: number,
): Promise<z.output<typeof ClaimedDigest>[]> {
  return tx.rows(
    ClaimedDigest,
    `insert into digest_sends (user_id, week)
     select s.user_id, due.week from unnest($1::text[], $2::date[], $3::date[]) as due (zone, week, day)
     join users u on u.timezone = due.zone and u.suspended_at is null and ${provenAddress(config, 'u')}
     join user_settings s on s.user_id = u.id and s.weekly_digest
     where not ${pausedOnSql('s.user_id', 'due.day')}
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

const Reader = z.extend(Addressee, { name: Text, email: Text, timezone: Text });
export type Reader = z.output<typeof Reader>;

/**
 * Finds the reader of a weekly mail. Null if the user no longer wants it, is suspended, is on a break on its Monday, or
 * has an unproved address.
 */
export async function findReader(
  db: Queryable,
  config: AddressSettings,
  userId: string,
  week: string,
): Promise<Reader | null> {
  return firstRow(
    db,
    Reader,
    `select u.name, u.email, u.timezone, ${languageColumns('u')}
     from users u join user_settings s on s.user_id = u.id
     where u.id = $1 and s.weekly_digest and u.suspended_at is null and ${provenAddress(config, 'u')}
       and not ${pausedOnSql('u.id', '$2::date')}`,
    [userId, digestDay(week)],
  );
}

const DigestMissionRow = z.object({
  mission_id: Id,
  title: Text,
  patch: z.nullable(Patch),
  points: Int,
});
export type DigestMissionRow = z.output<typeof DigestMissionRow>;

export const listDigestMissions = (
  db: Queryable,
  userId: string,
  wanted: readonly { mission_id: string; checked: readonly string[] }[],
): Promise<DigestMissionRow[]> =>
  db.rows(
    DigestMissionRow,
    `select m.id as mission_id, m.title, m.patch, (select coalesce(sum(c.points_earned), 0) from checkins c
       where c.mission_id = m.id and c.user_id = $1 and c.local_day = any (wanted.checked)) as points
     from json_to_recordset($2) as wanted (mission_id uuid, checked date[]) join missions m on m.id = wanted.mission_id
     order by m.id`,
    [userId, JSON.stringify(wanted)],
  );
