import { deletePushSubscription, listPushSubscriptions } from '#contract/push.ts';
import { call } from '#platform/web/lib/api/api.ts';
import { callQuery } from '#web/data/call-query.ts';
import * as keys from '#web/data/query-keys.ts';
import { useChange } from '#web/data/use-change.ts';

export const pushDevicesQuery = callQuery(keys.pushDevices, listPushSubscriptions);

export const useRemovePushDevice = () =>
  useChange('push_devices', (id: string) => call(deletePushSubscription, { params: { id } }));
