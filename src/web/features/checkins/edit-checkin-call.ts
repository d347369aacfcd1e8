import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type Checkin, clearCheckin, updateCheckin } from '#contract/checkins.ts';
import type { Input } from '#platform/contract/endpoint.ts';
import { call } from '#platform/web/lib/api/api.ts';
import { uploading } from '#platform/web/lib/api/upload.ts';
import { markStale } from '#web/data/stale.ts';
import { writeCached } from '#web/data/write-cached.ts';
import { feedQuery, useFeedCache } from './feed/list-checkins.ts';

interface SentPhoto {
  photo: Blob | null;
  onProgress: (part: number) => void;
}

/** Reports progress only for photos; other requests are too quick. */
const filesOf = ({ photo, onProgress }: SentPhoto) =>
  photo ? { files: { photo }, transport: uploading(onProgress) } : {};

interface CheckinEdit extends SentPhoto {
  body: Input<typeof updateCheckin, 'body'>;
}

export function useUpdateCheckin({ id, mission_id }: Pick<Checkin, 'id' | 'mission_id'>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ body, ...sent }: CheckinEdit): Promise<Checkin> =>
      call(updateCheckin, { params: { id }, body, ...filesOf(sent) }),
    onSuccess: async (edited) => {
      await writeCached(client, feedQuery(mission_id).queryKey, (feed) => ({
        ...feed,
        pages: feed.pages.map((page) => page.map((row) => (row.id === id ? edited : row))),
      }));
      void markStale(client, 'own_checkin', { mission_id });
    },
  });
}

export function useClearCheckin({ id, mission_id }: Pick<Checkin, 'id' | 'mission_id'>) {
  const onChange = useFeedCache(mission_id);
  return async (): Promise<void> => onChange(id, await call(clearCheckin, { params: { id } }));
}
