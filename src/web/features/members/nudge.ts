import { useMutation, useQueryClient } from '@tanstack/react-query';
import { nudgeMember } from '#contract/members.ts';
import { missionQuery } from '#web/data/missions/queries.ts';
import { markStale } from '#web/data/stale.ts';
import { writeCached } from '#web/data/write-cached.ts';
import { call } from '#web/lib/api/api.ts';

/** Nudges a member; it is pending until every list with this member shows it, or the mission is fetched again. */
export function useNudge(missionId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (userId: string) => call(nudgeMember, { params: { id: missionId, userId } }),
    onSuccess: async (_, userId) => {
      await writeCached(client, missionQuery(missionId).queryKey, (mission) => ({
        ...mission,
        members: mission.members.map((member) =>
          member.user_id === userId ? { ...member, can_nudge: false, nudged_today: true } : member,
        ),
      }));
      await markStale(client, 'own_nudge', { mission_id: missionId });
    },
    onError: () => void markStale(client, 'own_nudge', { mission_id: missionId }),
  });
}
