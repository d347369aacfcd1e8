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
  day: string;
  /** Whether the link was used before. */
  used: boolean;
  /** The operator has suspended the account; a link must not bypass that. */
  suspended: boolean;
}

/** The reminder of a check-in link; null once its row was deleted. */
export const findLink = (db: Queryable, id: string): Promise<LinkRow | null> =>
  firstRow<LinkRow>(
    db,
    `select s.id, s.user_id, s.mission_id, m.title as mission_title, m.patch, u.name, s.day,
       s.used_at is not null as used, u.suspended_at is not null as suspended
     from reminder_sends s join users u on u.id = s.user_id join missions m on m.id = s.mission_id where s.id = $1`,
    [id],
  );

/** Uses up the link; false when it was used before. A rollback makes it usable again when the check-in fails. */
export const claimReminderLink = (tx: Tx, id: string, now: Date): Promise<boolean> =>
  anyRow(tx, 'update reminder_sends set used_at = $2 where id = $1 and used_at is null returning id', [id, now]);
