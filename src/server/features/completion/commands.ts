import type { Db } from '#platform/db/open.ts';
import { fail } from '#platform/http/errors.ts';
import { lockOwner } from '../missions/access.ts';
import { markCompleted } from './public.ts';

/** Completes a mission for its owner. Fails if it is already completed or has not ended. */
export const completeMission = (db: Db, user: { readonly id: string }, missionId: string, now: Date): Promise<void> =>
  db.transact(async (tx) => {
    const mission = await lockOwner(tx, user, missionId);
    if (mission.completed_at !== null) fail('mission_completed');
    if (now < new Date(mission.end_date)) fail('mission_not_ended');
    await markCompleted(tx, mission, now);
    tx.changed({ mission_id: mission.id }, 'mission');
  });
