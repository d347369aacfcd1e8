import { useMutation, useQueryClient } from '@tanstack/react-query';
import {
  acceptOwnership,
  addCohost,
  leaveMission,
  offerOwnership,
  removeCohost,
  removeMember,
} from '#contract/members.ts';
import { call } from '#platform/web/lib/api/api.ts';
import { markStale } from '#web/data/stale.ts';
import { useChange } from '#web/data/use-change.ts';

/** A change that an owner makes to a member. `offer` offers the ownership; `withdraw` cancels the offer. */
export type MemberChange = 'add_cohost' | 'remove_cohost' | 'offer' | 'withdraw' | 'remove';

function send(missionId: string, change: MemberChange, userId: string): Promise<undefined> {
  const params = { id: missionId, userId };
  switch (change) {
    case 'add_cohost':
      return call(addCohost, { params });
    case 'remove_cohost':
      return call(removeCohost, { params });
    case 'offer':
      return call(offerOwnership, { params, body: { user_id: userId } });
    case 'withdraw':
      return call(offerOwnership, { params, body: { user_id: null } });
    case 'remove':
      return call(removeMember, { params });
  }
}

export const useChangeMember = (missionId: string) =>
  useChange(
    'mission',
    ({ change, userId }: { change: MemberChange; userId: string }) => send(missionId, change, userId),
    { mission_id: missionId },
  );

export const useAcceptOwnership = (missionId: string) =>
  useChange('mission', () => call(acceptOwnership, { params: { id: missionId } }), { mission_id: missionId });

export function useLeaveMission(missionId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(leaveMission, { params: { id: missionId } }),
    onSuccess: () => void markStale(client, 'dashboard'),
  });
}
