import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type Mission, muteMission } from '#contract/missions.ts';
import { call } from '#platform/web/lib/api/api.ts';
import { useT } from '#platform/web/lib/language.ts';
import { toast } from '#platform/web/lib/toast.ts';
import * as keys from '#web/data/query-keys.ts';
import { markStale } from '#web/data/stale.ts';
import { writeCached } from '#web/data/write-cached.ts';

/**
 * Mutes a mission's check-ins in the user's bell and push messages, or undoes that.
 *
 * The screen shows it immediately and reverts if the server refuses.
 */
export function useMute() {
  const t = useT();
  const client = useQueryClient();
  return useMutation({
    // Runs one at a time, so the last tap wins.
    scope: { id: 'mute' },
    mutationFn: ({ mission_id, muted }: { mission_id: string; muted: boolean }) =>
      call(muteMission, { params: { id: mission_id }, body: { muted } }),
    onMutate: ({ mission_id, muted }) =>
      writeCached<Mission>(client, keys.mission(mission_id), (mission) => ({ ...mission, muted })),
    onError: (error) => toast.failure(error, t('app.settings.not_saved')),
    onSettled: (_data, _error, { mission_id }) => markStale(client, 'muted', { mission_id }),
  });
}
