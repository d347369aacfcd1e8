import type { Tx } from '#platform/db/open.ts';

/** Ends every check-in key of the user. The caller has locked the user's row, so none is made or used meanwhile. */
export async function endKeysOf(tx: Tx, userId: string): Promise<void> {
  await tx.rows('delete from checkin_keys where user_id = $1', [userId]);
}
