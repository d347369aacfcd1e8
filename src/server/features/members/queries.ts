import { Int } from '#platform/db/columns.ts';
import type { Queryable } from '#platform/db/open.ts';
import { onlyValue } from '#platform/db/rows.ts';

/** Counts the mission's co-hosts. Expects a lock on the mission's row, which keeps the count true until commit. */
export const countCohosts = (db: Queryable, missionId: string): Promise<number> =>
  onlyValue(db, Int, 'select count(*) as count from members where mission_id = $1 and is_cohost and left_at is null', [
    missionId,
  ]);
