import { type CheckinType, earnedPoints } from '#domain/points.ts';
import { namedValues } from '#platform/db/named-values.ts';
import type { Tx } from '#platform/db/open.ts';
import type { Authorized } from '#platform/http/authorized.ts';
import type { PhotoColumns } from '../photo/commands.ts';
import type { NewCheckin } from '../record/decide.ts';
import { earningDays } from '../record/read.ts';

/** Makes a completion of the mission come before or after this transaction. Locked before the user and the member. */
export async function lockAgainstCompletion(tx: Tx, missionId: string): Promise<void> {
  await tx.rows('select from missions where id = $1 for share', [missionId]);
}

/**
 * Deletes a check-in, and with it its reactions, comments, mentions and notifications, and takes its points from the
 * member and the user. Its `client_id` is remembered, so that a repeated request does not record it again, and its id, so
 * that those who store the feed are told. The caller has locked the user and the member, and rebuilds the streaks afterwards.
 */
export async function deleteCheckin(tx: Tx, { id }: Authorized<{ id: string }, 'author'>, now: Date): Promise<void> {
  await tx.rows(
    `with removed as (
       delete from checkins where id = $1 returning id, mission_id, user_id, client_id, points_earned, is_extra
     ), remembered as (
       insert into taken_back (user_id, client_id, taken_back_at)
       select user_id, client_id, $2 from removed where client_id is not null on conflict do nothing
     ), told as (
       insert into deleted_checkins (checkin_id, mission_id, deleted_at) select id, mission_id, $2 from removed
     ), member as (
       update members mb set points = mb.points - r.points_earned, checkins_count = mb.checkins_count - 1,
         checked_days = null, extra_checkins = mb.extra_checkins - r.is_extra::int
       from removed r where mb.mission_id = r.mission_id and mb.user_id = r.user_id
     )
     update users u set points = u.points - r.points_earned from removed r where u.id = r.user_id`,
    [id, now],
  );
}

/**
 * In a mission with times a week, one that counted leaves its place to the earliest extra check-in of the same week,
 * which earns its points now, unless ten others of its day do; does nothing where there is none. The caller has locked the user and the member.
 */
export async function countEarliestExtra(
  tx: Tx,
  removed: { mission_id: string; user_id: string; local_day: string },
): Promise<void> {
  const [extra] = await tx.rows<{ id: string; type: CheckinType; earning: number }>(
    `select c.id, c.type,
       (select count(*) from (${earningDays('c.user_id', 'c.local_day and c.local_day')}) e) as earning
     from checkins c join missions m on m.id = c.mission_id
     where m.id = $1 and m.schedule_kind = 'weekly' and c.user_id = $2 and c.is_extra
       and (c.local_day - m.first_day) / 7 = ($3::date - m.first_day) / 7
     order by c.id limit 1`,
    [removed.mission_id, removed.user_id, removed.local_day],
  );
  if (!extra) return;
  await tx.rows(
    `with counted as (
       update checkins set is_extra = false, points_earned = $2 where id = $1 returning mission_id, user_id
     ), member as (
       update members mb set points = mb.points + $2, extra_checkins = mb.extra_checkins - 1
       from counted c where mb.mission_id = c.mission_id and mb.user_id = c.user_id
     )
     update users u set points = u.points + $2 from counted c where u.id = c.user_id`,
    [extra.id, earnedPoints(extra.type, { is_extra: false, earning: extra.earning })],
  );
}

/** Makes a check-in a tick without words and photo; the points stay those that it earned. */
export async function clearContent(tx: Tx, { id }: Authorized<{ id: string }, 'author'>, now: Date): Promise<void> {
  await tx.rows(
    `update checkins set type = 'tick', content = '', photo_key = null, photo_width = null, photo_height = null,
       photo_thumbhash = null, cleared_at = $2 where id = $1`,
    [id, now],
  );
}

interface EditedCheckin extends Pick<NewCheckin, 'id' | 'type' | 'content' | 'points_earned'>, PhotoColumns {
  edited_at: string;
}

const REPLACE = namedValues(
  `with edited as (
     update checkins set type = :type, content = :content, points_earned = :points_earned, photo_key = :photo_key,
       photo_width = :photo_width, photo_height = :photo_height, photo_thumbhash = :photo_thumbhash,
       edited_at = :edited_at, cleared_at = null
     where id = :id returning mission_id, user_id
   ), member as (
     update members mb set points = mb.points + :points_change from edited e
     where mb.mission_id = e.mission_id and mb.user_id = e.user_id
   )
   update users u set points = u.points + :points_change from edited e where u.id = e.user_id`,
);

/**
 * Stores an edited check-in and adds the change of its points to the member and the user. The caller has locked both.
 */
export async function replaceCheckin(
  tx: Tx,
  checkin: Authorized<EditedCheckin, 'editor'>,
  points_change: number,
): Promise<void> {
  await tx.rows(...REPLACE({ ...checkin, points_change }));
}
