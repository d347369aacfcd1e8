import * as z from 'zod/mini';
import { Pause, type PauseInput } from '#contract/streaks.ts';
import { LIST_MAX } from '#domain/limits.ts';
import { Id, Text } from '#platform/db/columns.ts';
import { newId } from '#platform/db/ids.ts';
import type { Queryable, Tx } from '#platform/db/open.ts';
import { allValues, firstValue, onlyRow } from '#platform/db/rows.ts';

const PAUSE_COLUMNS = 'id, from_day, to_day, reason, created_at';

export const listPauses = (db: Queryable, userId: string): Promise<Pause[]> =>
  db.rows(
    Pause,
    `select ${PAUSE_COLUMNS} from pauses where user_id = $1 order by created_at desc, id desc limit ${LIST_MAX}`,
    [userId],
  );

const PausedRow = z.pick(Pause, { id: true, from_day: true, to_day: true });

export const listPausedDays = (db: Queryable, userId: string): Promise<z.output<typeof PausedRow>[]> =>
  db.rows(PausedRow, 'select id, from_day, to_day from pauses where user_id = $1', [userId]);

/** Locks the user's row until commit and returns the time zone. Every change of breaks takes this lock. */
export const lockZone = (tx: Tx, userId: string): Promise<string | null> =>
  firstValue(tx, Text, 'select timezone from users where id = $1 and deleted_at is null for no key update', [userId]);

export const insertPause = (tx: Tx, userId: string, pause: PauseInput, now: Date): Promise<Pause> =>
  onlyRow(
    tx,
    Pause,
    `insert into pauses (id, user_id, from_day, to_day, reason, created_at) values ($1, $2, $3, $4, $5, $6)
     returning ${PAUSE_COLUMNS}`,
    [newId(now), userId, pause.from_day, pause.to_day, pause.reason, now],
  );

/** Ends a break with this day, or deletes it if the day is null. */
export async function endPause(tx: Tx, id: string, lastDay: string | null): Promise<void> {
  if (lastDay === null) await tx.rows('delete from pauses where id = $1', [id]);
  else await tx.rows('update pauses set to_day = $2 where id = $1', [id, lastDay]);
}

export const listRunningMissions = (tx: Tx, userId: string): Promise<string[]> =>
  allValues(
    tx,
    Id,
    `select mb.mission_id from members mb join missions m on m.id = mb.mission_id
     where mb.user_id = $1 and mb.left_at is null and m.is_active`,
    [userId],
  );
