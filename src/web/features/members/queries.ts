import { useMutation, useQueryClient } from '@tanstack/react-query';
import {
  acceptOwnership,
  addCohost,
  leaveMission,
  offerOwnership,
  removeCohost,
  removeMember,
} from '#contract/members.ts';
import { markStale } from '#web/data/stale.ts';
import { call } from '#web/lib/api/api.ts';

/** What an owner changes about a member. `offer` offers them the ownership; `withdraw` takes the offer back. */
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

/** Resolves when the new members are loaded, so that a dialog closes on the new state. */
function useRefresh(missionId: string) {
  const client = useQueryClient();
  return () => markStale(client, 'mission', { mission_id: missionId });
}

export function useChangeMember(missionId: string) {
  const refresh = useRefresh(missionId);
  return useMutation({
    mutationFn: ({ change, userId }: { change: MemberChange; userId: string }) => send(missionId, change, userId),
    // Also if it failed: the member may have left.
    onSettled: refresh,
  });
}

export function useAcceptOwnership(missionId: string) {
  const refresh = useRefresh(missionId);
  return useMutation({
    mutationFn: () => call(acceptOwnership, { params: { id: missionId } }),
    onSettled: refresh,
  });
}

/** Leaves the mission; the caller leaves its page. */
export function useLeaveMission(missionId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(leaveMission, { params: { id: missionId } }),
    onSuccess: () => void markStale(client, 'dashboard'),
  });
}
