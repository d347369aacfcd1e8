import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Dashboard } from '#contract/dashboard.ts';
import type { Answer } from '#contract/endpoint.ts';
import {
  type Invitation,
  listInvitations,
  listMissionInvitations,
  previewInvitation,
  type SentInvitation,
} from '#contract/invitations.ts';
import { call } from '#web/lib/api/api.ts';
import { isRetryable } from '#web/lib/api/api-error.ts';

/** Spec 9: invitations are asked for every 60 s; a hidden tab does not ask. */
const POLL_MS = 60_000;

const inboxQuery = queryOptions({
  queryKey: ['invitations'],
  queryFn: ({ signal }): Promise<Invitation[]> => call(listInvitations, { signal }),
  refetchInterval: POLL_MS,
});

/** The pending invitations to oneself, newest first. */
export const useInbox = () => useQuery(inboxQuery);

/** Keeps the lists true in which an invitation to oneself stands: the inbox and the dashboard. */
export function useInboxCache() {
  const client = useQueryClient();
  return useMemo(() => {
    const keys = [inboxQuery.queryKey, ['dashboard']];
    const refresh = () => {
      for (const queryKey of keys) void client.invalidateQueries({ queryKey });
    };
    const drop = async (id: string) => {
      const isOther = (invitation: Invitation) => invitation.id !== id;
      // An answer that is still on its way would bring it back.
      await Promise.all(keys.map((queryKey) => client.cancelQueries({ queryKey })));
      client.setQueryData(inboxQuery.queryKey, (inbox) => inbox?.filter(isOther));
      client.setQueryData<Dashboard>(
        ['dashboard'],
        (home) => home && { ...home, pending_invitations: home.pending_invitations.filter(isOther) },
      );
      refresh();
    };
    return { drop, refresh };
  }, [client]);
}

export const invitationPreviewQuery = (id: string) =>
  queryOptions({
    queryKey: ['invitation', id],
    queryFn: ({ signal }): Promise<Answer<typeof previewInvitation>> =>
      call(previewInvitation, { params: { id }, signal }),
    retry: (failures, error) => isRetryable(error) && failures < 2,
    // Once it was accepted its preview is an error, which nobody needs to see.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

/** The pending invitations of a mission, for its owner. */
export const sentQuery = (missionId: string) =>
  queryOptions({
    queryKey: ['sent-invitations', missionId],
    queryFn: ({ signal }): Promise<SentInvitation[]> =>
      call(listMissionInvitations, { params: { id: missionId }, signal }),
    refetchInterval: POLL_MS,
  });
