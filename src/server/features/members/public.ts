import { dayOf } from '#domain/days.ts';
import { Id, Text } from '#platform/db/columns.ts';
import type { Tx } from '#platform/db/open.ts';
import { firstValue, onlyValue } from '#platform/db/rows.ts';
import type { MissionRow } from '../../facts/missions.ts';
import { refreshStanding } from '../../life/public.ts';
import { markCompleted } from '../completion/public.ts';
import { enqueueWebhook, eraseOwnHabit } from '../webhooks/public.ts';

export async function setOwnerOffer(tx: Tx, missionId: string, userId: string | null): Promise<void> {
  await tx.rows('update missions set owner_offer_id = $2 where id = $1', [missionId, userId]);
}

/** Makes a member the owner. The former owner stays a member, and an open ownership offer ends. */
export async function changeOwner(tx: Tx, missionId: string, userId: string): Promise<void> {
  await tx.rows('update missions set owner_id = $2, owner_offer_id = null where id = $1', [missionId, userId]);
  await setCohost(tx, missionId, userId, false);
}

export async function setCohost(tx: Tx, missionId: string, userId: string, isCohost: boolean): Promise<void> {
  await tx.rows('update members set is_cohost = $3 where mission_id = $1 and user_id = $2', [
    missionId,
    userId,
    isCohost,
  ]);
}

/**
 * Ends a membership. The row stays with its points, so that coming back revives it, and the check-ins keep their
 * author. The member's own habit, the text of the reminder (`cue`), the muting, the reminder itself and the check-in
 * keys are deleted. A removed user cannot come back by code, unlike one who left. An owner goes only when the account is
 * deleted; then the member who joined first becomes owner. Without any member the mission is completed
 * (docs/rules.md#members).
 */
export async function removeFromMission(
  tx: Tx,
  mission: MissionRow,
  userId: string,
  reason: 'left' | 'removed',
  now: Date,
): Promise<void> {
  // Locks the user's row before the member's, like a check-in does.
  const zone = await onlyValue(tx, Text, 'select timezone from users where id = $1 for no key update', [userId]);
  await tx.rows(
    `update members set left_at = $3, left_day = $5, removed_at = $4, is_cohost = false, cue = null,
       own_habit = null, muted = false, reminder_asked_at = null where mission_id = $1 and user_id = $2 and left_at is null`,
    [mission.id, userId, now, reason === 'removed' ? now : null, dayOf(now, zone)],
  );
  await eraseOwnHabit(tx, mission.id, userId);
  await refreshStanding(tx, userId, now);
  // After the lock on the member's row, for which a concurrent new reminder or key waits.
  await tx.rows('delete from reminders where mission_id = $1 and user_id = $2', [mission.id, userId]);
  await tx.rows('delete from checkin_keys where mission_id = $1 and user_id = $2', [mission.id, userId]);
  await enqueueWebhook(tx, { event: 'member.left', mission_id: mission.id, actor_id: userId }, now);
  if (mission.owner_offer_id === userId) await setOwnerOffer(tx, mission.id, null);
  if (mission.owner_id === userId) await passOnOwnership(tx, mission, now);
}

/** Makes the member who joined first the owner. Completes the mission if no member is left. */
async function passOnOwnership(tx: Tx, mission: MissionRow, now: Date): Promise<void> {
  const next = await firstValue(
    tx,
    Id,
    'select user_id from members where mission_id = $1 and left_at is null order by joined_at, user_id limit 1',
    [mission.id],
  );
  if (next !== null) await changeOwner(tx, mission.id, next);
  else if (mission.completed_at === null) await markCompleted(tx, mission, now);
}
