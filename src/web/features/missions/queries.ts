import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Answer, Parsed } from '#contract/endpoint.ts';
import { nudgeMember } from '#contract/members.ts';
import { createMission, deleteMission, getMission, type Mission, updateMission } from '#contract/missions.ts';
import { generateInvitationCode, joinMission, previewJoin } from '#contract/missions-join.ts';
import { getQuilt } from '#contract/missions-quilt.ts';
import { call } from '#web/lib/api/api.ts';
import { isRetryable } from '#web/lib/api/api-error.ts';
import { usePollInterval } from '#web/lib/live/use-poll-interval.ts';
import * as keys from '#web/lib/query-keys.ts';
import { markStale } from '#web/lib/stale.ts';

export const missionQuery = (missionId: string) =>
  queryOptions({
    queryKey: keys.mission(missionId),
    queryFn: ({ signal }): Promise<Mission> => call(getMission, { params: { id: missionId }, signal }),
    retry: (failures, error) => isRetryable(error) && failures < 2,
    refetchOnWindowFocus: 'always',
  });

const POLL_MS = 30_000;

/** A mission on the screen; without a live stream it is fetched every 30 s, as others check in meanwhile. */
export const useMission = (missionId: string) =>
  useQuery({ ...missionQuery(missionId), refetchInterval: usePollInterval(POLL_MS) });

/** Changes when somebody checks in, joins or leaves; feed and quilt compare it to see whether they are out of date. */
export const checkinFingerprint = (mission: Mission): string =>
  mission.members.map((member) => `${member.user_id} ${member.checkins_count} ${member.points}`).join();

export type Quilt = Answer<typeof getQuilt>;
export const quiltQuery = (missionId: string) =>
  queryOptions({
    queryKey: keys.quilt(missionId),
    queryFn: ({ signal }): Promise<Quilt> => call(getQuilt, { params: { id: missionId }, signal }),
  });

export const joinPreviewQuery = (code: string) =>
  queryOptions({
    queryKey: keys.joinPreview(code),
    queryFn: ({ signal }): Promise<Answer<typeof previewJoin>> => call(previewJoin, { params: { code }, signal }),
  });

export function useCreateMission() {
  const client = useQueryClient();
  return async (body: Parsed<typeof createMission, 'body'>): Promise<string> => {
    const { id } = await call(createMission, { body });
    void markStale(client, 'dashboard');
    // The celebration of the round before leads to the new one.
    if (body.previous_id) void markStale(client, 'mission', { mission_id: body.previous_id });
    return id;
  };
}

/** Saves an edit; the page shows the server's answer. */
export function useUpdateMission(missionId: string) {
  const client = useQueryClient();
  return async (body: Parsed<typeof updateMission, 'body'>): Promise<void> => {
    const { queryKey } = missionQuery(missionId);
    const mission = await call(updateMission, { params: { id: missionId }, body });
    // A fetch in flight may have started before the edit.
    await client.cancelQueries({ queryKey });
    client.setQueryData(queryKey, mission);
    void markStale(client, 'mission', { mission_id: missionId });
  };
}

/** Deletes a mission; the caller leaves its page. */
export function useDeleteMission(missionId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(deleteMission, { params: { id: missionId } }),
    onSuccess: () => void markStale(client, 'deleted_mission'),
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
      void markStale(client, 'mission', { mission_id: missionId });
    },
  });
}

export function useJoinMission() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (code: string) => call(joinMission, { params: { code } }),
    onSuccess: () => void markStale(client, 'dashboard'),
  });
}

/** Nudges a member; it is pending until every list with this member shows it, or the mission is fetched again. */
export function useNudge(missionId: string) {
  const client = useQueryClient();
  const { queryKey } = missionQuery(missionId);
  return useMutation({
    mutationFn: (userId: string) => call(nudgeMember, { params: { id: missionId, userId } }),
    onSuccess: async (_, userId) => {
      // A fetch in flight may have started before the nudge.
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
      await markStale(client, 'own_nudge', { mission_id: missionId });
    },
    onError: () => void markStale(client, 'own_nudge', { mission_id: missionId }),
  });
}
