import * as z from 'zod/mini';
import { CHECKIN_TYPES, type CheckinType, earnedPoints } from '#domain/points.ts';
import { Id, Int } from '#platform/db/columns.ts';
import { namedValues } from '#platform/db/named-values.ts';
import type { Tx } from '#platform/db/open.ts';
import { firstRow } from '#platform/db/rows.ts';
import type { Authorized } from '#platform/http/authorized.ts';
import type { PhotoColumns } from '../photo/commands.ts';
import { earningDays } from '../record/read.ts';

/**
 * Locks the mission so that a completion happens before or after this transaction. Lock it before the user and the
 * member.
 */
export async function lockMissionForShare(tx: Tx, missionId: string): Promise<void> {
  await tx.rows('select from missions where id = $1 for share', [missionId]);
}

/**
 * Deletes a check-in with its reactions, comments, mentions and notifications. Stores its `client_id`, so a repeated
 * request does not record it again, and its ID for clients that mirror the feed. Expects locks on user and member; the
 * caller then saves standing and points.
 */
export async function deleteCheckin(tx: Tx, { id }: Authorized<{ id: string }, 'author'>, now: Date): Promise<void> {
  await tx.rows(
    `with removed as (
       delete from checkins where id = $1 returning id, mission_id, user_id, client_id
     ), remembered as (
       insert into taken_back (user_id, client_id, taken_back_at)
       select user_id, client_id, $2 from removed where client_id is not null on conflict do nothing
     )
     insert into deleted_checkins (checkin_id, mission_id, deleted_at) select id, mission_id, $2 from removed`,
    [id, now],
  );
}

const ExtraRow = z.object({ id: Id, type: z.enum(CHECKIN_TYPES), earning: Int });

/**
 * Lets the week's earliest extra check-in replace a removed one that counted, in a mission with times a week. The extra
 * check-in earns the points of its type unless ten others of its day did. Returns these points, or 0. Expects locks on
 * user and member.
 */
export async function countEarliestExtra(
  tx: Tx,
  removed: { mission_id: string; user_id: string; local_day: string },
): Promise<number> {
  const extra = await firstRow(
    tx,
    ExtraRow,
    `select c.id, c.type,
       (select count(*) from (${earningDays('c.user_id', 'c.local_day and c.local_day')}) e) as earning
     from checkins c join missions m on m.id = c.mission_id
     where m.id = $1 and m.schedule_kind = 'weekly' and c.user_id = $2 and c.is_extra
       and (c.local_day - m.first_day) / 7 = ($3::date - m.first_day) / 7
     order by c.id limit 1`,
    [removed.mission_id, removed.user_id, removed.local_day],
  );
  if (!extra) return 0;
  const points = earnedPoints(extra.type, { is_extra: false, earning: extra.earning });
  await tx.rows('update checkins set is_extra = false, points_earned = $2 where id = $1', [extra.id, points]);
  return points;
}

/** Turns a check-in into a tick without text and photo; the points do not change. */
export async function clearContent(tx: Tx, { id }: Authorized<{ id: string }, 'author'>, now: Date): Promise<void> {
  await tx.rows(
    `update checkins set type = 'tick', content = '', photo_key = null, photo_width = null, photo_height = null,
       photo_thumbhash = null, cleared_at = $2 where id = $1`,
    [id, now],
  );
}

interface EditedCheckin extends PhotoColumns {
  id: string;
  type: CheckinType;
  content: string;
  points_earned: number;
  edited_at: string;
}

const REPLACE = namedValues(
  `update checkins set type = :type, content = :content, points_earned = :points_earned, photo_key = :photo_key,
     photo_width = :photo_width, photo_height = :photo_height, photo_thumbhash = :photo_thumbhash,
     edited_at = :edited_at, cleared_at = null
   where id = :id`,
);

/** Stores an edited check-in. Expects locks on user and member. */
export async function replaceCheckin(tx: Tx, checkin: Authorized<EditedCheckin, 'editor'>): Promise<void> {
  await tx.rows(...REPLACE(checkin));
}
