import { useMutation, useQueryClient } from '@tanstack/react-query';
import { deletePushSubscription, listPushSubscriptions } from '#contract/push.ts';
import { callQuery } from '#web/data/call-query.ts';
import * as keys from '#web/data/query-keys.ts';
import { markStale } from '#web/data/stale.ts';
import { call } from '#web/lib/api/api.ts';

/** The devices that receive push messages. */
export const pushDevicesQuery = callQuery(keys.pushDevices, listPushSubscriptions, {});

export function useRemovePushDevice() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(deletePushSubscription, { params: { id } }),
    onSettled: () => markStale(client, 'push_devices'),
  });
}
