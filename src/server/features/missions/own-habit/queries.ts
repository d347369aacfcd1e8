import type { Tx } from '#platform/db/open.ts';
import type { Authorized } from '#platform/http/authorized.ts';
import { eraseOwnHabit } from '../../webhooks/public.ts';

/** Stores a member's own habit; null clears it. The previous one is erased from stored webhook bodies. */
export async function setOwnHabit(
  tx: Tx,
  userId: string,
  { id }: Authorized<{ id: string }, 'member'>,
  own_habit: string | null,
): Promise<void> {
  await tx.rows('update members set own_habit = $3 where mission_id = $1 and user_id = $2', [id, userId, own_habit]);
  await eraseOwnHabit(tx, id, userId);
}
