import type { Deps } from '../../../app/deps.ts';
import { removePicturesLater } from '../../../services/media/public.ts';
import { lockOwner } from '../access.ts';
import { deleteMission } from './public.ts';

export const deleteOwnMission = (
  { db, config }: Pick<Deps, 'db' | 'config'>,
  user: { readonly id: string },
  missionId: string,
  now: Date,
): Promise<void> =>
  db.transact(async (tx) => {
    const mission = await lockOwner(tx, user, missionId);
    const { user_ids, photo_keys } = await deleteMission(tx, config, mission, now);
    await removePicturesLater(tx, photo_keys);
    tx.changed({ user_ids, mission_id: mission.id }, 'mission', 'notifications', 'invitations');
  });
