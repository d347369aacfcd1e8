import { floorId } from '#platform/db/ids.ts';
import type { Queryable } from '#platform/db/open.ts';
import { anyRow } from '#platform/db/rows.ts';
import { IS_LISTED, MINE, ownRows, readerValues } from './queries.ts';

/**
 * Marks all of a user's notifications as read, and check-ins by moving the instant up to which they are read. Locks the
 * user's row first, like every command. Keeps marks of check-ins more than a day ahead, which that instant does not
 * reach.
 */
export async function markAllRead(db: Queryable, userId: string, now: Date): Promise<void> {
  await db.rows(
    `with seen as (
       update users set checkins_seen_at = greatest(checkins_seen_at, $2) where id = $1 and deleted_at is null returning id
     ), unmarked as (
       delete from checkin_reads where user_id = (select id from seen)
         and checkin_id < uuid7_floor($2::timestamptz + interval '1 day')
     )
     update notifications set read_at = $2 where user_id = (select id from seen) and read_at is null`,
    [userId, now],
  );
}

/**
 * Marks one notification as read, by the ID of its row or of the check-in. False if the list could not show it to the
 * user. Reading a row again keeps the first time.
 */
export const markRead = (db: Queryable, userId: string, id: string, now: Date): Promise<boolean> =>
  anyRow(
    db,
    `with ${MINE}, own as (
       update notifications set read_at = coalesce(read_at, $4)
       where id = (select n.id from ${ownRows('and id = $5')}) returning id
     ), other as (
       select c.id, c.id >= m.unread_since as is_new from checkins c join mine m on ${IS_LISTED}
       where c.id = $5 for key share of c
     ), marked as (
       insert into checkin_reads (user_id, checkin_id) select $1, id from other where is_new on conflict do nothing
     )
     select id from own union all select id from other`,
    [...readerValues(userId, now), id],
  );

/**
 * Marks check-ins made at `since` or later as read by all other members; returns the number of marks. A clock that was
 * ahead made them, and reading the bell would not reach them.
 */
export async function markAheadRead(db: Queryable, since: Date): Promise<number> {
  const rows = await db.rows(
    `insert into checkin_reads (user_id, checkin_id)
     select mb.user_id, c.id from checkins c join members mb on mb.mission_id = c.mission_id
     where c.id >= $1 and mb.user_id <> c.user_id and mb.left_at is null
     on conflict do nothing returning 1`,
    [floorId(since)],
  );
  return rows.length;
}
