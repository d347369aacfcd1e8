import type { Deps } from '../../../deps.ts';
import { removePicturesLater } from '../../media/public.ts';
import { lockMission, requireOwner } from '../public.ts';
import { deleteMission } from './public.ts';

/** Deletes a mission of the user's with everything in it; points and streaks stay (docs/rules.md#missions). */
export const deleteOwnMission = (
  { db, config }: Pick<Deps, 'db' | 'config'>,
  userId: string,
  missionId: string,
  now: Date,
): Promise<void> =>
  db.transact(async (tx) => {
    const mission = await lockMission(tx, userId, missionId);
    requireOwner(mission, userId);
    const { user_ids, photo_keys } = await deleteMission(tx, config, mission, now);
    await removePicturesLater(tx, photo_keys);
    tx.changed({ user_ids, mission_id: mission.id }, 'mission', 'notifications', 'invitations');
  });
