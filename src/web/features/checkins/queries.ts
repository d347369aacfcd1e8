import { infiniteQueryOptions, type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import {
  type Checkin,
  clearCheckin,
  hideCheckin,
  listCheckins,
  showCheckin,
  takeBackCheckin,
  updateCheckin,
} from '#contract/checkins.ts';
import type { Input } from '#contract/endpoint.ts';
import { CHECKINS_PAGE } from '#domain/limits.ts';
import * as keys from '#web/data/query-keys.ts';
import { markStale } from '#web/data/stale.ts';
import { call } from '#web/lib/api/api.ts';
import { ApiError } from '#web/lib/api/api-error.ts';
import { uploading } from '#web/lib/api/upload.ts';
import { withoutCheckin } from './feed/feed-pages.ts';

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

interface SentPhoto {
  photo: Blob | null;
  onProgress: (part: number) => void;
}

/** Only a photo takes long enough to show its progress. */
const filesOf = ({ photo, onProgress }: SentPhoto) =>
  photo ? { files: { photo }, transport: uploading(onProgress) } : {};

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

export const TAKEN_BACK = 'Taken back. The day is open again.';

/** Takes an own check-in back; resolves when the screens show the day as open again. */
export async function takeBack(client: QueryClient, { id, mission_id }: Pick<Checkin, 'id' | 'mission_id'>) {
  await call(takeBackCheckin, { params: { id } }).catch((error: unknown) => {
    // The answer to an earlier request was lost: it is taken back already.
    if (!(error instanceof ApiError) || error.code !== 'checkin_not_found') throw error;
  });
  const { queryKey } = feedQuery(mission_id);
  await client.cancelQueries({ queryKey });
  client.setQueryData(queryKey, (feed) => feed && withoutCheckin(feed, id));
  // Rest days that return may change the streak in every mission.
  await Promise.all([markStale(client, 'own_checkin'), markStale(client, 'notifications')]);
}

/** Removes the words and the photo of an own check-in; the feed shows the server's answer. */
export function useClearCheckin({ id, mission_id }: Pick<Checkin, 'id' | 'mission_id'>) {
  const onChange = useFeedCache(mission_id);
  return async (): Promise<void> => onChange(id, await call(clearCheckin, { params: { id } }));
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

export type ChangeCheckin = (checkinId: string, fields: Partial<Checkin>) => void;

/** Writes the server's answer about one check-in into the loaded feed. */
export function useFeedCache(missionId: string): ChangeCheckin {
  const client = useQueryClient();
  return useCallback(
    (checkinId, fields) => {
      const { queryKey } = feedQuery(missionId);
      const change = (row: Checkin) => (row.id === checkinId ? { ...row, ...fields } : row);
      const write = () => {
        client.setQueryData(queryKey, (feed) => feed && { ...feed, pages: feed.pages.map((page) => page.map(change)) });
      };
      write();
      // A page in flight will be joined with the rows as they were when it was requested.
      const query = client.getQueryCache().find({ queryKey });
      if (query?.state.fetchStatus === 'fetching') query.promise?.then(write, () => undefined);
    },
    [client, missionId],
  );
}
