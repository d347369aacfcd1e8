import type { Hider } from '#domain/safety.ts';
import type { Tx } from '../../db/open.ts';
import { fail } from '../../http/errors.ts';

interface CheckinState {
  id: string;
  user_id: string;
  owner_id: string;
  hidden_by: Hider | null;
}

/**
 * A check-in of a mission that the user is in, its row held until commit. To a stranger, and to members while it is
 * hidden, it is not there: the same 404 as for a made-up id. Its author and the mission's owner see it always.
 */
export async function lockCheckin(tx: Tx, userId: string, checkinId: string): Promise<CheckinState> {
  const [row] = await tx.rows<CheckinState>(
    `select c.id, c.user_id, m.owner_id, c.hidden_by from checkins c join missions m on m.id = c.mission_id
     join members mb on mb.mission_id = c.mission_id and mb.user_id = $2 and mb.left_at is null
     where c.id = $1 and (c.hidden_at is null or c.user_id = $2 or m.owner_id = $2) for no key update of c`,
    [checkinId, userId],
  );
  return row ?? fail('checkin_not_found');
}
