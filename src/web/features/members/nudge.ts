import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { nudgeMember } from '#contract/members.ts';
import { call } from '#platform/web/lib/api/api.ts';
import { ApiError } from '#platform/web/lib/api/api-error.ts';
import { getT } from '#platform/web/lib/language.ts';
import { toast } from '#platform/web/lib/toast.ts';
import { missionQuery } from '#web/data/missions/queries.ts';
import { markStale } from '#web/data/stale.ts';
import { writeCached } from '#web/data/write-cached.ts';

/** Stays pending until the lists show the nudge or the mission is refetched. */
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

const TOO_MANY = 429;

/** Nudges members one by one. Reports success if any nudge was sent, otherwise the first error. */
export function useNudgeAll(missionId: string) {
  const { mutateAsync: nudge } = useNudge(missionId);
  const [busy, setBusy] = useState(false);
  const nudgeAll = async (userIds: readonly string[]) => {
    setBusy(true);
    let sent = false;
    const refusals: unknown[] = [];
    for (const userId of userIds) {
      try {
        await nudge(userId);
        sent = true;
      } catch (error) {
        refusals.push(error);
        // The limit would reject the rest as well.
        if (error instanceof ApiError && error.status === TOO_MANY) break;
      }
    }
    if (sent) toast.success(getT()('app.members.nudge.sent'));
    else toast.failure(refusals[0], getT()('app.members.nudge.not_sent'));
    setBusy(false);
  };
  return { busy, nudgeAll };
}
