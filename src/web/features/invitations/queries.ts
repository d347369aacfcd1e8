import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Dashboard } from '#contract/dashboard.ts';
import {
  blockInviter,
  type Invitation,
  listInvitations,
  listMissionInvitations,
  previewInvitation,
} from '#contract/invitations.ts';
import { call } from '#platform/web/lib/api/api.ts';
import { usePollInterval } from '#platform/web/live/use-poll-interval.ts';
import { callQuery, linkQuery } from '#web/data/call-query.ts';
import * as keys from '#web/data/query-keys.ts';
import { markStale } from '#web/data/stale.ts';
import { writeCached } from '#web/data/write-cached.ts';

/** How often invitations are fetched without a live stream. */
const POLL_MS = 60_000;

const inboxQuery = callQuery(keys.invitations, listInvitations);

/** Fetches the user's pending invitations, newest first. */
export const useInbox = () => useQuery({ ...inboxQuery, refetchInterval: usePollInterval(POLL_MS) });

/** Updates the lists that show the user's invitations: the inbox and the dashboard. */
export function useInboxCache() {
  const client = useQueryClient();
  return useMemo(() => {
    const refresh = () => {
      void markStale(client, 'invitations');
      // The bell shows invitations to next rounds while they are open.
      void markStale(client, 'notifications');
    };
    const drop = async (id: string) => {
      const isOther = (invitation: Invitation) => invitation.id !== id;
      await Promise.all([
        writeCached(client, inboxQuery.queryKey, (inbox) => inbox.filter(isOther)),
        writeCached<Dashboard>(client, keys.dashboard, (home) => ({
          ...home,
          pending_invitations: home.pending_invitations.filter(isOther),
        })),
      ]);
      refresh();
    };
    return { drop, refresh };
  }, [client]);
}

/** Blocks an invitation's sender and waits for the updated lists, so a dialog closes on the new state. */
export function useBlockInviter(id: string): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    await call(blockInviter, { params: { id } });
    void markStale(client, 'blocks');
    await markStale(client, 'hidden_posts');
  };
}

export const invitationPreviewQuery = (id: string) =>
  linkQuery(keys.invitationPreview(id), previewInvitation, { params: { id } });

export const sentQuery = (missionId: string) =>
  callQuery(keys.sentInvitations(missionId), listMissionInvitations, { params: { id: missionId } });

export const useSentInvitations = (missionId: string, enabled = true) =>
  useQuery({ ...sentQuery(missionId), refetchInterval: usePollInterval(POLL_MS), enabled });
