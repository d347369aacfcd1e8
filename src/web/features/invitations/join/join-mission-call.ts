import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Answer } from '#contract/endpoint.ts';
import { joinMission, previewJoin } from '#contract/missions-join.ts';
import * as keys from '#web/data/query-keys.ts';
import { markStale } from '#web/data/stale.ts';
import { call } from '#web/lib/api/api.ts';

export const joinPreviewQuery = (code: string) =>
  queryOptions({
    queryKey: keys.joinPreview(code),
    queryFn: ({ signal }): Promise<Answer<typeof previewJoin>> => call(previewJoin, { params: { code }, signal }),
  });

export function useJoinMission() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (code: string) => call(joinMission, { params: { code } }),
    onSuccess: () => void markStale(client, 'dashboard'),
  });
}
