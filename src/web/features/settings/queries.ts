import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { endSession, listSessions } from '#contract/auth.ts';
import type { Answer } from '#contract/endpoint.ts';
import { deletePushSubscription, listPushSubscriptions, type PushDevice } from '#contract/push.ts';
import { listReminders, type Reminder, saveReminder } from '#contract/reminders.ts';
import { readSettings, type Settings, saveSettings } from '#contract/settings.ts';
import { call } from '#web/lib/api/api.ts';
import { detailOf } from '#web/lib/api/api-error.ts';
import { toast } from '#web/lib/toast.ts';

export type Session = Answer<typeof listSessions>[number];

export const remindersQuery = queryOptions({
  queryKey: ['reminders'],
  queryFn: ({ signal }): Promise<Reminder[]> => call(listReminders, { signal }),
});
export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: ({ signal }): Promise<Settings> => call(readSettings, { signal }),
});
export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: ({ signal }): Promise<Session[]> => call(listSessions, { signal }),
});
export const pushDevicesQuery = queryOptions({
  queryKey: ['push-devices'],
  queryFn: ({ signal }): Promise<PushDevice[]> => call(listPushSubscriptions, { signal }),
});

const FAILED = 'Failed to save your settings';

/** Saves what one wants to hear of; the screen shows it at once and goes back when the server says no. */
export function useSaveSettings() {
  const client = useQueryClient();
  return useMutation({
    // One after the other, so that the last tap is what stays.
    scope: { id: 'settings' },
    mutationFn: (body: Settings) => call(saveSettings, { body }),
    onMutate: (next) => {
      // An answer that is on its way knows less.
      void client.cancelQueries(settingsQuery, { revert: false });
      client.setQueryData(settingsQuery.queryKey, next);
    },
    onError: (error) => toast.error(detailOf(error, FAILED)),
    onSettled: () => client.invalidateQueries(settingsQuery),
  });
}

/** The same for the reminder of a mission. */
export function useSaveReminder() {
  const client = useQueryClient();
  return useMutation({
    scope: { id: 'reminders' },
    mutationFn: ({ mission_id, hour, channel, is_on }: Reminder) =>
      call(saveReminder, { params: { id: mission_id }, body: { hour, channel, is_on } }),
    onMutate: (next) => {
      void client.cancelQueries(remindersQuery, { revert: false });
      client.setQueryData(remindersQuery.queryKey, (all) =>
        all?.map((one) => (one.mission_id === next.mission_id ? next : one)),
      );
    },
    onError: (error) => toast.error(detailOf(error, FAILED)),
    onSettled: () => client.invalidateQueries(remindersQuery),
  });
}

/** Ends a session of another device; its push messages end with it. */
export function useEndSession() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(endSession, { params: { id } }),
    onSettled: () => Promise.all([client.invalidateQueries(sessionsQuery), client.invalidateQueries(pushDevicesQuery)]),
  });
}

export function useRemovePushDevice() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(deletePushSubscription, { params: { id } }),
    onSettled: () => client.invalidateQueries(pushDevicesQuery),
  });
}
