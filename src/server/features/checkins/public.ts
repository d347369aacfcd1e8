import type { Queryable, Tx } from '../../db/open.ts';
import { fail } from '../../http/errors.ts';

/** A check-in as a member of its mission finds it. */
export interface MemberCheckin {
  id: string;
  mission_id: string;
  /** Of its author. */
  user_id: string;
  mission_owner_id: string;
}

const FIND = `select c.id, c.mission_id, c.user_id, m.owner_id as mission_owner_id
  from checkins c join missions m on m.id = c.mission_id join members mb on mb.mission_id = c.mission_id
  where c.id = $1 and mb.user_id = $2 and mb.left_at is null
    and (c.hidden_at is null or c.user_id = $2 or m.owner_id = $2)`;

/**
 * The check-in, for members of its mission, completed ones too; a hidden one for its author and the owner alone. For anyone else it is not there: a stranger, one who
 * left (even its author) and a made-up id get the same 404 (Decisions 4, 9).
 */
export async function requireCheckin(db: Queryable, userId: string, checkinId: string): Promise<MemberCheckin> {
  const [row] = await db.rows<MemberCheckin>(FIND, [checkinId, userId]);
  return row ?? fail('checkin_not_found');
}

/** The same, with the member's row kept from deletion until commit: the deletion of a mission waits, or was before. */
export async function lockCheckin(tx: Tx, userId: string, checkinId: string): Promise<MemberCheckin> {
  const [row] = await tx.rows<MemberCheckin>(`${FIND} for key share of mb`, [checkinId, userId]);
  return row ?? fail('checkin_not_found');
}
