import type { Db } from '../../db/open.ts';
import { fail } from '../../http/errors.ts';
import { lockMission, requireOwner } from '../missions/public.ts';
import { markCompleted } from './public.ts';

/** Completes a mission of which every day is over, for its owner. */
export const completeMission = (db: Db, userId: string, missionId: string, now: Date): Promise<void> =>
  db.transact(async (tx) => {
    const mission = await lockMission(tx, userId, missionId);
    requireOwner(mission, userId);
    if (mission.completed_at !== null) fail('mission_completed');
    if (now < new Date(mission.end_date)) fail('mission_not_ended');
    await markCompleted(tx, mission, now);
    tx.changed({ mission_id: mission.id }, 'mission');
  });
