import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { endSession, listSessions } from '#contract/auth.ts';
import type { Answer } from '#contract/endpoint.ts';
import { readSettings, type Settings, saveSettings } from '#contract/settings.ts';
import { call } from '#web/lib/api/api.ts';
import { detailOf } from '#web/lib/api/api-error.ts';
import * as keys from '#web/lib/query-keys.ts';
import { markStale } from '#web/lib/stale.ts';
import { toast } from '#web/lib/toast.ts';

export type Session = Answer<typeof listSessions>[number];

export const settingsQuery = queryOptions({
  queryKey: keys.settings,
  queryFn: ({ signal }): Promise<Settings> => call(readSettings, { signal }),
});
export const sessionsQuery = queryOptions({
  queryKey: keys.sessions,
  queryFn: ({ signal }): Promise<Session[]> => call(listSessions, { signal }),
});

/** Saves which messages the user receives; the screen shows it at once and reverts if the server refuses. */
export function useSaveSettings() {
  const client = useQueryClient();
  return useMutation({
    // One after the other, so that the last tap wins.
    scope: { id: 'settings' },
    mutationFn: (body: Settings) => call(saveSettings, { body }),
    onMutate: (next) => {
      // A fetch in flight may have started before this change.
      void client.cancelQueries(settingsQuery, { revert: false });
      client.setQueryData(settingsQuery.queryKey, next);
    },
    onError: (error) => toast.error(detailOf(error, "We couldn't save your settings. Please try again.")),
    onSettled: () => markStale(client, 'settings'),
  });
}

/** Ends a session of another device. */
export function useEndSession() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(endSession, { params: { id } }),
    onSettled: () => markStale(client, 'sessions'),
  });
}
