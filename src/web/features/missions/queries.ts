import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { CheckinReceipt } from '#contract/checkins.ts';
import type { Answer, Parsed } from '#contract/endpoint.ts';
import { nudgeMember } from '#contract/members.ts';
import {
  createMission,
  deleteMission,
  generateInvitationCode,
  getMission,
  getQuilt,
  joinMission,
  type Mission,
  previewJoin,
  updateMission,
} from '#contract/missions.ts';
import { call } from '#web/lib/api/api.ts';
import { isRetryable } from '#web/lib/api/api-error.ts';

/** Others check in while one looks; a hidden tab does not ask. */
const POLL_MS = 30_000;

export const missionQuery = (missionId: string) =>
  queryOptions({
    queryKey: ['mission', missionId],
    queryFn: ({ signal }): Promise<Mission> => call(getMission, { params: { id: missionId }, signal }),
    retry: (failures, error) => isRetryable(error) && failures < 2,
    refetchInterval: ({ state }) => (state.error && !isRetryable(state.error) ? false : POLL_MS),
    refetchOnWindowFocus: 'always',
  });

/** Changes when somebody checked in, joined or left: the poll of the mission tells when the rest is out of date. */
export const checkinFingerprint = (mission: Mission): string =>
  mission.members.map((member) => `${member.user_id} ${member.checkins_count} ${member.points}`).join();

export type Quilt = Answer<typeof getQuilt>;
export const quiltQuery = (missionId: string) =>
  queryOptions({
    queryKey: ['quilt', missionId],
    queryFn: ({ signal }): Promise<Quilt> => call(getQuilt, { params: { id: missionId }, signal }),
  });

export const joinPreviewQuery = (code: string) =>
  queryOptions({
    queryKey: ['join', code],
    queryFn: ({ signal }): Promise<Answer<typeof previewJoin>> => call(previewJoin, { params: { code }, signal }),
  });

/** The mission as it is after one's own check-in, until the server says the same. */
export function withCheckin(mission: Mission, { checkin, mission_streak_days }: CheckinReceipt): Mission {
  // The same client_id may answer with the check-in of a day that is over.
  if (checkin.local_day !== mission.today) return mission;
  return {
    ...mission,
    checked_in_today: true,
    can: { ...mission.can, check_in: false },
    members: mission.members.map((member) =>
      member.user_id !== checkin.user_id || member.checked_in_today
        ? member
        : {
            ...member,
            points: member.points + checkin.points_earned,
            checkins_count: member.checkins_count + 1,
            streak_days: mission_streak_days,
            checked_in_today: true,
            checked_in_at: checkin.created_at,
          },
    ),
  };
}

/** Keeps the cached mission true: after one's own check-in, and when the server knew better. */
export function useMissionCache(missionId: string) {
  const client = useQueryClient();
  return useMemo(() => {
    const { queryKey } = missionQuery(missionId);
    const refresh = () => {
      void client.invalidateQueries({ queryKey });
      void client.invalidateQueries({ queryKey: quiltQuery(missionId).queryKey });
      void client.invalidateQueries({ queryKey: ['dashboard'] });
    };
    const checkedIn = async (receipt: CheckinReceipt) => {
      // An answer that is still on its way was true before the check-in.
      await client.cancelQueries({ queryKey });
      client.setQueryData(queryKey, (mission) => mission && withCheckin(mission, receipt));
      refresh();
    };
    return { refresh, checkedIn };
  }, [client, missionId]);
}

export function useCreateMission() {
  const client = useQueryClient();
  return async (body: Parsed<typeof createMission, 'body'>): Promise<string> => {
    const { id } = await call(createMission, { body });
    void client.invalidateQueries({ queryKey: ['dashboard'] });
    return id;
  };
}

/** Saves an edit; the page shows what the server made of it. */
export function useUpdateMission(missionId: string) {
  const client = useQueryClient();
  return async (body: Parsed<typeof updateMission, 'body'>): Promise<void> => {
    const { queryKey } = missionQuery(missionId);
    const mission = await call(updateMission, { params: { id: missionId }, body });
    // An answer that is still on its way was true before the edit.
    await client.cancelQueries({ queryKey });
    client.setQueryData(queryKey, mission);
    void client.invalidateQueries({ queryKey: quiltQuery(missionId).queryKey });
    void client.invalidateQueries({ queryKey: ['dashboard'] });
  };
}

/** Deletes a mission; the caller leaves its page. */
export function useDeleteMission(missionId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(deleteMission, { params: { id: missionId } }),
    onSuccess: () => void client.invalidateQueries({ queryKey: ['dashboard'] }),
  });
}

export function useGenerateCode(missionId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(generateInvitationCode, { params: { id: missionId } }),
    onSuccess: async ({ invitation_code }) => {
      const { queryKey } = missionQuery(missionId);
      await client.cancelQueries({ queryKey });
      client.setQueryData(queryKey, (mission) => mission && { ...mission, invitation_code });
      void client.invalidateQueries({ queryKey });
    },
  });
}

export function useJoinMission() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (code: string) => call(joinMission, { params: { code } }),
    onSuccess: () => void client.invalidateQueries({ queryKey: ['dashboard'] }),
  });
}

/** Nudges a member; the row says so at once, and where that failed the mission tells why. */
export function useNudge(missionId: string) {
  const client = useQueryClient();
  const { queryKey } = missionQuery(missionId);
  return useMutation({
    mutationFn: (userId: string) => call(nudgeMember, { params: { id: missionId, userId } }),
    onSuccess: async (_, userId) => {
      // An answer that is still on its way was true before the nudge.
      await client.cancelQueries({ queryKey });
      client.setQueryData(
        queryKey,
        (mission) =>
          mission && {
            ...mission,
            members: mission.members.map((member) =>
              member.user_id === userId ? { ...member, can_nudge: false, nudged_today: true } : member,
            ),
          },
      );
    },
    onSettled: () => void client.invalidateQueries({ queryKey }),
  });
}
