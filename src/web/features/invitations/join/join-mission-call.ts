import { useMutation, useQueryClient } from '@tanstack/react-query';
import { joinMission, previewJoin } from '#contract/missions-join.ts';
import { callQuery } from '#web/data/call-query.ts';
import * as keys from '#web/data/query-keys.ts';
import { markStale } from '#web/data/stale.ts';
import { call } from '#web/lib/api/api.ts';

export const joinPreviewQuery = (code: string) => callQuery(keys.joinPreview(code), previewJoin, { params: { code } });

export function useJoinMission() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (code: string) => call(joinMission, { params: { code } }),
    onSuccess: () => void markStale(client, 'dashboard'),
  });
}
