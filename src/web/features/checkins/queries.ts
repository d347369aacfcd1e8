import { infiniteQueryOptions, type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import {
  type Checkin,
  type CheckinReceipt,
  createCheckin,
  hideCheckin,
  listCheckins,
  showCheckin,
  updateCheckin,
} from '#contract/checkins.ts';
import type { Input } from '#contract/endpoint.ts';
import { CHECKINS_PAGE } from '#domain/limits.ts';
import { withHead } from '#web/features/checkins/feed/feed-pages.ts';
import { call } from '#web/lib/api/api.ts';
import { uploading } from '#web/lib/api/upload.ts';
import { PATIENCE_MS } from '#web/lib/outbox/submit.ts';
import * as keys from '#web/lib/query-keys.ts';
import { meQuery, useMe } from '#web/lib/session/me.ts';
import { markStale } from '#web/lib/stale.ts';
import { type CheckinAnswer, type CheckinSubmission, submitCheckin } from './outbox.ts';

/** Ten check-ins of a mission, newest first, after the row `before` ('': the newest of all). */
export const fetchPage = (missionId: string, before: string, signal?: AbortSignal): Promise<Checkin[]> =>
  call(listCheckins, {
    params: { id: missionId },
    query: { limit: CHECKINS_PAGE, ...(before && { before }) },
    ...(signal && { signal }),
  });

/** A mission's check-ins, newest first, ten at a time. feed/use-feed.ts updates them without a jump. */
export const feedQuery = (missionId: string) =>
  infiniteQueryOptions({
    queryKey: keys.checkins(missionId),
    queryFn: ({ pageParam, signal }): Promise<Checkin[]> => fetchPage(missionId, pageParam, signal),
    initialPageParam: '',
    getNextPageParam: (last) => (last.length < CHECKINS_PAGE ? undefined : last.at(-1)?.id),
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

/** Puts one's own new check-in on top, until the next fetch. */
async function addToFeed(client: QueryClient, checkin: Checkin): Promise<void> {
  const { queryKey } = feedQuery(checkin.mission_id);
  await client.cancelQueries({ queryKey });
  client.setQueryData(queryKey, (feed) => {
    const [first = []] = feed?.pages ?? [];
    if (!feed || first.some(({ id }) => id === checkin.id)) return feed;
    return withHead(feed, [checkin, ...first].slice(0, CHECKINS_PAGE));
  });
}

interface SentPhoto {
  photo: Blob | null;
  onProgress: (part: number) => void;
}

/** Only a photo takes long enough to show its progress. */
const filesOf = ({ photo, onProgress }: SentPhoto) =>
  photo ? { files: { photo }, transport: uploading(onProgress) } : {};

/** Writes the receipt into the user and the feed. The caller knows the mission, and marks the rest stale. */
async function showRecorded(client: QueryClient, receipt: CheckinReceipt): Promise<void> {
  const { points, level, streak_days } = receipt;
  client.setQueryData(meQuery.queryKey, (me) => me && { ...me, points, level, streak_days });
  await addToFeed(client, receipt.checkin);
}

/** Checks in: kept on the device first, then sent; answers the receipt or what is kept. */
export function useRecordCheckin() {
  const client = useQueryClient();
  const { id, timezone } = useMe();
  return useCallback(
    async (checkin: Omit<CheckinSubmission, 'user'>, onProgress: (part: number) => void): Promise<CheckinAnswer> => {
      const send = (body: Input<typeof createCheckin, 'body'>, photo: Blob | null) =>
        call(createCheckin, {
          body,
          ...filesOf({ photo, onProgress }),
          // A photo shows how far it is.
          ...(photo === null && { signal: AbortSignal.timeout(PATIENCE_MS) }),
        });
      const recorded = await submitCheckin({ ...checkin, user: { id, timezone } }, send);
      if ('receipt' in recorded) await showRecorded(client, recorded.receipt);
      return recorded;
    },
    [client, id, timezone],
  );
}

interface CheckinEdit extends SentPhoto {
  body: Input<typeof updateCheckin, 'body'>;
}

/** Saves an edit of an own check-in; the feed shows the server's answer, and the points are fetched again. */
export function useUpdateCheckin({ id, mission_id }: Pick<Checkin, 'id' | 'mission_id'>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ body, ...sent }: CheckinEdit): Promise<Checkin> =>
      call(updateCheckin, { params: { id }, body, ...filesOf(sent) }),
    onSuccess: async (edited) => {
      const { queryKey } = feedQuery(mission_id);
      await client.cancelQueries({ queryKey });
      client.setQueryData(
        queryKey,
        (feed) =>
          feed && { ...feed, pages: feed.pages.map((page) => page.map((row) => (row.id === id ? edited : row))) },
      );
      void markStale(client, 'own_checkin', { mission_id });
    },
  });
}

/** Hides a check-in with a reason, or shows it again; both wait for the feed. */
export function useHide() {
  const client = useQueryClient();
  return {
    hide: async (id: string, reason: string): Promise<void> => {
      await call(hideCheckin, { params: { id }, body: { reason } });
      await markStale(client, 'hidden_posts');
    },
    show: async (id: string): Promise<void> => {
      await call(showCheckin, { params: { id } });
      await markStale(client, 'hidden_posts');
    },
  };
}
