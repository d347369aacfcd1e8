import type { Hider } from '#domain/checkins.ts';
import type { Tx } from '../../../db/open.ts';
import { firstRow } from '../../../db/rows.ts';

interface Hideable {
  id: string;
  mission_id: string;
  user_id: string;
  owner_id: string;
  hidden_by: Hider | null;
}

/**
 * Locks a check-in of a mission that the user is in until commit. Null for strangers, and for members while it is
 * hidden; its author and the mission's owner always find it.
 */
export const lockHideable = (tx: Tx, userId: string, checkinId: string): Promise<Hideable | null> =>
  firstRow<Hideable>(
    tx.rows,
    `select c.id, c.mission_id, c.user_id, m.owner_id, c.hidden_by from checkins c join missions m on m.id = c.mission_id
     join members mb on mb.mission_id = c.mission_id and mb.user_id = $2 and mb.left_at is null
     where c.id = $1 and (c.hidden_at is null or c.user_id = $2 or m.owner_id = $2) for no key update of c`,
    [checkinId, userId],
  );

/** Shows a check-in to the other members again. */
export async function setShown(tx: Tx, id: string): Promise<void> {
  await tx.rows('update checkins set hidden_at = null, hidden_reason = null, hidden_by = null where id = $1', [id]);
}
