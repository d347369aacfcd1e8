import { useQuery } from '@tanstack/react-query';
import { useDateStyle } from '#platform/web/lib/format.ts';
import { useT } from '#platform/web/lib/language.ts';
import { dashboardQuery } from '#web/data/missions/queries.ts';
import { YourData } from '#web/features/account/your-data.tsx';
import { Password } from '#web/features/auth/change-password.tsx';
import { LogOutEverywhere } from '#web/features/auth/log-out-everywhere.tsx';
import { Page } from '#web/features/frame/page.tsx';
import { BringDays } from '#web/features/imports/bring-days.tsx';
import { PushDevices } from '#web/features/push/push-devices.tsx';
import { PushToggle, useCanReceivePush } from '#web/features/push/push-toggle.tsx';
import { pushDevicesQuery } from '#web/features/push/queries.ts';
import { Reminders } from '#web/features/reminders/reminder-settings.tsx';
import { Appearance } from '#web/features/settings/appearance.tsx';
import { Mails, Notifications } from '#web/features/settings/notifications.tsx';
import { Sessions } from '#web/features/settings/sessions.tsx';

export function SettingsPage() {
  const t = useT();
  const devices = useQuery(pushDevicesQuery);
  const { data: dashboard } = useQuery(dashboardQuery);
  const weekly = new Set(dashboard?.missions.filter(({ schedule }) => schedule.kind === 'weekly').map(({ id }) => id));
  const reachable = useCanReceivePush();
  // The page's own dates follow the chosen style.
  useDateStyle();
  return (
    <Page title={t('app.titles.settings')} back="profile">
      <h1 className="mb-6 text-2xl font-extrabold sm:text-3xl">{t('app.titles.settings')}</h1>
      <div className="grid items-start gap-6 lg:grid-cols-[1fr_21rem]">
        <div className="grid grid-cols-1 gap-6">
          <Reminders pushReady={devices.data && devices.data.length > 0} weekly={weekly} />
          <Notifications toggle={<PushToggle />} reachable={reachable} devices={<PushDevices />} />
          <Sessions end={<LogOutEverywhere />} />
        </div>
        <div className="grid grid-cols-1 gap-6">
          <Appearance />
          <Mails />
          <Password />
          <YourData>
            <BringDays />
          </YourData>
        </div>
      </div>
    </Page>
  );
}
