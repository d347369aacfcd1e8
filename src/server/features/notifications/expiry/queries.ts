import { READ_NOTIFICATION_DAYS, UNREAD_NOTIFICATION_DAYS } from '#domain/retention.ts';
import { Int } from '#platform/db/columns.ts';
import { floorId } from '#platform/db/ids.ts';
import type { Queryable } from '#platform/db/open.ts';
import { onlyValue } from '#platform/db/rows.ts';
import { daysBefore } from '#platform/lib/durations.ts';

/**
 * Deletes up to `limit` notifications read at least 30 days ago or unread for 90 days; returns the number. IDs sort by
 * time, so the primary key finds the old ones.
 */
export function purgeOld(db: Queryable, now: Date, limit: number): Promise<number> {
  const readSince = daysBefore(now, READ_NOTIFICATION_DAYS);
  return onlyValue(
    db,
    Int,
    `with gone as (
       delete from notifications where id = any(array(
         select id from notifications where id < $1 and (read_at <= $2 or id < $3) limit $4
       )) returning id
     )
     select count(*) as count from gone`,
    [floorId(readSince), readSince, floorId(daysBefore(now, UNREAD_NOTIFICATION_DAYS)), limit],
  );
}

/** Deletes up to `limit` marks of check-ins that left the bell, read or not; returns the number. */
export async function purgeMarks(db: Queryable, now: Date, limit: number): Promise<number> {
  const rows = await db.rows(
    `delete from checkin_reads where (user_id, checkin_id) in (
       select user_id, checkin_id from checkin_reads where checkin_id < $1 limit $2
     ) returning user_id`,
    [floorId(daysBefore(now, UNREAD_NOTIFICATION_DAYS)), limit],
  );
  return rows.length;
}
