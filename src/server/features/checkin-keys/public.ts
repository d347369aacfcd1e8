import type { Tx } from '#platform/db/open.ts';

/**
 * Deletes all check-in keys of the user. Expects a lock on the user's row, so no key is created or used concurrently.
 */
export async function endKeysOf(tx: Tx, userId: string): Promise<void> {
  await tx.rows('delete from checkin_keys where user_id = $1', [userId]);
}
