import { dayOf } from '#domain/days.ts';
import { deletionTakesPoints } from '#domain/missions.ts';
import { Id, Text } from '#platform/db/columns.ts';
import type { Tx } from '#platform/db/open.ts';
import { allValues } from '#platform/db/rows.ts';
import type { Authorized } from '#platform/http/authorized.ts';
import { addressedToUser } from '../../../facts/invitations.ts';
import type { MissionRow } from '../../../facts/missions.ts';
import type { AddressSettings } from '../../../facts/users.ts';
import { listMembersEver, saveLater } from '../../../life/public.ts';
import { archiveAskedDays, archiveDays } from '../../streaks/archive/public.ts';

/** Subtracts the points of a mission from all its members, former ones included. */
async function takePoints(tx: Tx, missionId: string): Promise<void> {
  const losers = await allValues(
    tx,
    Id,
    `update users u set points = greatest(0, u.points - mb.points)
     from members mb where mb.mission_id = $1 and mb.user_id = u.id and mb.points > 0 returning u.id`,
    [missionId],
  );
  // Points and level are in the user's own profile, which no hint about a mission covers.
  if (losers.length > 0) tx.changed({ user_ids: losers }, 'everything');
}

/**
 * Deletes the mission with its check-ins, members and notifications. Archives its checked and required days, so that
 * the streaks of its members stay. It takes points only as stated in docs/rules.md#streaks. Returns the current members
 * and invited users, and the photo folders whose files the caller must remove. Expects a lock on the mission's row.
 */
export async function deleteMission(
  tx: Tx,
  config: AddressSettings,
  { id: missionId, created_at }: Authorized<Pick<MissionRow, 'id' | 'created_at'>, 'owner' | 'operator'>,
  now: Date,
): Promise<{ user_ids: string[]; photo_keys: string[] }> {
  const takesPoints = deletionTakesPoints(new Date(created_at), now);
  // Locks users before members, like check-ins do. Check-ins in progress finish first, and later ones find no member.
  if (takesPoints)
    await tx.rows(
      'select from users where id in (select user_id from members where mission_id = $1) order by id for no key update',
      [missionId],
    );
  await tx.rows('select from members where mission_id = $1 order by user_id for update', [missionId]);
  if (takesPoints) await takePoints(tx, missionId);
  const user_ids = await allValues(
    tx,
    Id,
    `select user_id from members where mission_id = $1 and left_at is null
     union select u.id from invitations i join users u on ${addressedToUser(config, { invitation: 'i', user: 'u' })}
       where i.mission_id = $1 and i.status = 'pending'`,
    [missionId],
  );
  await saveLater(tx, await listMembersEver(tx, missionId));
  await archiveDays(tx, missionId);
  await archiveAskedDays(tx, { mission_id: missionId }, (zone) => dayOf(now, zone), now);
  await tx.rows('delete from notifications where mission_id = $1', [missionId]);
  const photo_keys = await allValues(
    tx,
    Text,
    'select photo_key from checkins where mission_id = $1 and photo_key is not null',
    [missionId],
  );
  await tx.rows('delete from missions where id = $1', [missionId]);
  return { user_ids, photo_keys };
}
