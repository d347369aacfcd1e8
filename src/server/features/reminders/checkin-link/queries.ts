import type { Queryable, Tx } from '#platform/db/open.ts';
import { anyRow, firstRow, type Row } from '#platform/db/rows.ts';
import type { missions } from '../../../schema/missions.ts';

export interface LinkRow {
  id: string;
  user_id: string;
  mission_id: string;
  mission_title: string;
  patch: Row<typeof missions>['patch'];
  name: string;
  timezone: string;
  moved_at: string | null;
  day: string;
  /** The day is checked, by this link or otherwise. */
  checked_in: boolean;
  /** The mission was completed, or the member has left. */
  over: boolean;
  /** The last day of the mission. */
  last_day: string;
  /** The operator has suspended the account; a link must not bypass that. */
  suspended: boolean;
}

/** The reminder of a check-in link; null once its row was deleted. */
export const findLink = (db: Queryable, id: string): Promise<LinkRow | null> =>
  firstRow<LinkRow>(
    db.rows,
    `select s.id, s.user_id, s.mission_id, m.title as mission_title, m.patch, u.name, u.timezone, u.moved_at, s.day,
       s.used_at is not null or exists (select from checkins c
         where c.mission_id = s.mission_id and c.user_id = s.user_id and c.local_day = s.day) as checked_in,
       m.completed_at is not null or mb.left_at is not null as over,
       m.first_day + m.duration_days - 1 as last_day,
       u.suspended_at is not null as suspended
     from reminder_sends s join users u on u.id = s.user_id join missions m on m.id = s.mission_id
     join members mb on mb.mission_id = s.mission_id and mb.user_id = s.user_id where s.id = $1`,
    [id],
  );

/** Uses up the link; false when it was used before. A rollback makes it usable again when the check-in fails. */
export const takeLink = (tx: Tx, id: string, now: Date): Promise<boolean> =>
  anyRow(tx.rows, 'update reminder_sends set used_at = $2 where id = $1 and used_at is null returning id', [id, now]);
