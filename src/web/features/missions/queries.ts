import { useMutation, useQueryClient } from '@tanstack/react-query';
import { deleteMission, type Mission, updateMission } from '#contract/missions.ts';
import { getQuilt } from '#contract/missions-quilt.ts';
import type { Answer, Parsed } from '#platform/contract/endpoint.ts';
import { call } from '#platform/web/lib/api/api.ts';
import { callQuery } from '#web/data/call-query.ts';
import { missionQuery } from '#web/data/missions/queries.ts';
import * as keys from '#web/data/query-keys.ts';
import { markStale } from '#web/data/stale.ts';
import { writeCached } from '#web/data/write-cached.ts';

/** Changes with every check-in, join, leave and own habit, to detect stale feeds and quilts. */
export const checkinFingerprint = (mission: Mission): string =>
  mission.members
    .map((member) => `${member.user_id} ${member.checkins_count} ${member.points} ${member.own_habit}`)
    .join();

export type Quilt = Answer<typeof getQuilt>;
export const quiltQuery = (missionId: string) =>
  callQuery(keys.quilt(missionId), getQuilt, { params: { id: missionId } });

export function useUpdateMission(missionId: string) {
  const client = useQueryClient();
  return async (body: Parsed<typeof updateMission, 'body'>): Promise<void> => {
    const mission = await call(updateMission, { params: { id: missionId }, body });
    await writeCached(client, missionQuery(missionId).queryKey, () => mission);
    void markStale(client, 'mission', { mission_id: missionId });
  };
}

export function useDeleteMission(missionId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(deleteMission, { params: { id: missionId } }),
    onSuccess: () => void markStale(client, 'deleted_mission'),
  });
}
