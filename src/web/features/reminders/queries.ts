import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Answer } from '#contract/endpoint.ts';
import {
  type CheckinLink,
  listReminders,
  previewCheckinLink,
  previewUnsubscribe,
  type Reminder,
  saveReminder,
} from '#contract/reminders.ts';
import { call } from '#web/lib/api/api.ts';
import { detailOf, isRetryable } from '#web/lib/api/api-error.ts';
import * as keys from '#web/lib/query-keys.ts';
import { markStale } from '#web/lib/stale.ts';
import { toast } from '#web/lib/toast.ts';

export const remindersQuery = queryOptions({
  queryKey: keys.reminders,
  queryFn: ({ signal }): Promise<Reminder[]> => call(listReminders, { signal }),
});

/** Saves the reminder of a mission; the screen shows it at once and reverts if the server refuses. */
export function useSaveReminder() {
  const client = useQueryClient();
  return useMutation({
    // One after the other, so that the last tap wins.
    scope: { id: 'reminders' },
    mutationFn: ({ mission_id, hour, channel, is_on }: Reminder) =>
      call(saveReminder, { params: { id: mission_id }, body: { hour, channel, is_on } }),
    onMutate: (next) => {
      // A fetch in flight may have started before this change.
      void client.cancelQueries(remindersQuery, { revert: false });
      client.setQueryData(remindersQuery.queryKey, (all) =>
        all?.map((one) => (one.mission_id === next.mission_id ? next : one)),
      );
    },
    onError: (error) => toast.error(detailOf(error, 'Failed to save your settings')),
    onSettled: () => markStale(client, 'reminders'),
  });
}

/** What a link is for changes only by its own button, so there is no need to fetch it again. */
const LINK_OPTIONS = {
  retry: (failures: number, error: Error) => isRetryable(error) && failures < 2,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
} as const;

export const checkinLinkQuery = (token: string) =>
  queryOptions({
    queryKey: keys.checkinLink(token),
    queryFn: ({ signal }): Promise<CheckinLink> => call(previewCheckinLink, { params: { token }, signal }),
    ...LINK_OPTIONS,
  });

export const unsubscribeQuery = (token: string) =>
  queryOptions({
    queryKey: keys.unsubscribe(token),
    queryFn: ({ signal }): Promise<Answer<typeof previewUnsubscribe>> =>
      call(previewUnsubscribe, { params: { token }, signal }),
    ...LINK_OPTIONS,
  });
