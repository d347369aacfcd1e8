import { Bool } from '#platform/db/columns.ts';
import type { Tx } from '#platform/db/open.ts';
import { firstRow, onlyValue } from '#platform/db/rows.ts';
import type { Authorized } from '#platform/http/authorized.ts';
import { MissionRow, missionColumns } from '../../../facts/missions.ts';
import type { UserRow } from '../../../facts/users.ts';

const MISSION_COLUMNS = missionColumns('m');

/** Returns true if the owner removed the user and no invitation has brought the user back. */
const isRemoved = (tx: Tx, missionId: string, userId: string): Promise<boolean> =>
  onlyValue(
    tx,
    Bool,
    `select exists (select from members where mission_id = $1 and user_id = $2 and removed_at is not null) as is_removed`,
    [missionId, userId],
  );

/**
 * Locks the active mission of an invitation code until commit; the lock enforces the limit of members. Null for an
 * unknown code, and for a removed member, who must not learn of the removal.
 */
export async function lockByCode(
  tx: Tx,
  user: Pick<UserRow, 'id'>,
  code: string,
  now: Date,
): Promise<Authorized<MissionRow, 'code_holder'> | null> {
  const mission = await firstRow(
    tx,
    MissionRow,
    `select ${MISSION_COLUMNS} from missions m
     where m.invitation_code = $1 and m.is_active and m.end_date > $2 for no key update`,
    [code, now],
  );
  if (mission === null || (await isRemoved(tx, mission.id, user.id))) return null;
  return mission as Authorized<MissionRow, 'code_holder'>;
}
