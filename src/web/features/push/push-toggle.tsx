import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { detailOf } from '#web/lib/api/api-error.ts';
import { endPushOnThisDevice } from '#web/lib/push/push-subscription.ts';
import * as keys from '#web/lib/query-keys.ts';
import { useMe } from '#web/lib/session/me.ts';
import { markStale } from '#web/lib/stale.ts';
import { toast } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { Pill } from '#web/ui/pill.tsx';
import { readPushState, turnPushOn } from './push-permission.ts';
import { pushDevicesQuery, useRemovePushDevice } from './queries.ts';

const NOTES = {
  none: 'This browser cannot take push messages here. Reminders can come by e-mail.',
  denied: 'This browser was told not to show messages of Emberkin. Allow them in its settings for this site first.',
  soon: 'One moment: this device is being made ready.',
  off: 'Your browser will ask once whether Emberkin may show messages. You choose below what comes.',
  on: 'This device takes push messages.',
} as const;

const SOON_MS = 2000;

/** Turns push messages on this device on or off. It says what they are for before the browser asks for permission. */
export function PushToggle() {
  const me = useMe();
  const client = useQueryClient();
  const { data: state, refetch } = useQuery({
    queryKey: keys.pushHere,
    queryFn: readPushState,
    refetchInterval: ({ state: { data } }) => (data === 'soon' ? SOON_MS : false),
  });
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
  if (!state) return <p className="min-h-11 text-sm text-ink-2">Looking at this device...</p>;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-5 gap-y-3">
      <p className="min-w-0 grow basis-64 text-sm text-ink-2">{NOTES[state]}</p>
      {state === 'off' && (
        <Button
          kind="night"
          size="sm"
          busy={busy}
          busyLabel="Turning on..."
          onClick={() => void act(() => turnPushOn(me.id), 'Failed to turn push messages on')}
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
            onClick={() => void act(turnOff, 'Failed to turn push messages off')}
          >
            Turn off
          </Button>
        </span>
      )}
    </div>
  );
}
