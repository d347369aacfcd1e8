import { useQuery } from '@tanstack/react-query';
import { Button } from '#platform/web/kit/button.tsx';
import { Pill } from '#platform/web/kit/pill.tsx';
import { useFocusFallback } from '#platform/web/kit/use-focus-fallback.ts';
import { fullDate } from '#platform/web/lib/format.ts';
import { useT } from '#platform/web/lib/language.ts';
import { toast } from '#platform/web/lib/toast.ts';
import { useMe } from '#web/data/me.ts';
import { pushDevicesQuery, useRemovePushDevice } from './queries.ts';

export function PushDevices() {
  const t = useT();
  const { timezone } = useMe();
  const { data: devices = [] } = useQuery(pushDevicesQuery);
  const remove = useRemovePushDevice();
  const heading = useFocusFallback(devices.length);
  if (devices.length === 0) return null;
  const end = (id: string) =>
    remove.mutate(id, { onError: (error) => toast.failure(error, t('app.push.devices.not_removed')) });
  return (
    <div className="mt-3 pt-4 seam">
      <h3 ref={heading} tabIndex={-1} className="text-sm font-bold">
        {t('app.push.devices.title')}
      </h3>
      <ul className="mt-1">
        {devices.map((device) => (
          <li key={device.id} className="flex min-h-12 items-center gap-3">
            <p className="min-w-0 grow text-sm">
              <span className="me-2 font-semibold wrap-anywhere">{device.name}</span>
              {device.current && <Pill tone="done">{t('app.settings.sessions.this_device')}</Pill>}
              <span className="block text-xs text-ink-2">
                {t('app.push.devices.since', { day: fullDate(device.created_at, timezone) })}
              </span>
            </p>
            {!device.current && (
              <Button
                kind="bare"
                aria-label={t('app.push.devices.remove_of', { device: device.name })}
                disabled={remove.isPending}
                onClick={() => end(device.id)}
              >
                {t('start.common.remove')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
