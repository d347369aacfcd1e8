import * as z from 'zod/mini';
import { Pause } from '#contract/streaks.ts';
import type { Queryable } from '#platform/db/open.ts';
import { firstRow } from '#platform/db/rows.ts';

const PauseRow = z.pick(Pause, { id: true, to_day: true });

/** Finds the user's break that includes `day`, or null. */
export const findPause = (db: Queryable, userId: string, day: string): Promise<z.output<typeof PauseRow> | null> =>
  firstRow(db, PauseRow, 'select id, to_day from pauses where user_id = $1 and $2 between from_day and to_day', [
    userId,
    day,
  ]);
