import { useQueryClient } from '@tanstack/react-query';
import { hideCheckin, showCheckin } from '#contract/checkins.ts';
import { markStale } from '#web/data/stale.ts';
import { call } from '#web/lib/api/api.ts';

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
