import { Int } from '#platform/db/columns.ts';
import type { Queryable } from '#platform/db/open.ts';
import { onlyValue } from '#platform/db/rows.ts';

/** How many co-hosts the mission has. The caller has locked the mission's row, so the count is valid until commit. */
export const countCohosts = (db: Queryable, missionId: string): Promise<number> =>
  onlyValue(db, Int, 'select count(*) as count from members where mission_id = $1 and is_cohost and left_at is null', [
    missionId,
  ]);
