import type { Queryable } from '../../db/open.ts';
import { onlyValue } from '../../db/rows.ts';
import { fail } from '../../http/errors.ts';

/** All writes here require that the caller has locked the mission's row. */

interface MemberState {
  user_id: string;
  is_cohost: boolean;
}

/** A current member of the mission; 404 for anybody else. */
export async function requireOther(db: Queryable, missionId: string, userId: string): Promise<MemberState> {
  const [row] = await db.rows<MemberState>(
    'select user_id, is_cohost from members where mission_id = $1 and user_id = $2 and left_at is null',
    [missionId, userId],
  );
  return row ?? fail('member_not_found');
}

export const countCohosts = (db: Queryable, missionId: string): Promise<number> =>
  onlyValue(db.rows, 'select count(*) as count from members where mission_id = $1 and is_cohost and left_at is null', [
    missionId,
  ]);
