import { useMutation, useQueryClient } from '@tanstack/react-query';
import { generateInvitationCode } from '#contract/missions-join.ts';
import { call } from '#platform/web/lib/api/api.ts';
import { missionQuery } from '#web/data/missions/queries.ts';
import { markStale } from '#web/data/stale.ts';
import { writeCached } from '#web/data/write-cached.ts';

/** Returns the link that joins the mission. */
export const linkTo = (code: string): string => `${window.location.origin}/join/${code}`;

export function useGenerateCode(missionId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(generateInvitationCode, { params: { id: missionId } }),
    onSuccess: async ({ invitation_code }) => {
      await writeCached(client, missionQuery(missionId).queryKey, (mission) => ({ ...mission, invitation_code }));
      void markStale(client, 'mission', { mission_id: missionId });
    },
  });
}
