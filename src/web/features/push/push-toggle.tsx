import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useMe } from '#web/data/me.ts';
import { endPushOnThisDevice } from '#web/data/push-subscription.ts';
import * as keys from '#web/data/query-keys.ts';
import { markStale } from '#web/data/stale.ts';
import { Button } from '#web/kit/button.tsx';
import { Pill } from '#web/kit/pill.tsx';
import { detailOf } from '#web/lib/api/api-error.ts';
import { toast } from '#web/lib/toast.ts';
import { PUSH_BLOCKED, readPushState, turnPushOn } from './push-permission.ts';
import { pushDevicesQuery, useRemovePushDevice } from './queries.ts';

const NOTES = {
  none: "This browser can't show push messages. You can still get reminders by email.",
  denied: PUSH_BLOCKED,
  soon: 'Setting up this device...',
  off: 'Your browser will ask once to let Emberkin send notifications. You choose which ones.',
  on: 'Push is on for this device.',
} as const;

const SOON_MS = 2000;

const pushHereQuery = queryOptions({
  queryKey: keys.pushHere,
  queryFn: readPushState,
  refetchInterval: ({ state: { data } }) => (data === 'soon' ? SOON_MS : false),
});

/** Whether push messages can reach any device: one has them on, or this one can turn them on; undefined while unknown. */
export function useCanReceivePush(): boolean | undefined {
  const { data: state } = useQuery(pushHereQuery);
  const { data: devices } = useQuery(pushDevicesQuery);
  if (devices && devices.length > 0) return true;
  return state && devices && state !== 'none' && state !== 'denied';
}

/** Turns push messages on this device on or off. It says what they are for before the browser asks for permission. */
export function PushToggle() {
  const me = useMe();
  const client = useQueryClient();
  const { data: state, refetch } = useQuery(pushHereQuery);
  const devices = useQuery(pushDevicesQuery);
  const remove = useRemovePushDevice();
  const [busy, setBusy] = useState(false);
  const act = async (work: () => Promise<unknown>, failed: string) => {
    setBusy(true);
    try {
      await work();
    } catch (error) {
      toast.error(detailOf(error, failed));
    } finally {
      await Promise.all([refetch(), markStale(client, 'push_devices')]);
      setBusy(false);
    }
  };
  const turnOff = async () => {
    const mine = devices.data?.find((device) => device.current);
    if (mine) await remove.mutateAsync(mine.id);
    await endPushOnThisDevice();
  };
  if (!state) return <p className="grid min-h-11 items-center text-sm text-ink-2">Checking this device...</p>;
  return (
    <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-5 gap-y-3">
      <p className="min-w-0 grow basis-64 text-sm text-ink-2">{NOTES[state]}</p>
      {state === 'off' && (
        <Button
          kind="night"
          size="sm"
          busy={busy}
          busyLabel="Turning on..."
          onClick={() => void act(() => turnPushOn(me.id), "We couldn't turn push on")}
        >
          Turn on for this device
        </Button>
      )}
      {state === 'on' && (
        <span className="flex items-center gap-3">
          <Pill tone="done">On</Pill>
          <Button
            kind="quiet"
            size="sm"
            busy={busy}
            busyLabel="Turning off..."
            onClick={() => void act(turnOff, "We couldn't turn push off")}
          >
            Turn off
          </Button>
        </span>
      )}
    </div>
  );
}
