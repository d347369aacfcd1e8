import * as z from 'zod/mini';
import { Bool, Day, Id, Text } from '#platform/db/columns.ts';
import type { Queryable, Tx } from '#platform/db/open.ts';
import { anyRow, firstRow } from '#platform/db/rows.ts';
import { Patch } from '../../../facts/fields.ts';

const LinkRow = z.object({
  id: Id,
  user_id: Id,
  mission_id: Id,
  mission_title: Text,
  patch: z.nullable(Patch),
  name: Text,
  day: Day,
  /** Whether the link was used before. */
  used: Bool,
  /** The operator suspended the account; a link must not bypass that. */
  suspended: Bool,
});
export type LinkRow = z.output<typeof LinkRow>;

/** Returns null if the row of the link was deleted. */
export const findLink = (db: Queryable, id: string): Promise<LinkRow | null> =>
  firstRow(
    db,
    LinkRow,
    `select s.id, s.user_id, s.mission_id, m.title as mission_title, m.patch, u.name, s.day,
       s.used_at is not null as used, u.suspended_at is not null as suspended
     from reminder_sends s join users u on u.id = s.user_id join missions m on m.id = s.mission_id where s.id = $1`,
    [id],
  );

/** Uses up the link. Returns false if it was used before. A rollback makes it usable again if the check-in fails. */
export const claimReminderLink = (tx: Tx, id: string, now: Date): Promise<boolean> =>
  anyRow(tx, 'update reminder_sends set used_at = $2 where id = $1 and used_at is null returning id', [id, now]);
