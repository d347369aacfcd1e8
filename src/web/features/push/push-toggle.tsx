import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { PlainKey } from '#platform/i18n/translate.ts';
import { Button } from '#platform/web/kit/button.tsx';
import { Pill } from '#platform/web/kit/pill.tsx';
import { useT } from '#platform/web/lib/language.ts';
import { toast } from '#platform/web/lib/toast.ts';
import { useMe } from '#web/data/me.ts';
import { endPushOnThisDevice } from '#web/data/push-subscription.ts';
import * as keys from '#web/data/query-keys.ts';
import { markStale } from '#web/data/stale.ts';
import { readPushState, turnPushOn } from './push-permission.ts';
import { pushDevicesQuery, useRemovePushDevice } from './queries.ts';

const NOTES = {
  none: 'app.push.none',
  denied: 'app.push.blocked',
  soon: 'app.push.soon',
  off: 'app.push.off',
  on: 'app.push.on',
} as const satisfies Record<string, PlainKey>;

const SOON_MS = 2000;

const pushHereQuery = queryOptions({
  queryKey: keys.pushHere,
  queryFn: readPushState,
  refetchInterval: ({ state: { data } }) => (data === 'soon' ? SOON_MS : false),
});

/**
 * Returns whether any device can receive push messages. Returns undefined while unknown. While the devices are loading,
 * this one decides.
 */
export function useCanReceivePush(): boolean | undefined {
  const { data: state } = useQuery(pushHereQuery);
  const { data: devices } = useQuery(pushDevicesQuery);
  if (devices && devices.length > 0) return true;
  return state && state !== 'none' && state !== 'denied';
}

/** Turns push messages on this device on or off. It explains them before the browser asks for permission. */
export function PushToggle() {
  const t = useT();
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
      toast.failure(error, failed);
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
  if (!state) return <p className="grid min-h-11 items-center text-sm text-ink-2">{t('app.push.checking')}</p>;
  return (
    <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-5 gap-y-3">
      <p className="min-w-0 grow basis-64 text-sm text-ink-2">{t(NOTES[state])}</p>
      {state === 'off' && (
        <Button
          kind="night"
          size="sm"
          busy={busy}
          busyLabel={t('app.push.turning_on')}
          onClick={() => void act(() => turnPushOn(me.id), t('app.push.not_turned_on'))}
        >
          {t('app.push.turn_on')}
        </Button>
      )}
      {state === 'on' && (
        <span className="flex items-center gap-3">
          <Pill tone="done">{t('app.push.is_on')}</Pill>
          <Button
            kind="quiet"
            size="sm"
            busy={busy}
            busyLabel={t('app.push.turning_off')}
            onClick={() => void act(turnOff, t('app.push.not_turned_off'))}
          >
            {t('app.push.turn_off')}
          </Button>
        </span>
      )}
    </div>
  );
}
