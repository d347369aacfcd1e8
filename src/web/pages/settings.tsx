import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { dayOf } from '#domain/days.ts';
import { useMe } from '#web/data/me.ts';
import { dashboardQuery } from '#web/data/missions/queries.ts';
import { YourData } from '#web/features/account/your-data.tsx';
import { Password } from '#web/features/auth/change-password.tsx';
import { CheckinKeys } from '#web/features/checkin-keys/key-list.tsx';
import { Page } from '#web/features/frame/page.tsx';
import { useShell } from '#web/features/frame/shell.ts';
import { PushToggle, useCanReceivePush } from '#web/features/push/push-toggle.tsx';
import { pushDevicesQuery, useRemovePushDevice } from '#web/features/push/queries.ts';
import { Reminders } from '#web/features/reminders/reminder-settings.tsx';
import { Mails, Notifications } from '#web/features/settings/notifications.tsx';
import { Sessions } from '#web/features/settings/sessions.tsx';
import { ThemeSwitch } from '#web/features/settings/theme-switch.tsx';
import { Button } from '#web/kit/button.tsx';
import { Pill } from '#web/kit/pill.tsx';
import { Section } from '#web/kit/section.tsx';
import { Select } from '#web/kit/select.tsx';
import { useFocusFallback } from '#web/kit/use-focus-fallback.ts';
import { detailOf } from '#web/lib/api/api-error.ts';
import { type DateStyle, fullDay, setDateStyle, useDateStyle } from '#web/lib/format.ts';
import { toast } from '#web/lib/toast.ts';

/** The devices that receive push messages; nothing if there are none. */
function PushDevices() {
  const { timezone } = useMe();
  const { data: devices = [] } = useQuery(pushDevicesQuery);
  const remove = useRemovePushDevice();
  const heading = useFocusFallback(devices.length);
  if (devices.length === 0) return null;
  const end = (id: string) =>
    remove.mutate(id, { onError: (error) => toast.error(detailOf(error, "We couldn't remove the device")) });
  return (
    <div className="mt-3 pt-4 seam">
      <h3 ref={heading} tabIndex={-1} className="text-sm font-bold">
        Devices with push on
      </h3>
      <ul className="mt-1">
        {devices.map((device) => (
          <li key={device.id} className="flex min-h-12 items-center gap-3">
            <p className="min-w-0 grow text-sm">
              <span className="me-2 font-semibold wrap-anywhere">{device.name}</span>
              {device.current && <Pill tone="done">This device</Pill>}
              <span className="block text-xs text-ink-2">
                Since {fullDay(dayOf(new Date(device.created_at), timezone))}
              </span>
            </p>
            {!device.current && (
              <Button
                kind="bare"
                aria-label={`Remove ${device.name}`}
                disabled={remove.isPending}
                onClick={() => end(device.id)}
              >
                Remove
              </Button>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

const STYLES: readonly { value: DateStyle; label: string }[] = [
  { value: 'day', label: '21 November 2026' },
  { value: 'month', label: 'November 21, 2026' },
  { value: 'numbers', label: '2026-11-21' },
];

/** How Emberkin looks in this browser. */
function Appearance() {
  const style = useDateStyle();
  return (
    <Section id="appearance" title="Appearance" lead="On this device">
      <div className="grid gap-5">
        <ThemeSwitch />
        <Select id="dates" label="Dates" options={STYLES} value={style} onChange={setDateStyle} />
      </div>
    </Section>
  );
}

export function SettingsPage() {
  const devices = useQuery(pushDevicesQuery);
  const { data: dashboard } = useQuery(dashboardQuery);
  const weekly = new Set(dashboard?.missions.filter(({ schedule }) => schedule.kind === 'weekly').map(({ id }) => id));
  const reachable = useCanReceivePush();
  const { logOutEverywhere } = useShell();
  // The page's own dates follow the chosen style.
  useDateStyle();
  return (
    <Page title="Settings">
      <Link
        to="/profile"
        className="mb-2 inline-flex min-h-11 items-center gap-2 rounded-sm pe-2 text-sm font-semibold text-ink-2 hover:text-ink"
      >
        <ArrowLeft className="size-4.5 rtl:rotate-180" aria-hidden />
        Back to Profile
      </Link>
      <h1 className="mb-6 text-2xl font-extrabold sm:text-3xl">Settings</h1>
      <div className="grid items-start gap-6 lg:grid-cols-[1fr_21rem]">
        <div className="grid grid-cols-1 gap-6">
          <Reminders pushReady={devices.data && devices.data.length > 0} weekly={weekly} />
          <Notifications toggle={<PushToggle />} reachable={reachable} devices={<PushDevices />} />
          <Sessions end={logOutEverywhere} />
          <CheckinKeys />
        </div>
        <div className="grid grid-cols-1 gap-6">
          <Appearance />
          <Mails />
          <Password />
          <YourData />
        </div>
      </div>
    </Page>
  );
}
