import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { Outlet } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { Dashboard } from '#contract/dashboard.ts';
import { useLogOut } from '#web/features/auth/log-out.ts';
import { dashboardWithPending } from '#web/features/checkins/pending-checkins.ts';
import { dashboardQuery } from '#web/features/dashboard/queries.ts';
import { InstallButton } from '#web/features/install/install-button.tsx';
import { missionQuery } from '#web/features/missions/queries.ts';
import { LeaveWaiting } from '#web/features/outbox/confirm-logout.tsx';
import { useOutbox } from '#web/features/outbox/use-outbox.ts';
import { watchInstall } from '#web/lib/install.ts';
import { persistAnswers } from '#web/lib/offline/offline-cache.ts';
import { countWaiting } from '#web/lib/outbox/outbox-store.ts';
import { registerServiceWorker } from '#web/lib/service-worker.ts';
import { planLabel, useMe } from '#web/lib/session/me.ts';
import { trackUnsavedInput } from '#web/lib/unsaved-input.ts';
import { usePhone } from '#web/lib/use-media.ts';
import { type Shell, ShellProvider } from '#web/ui/shell.ts';
import { Notices } from './app-notices.tsx';
import { HeaderBell, InvitationBell, TabBell } from './header-bells.tsx';
import { PullToRefresh } from './pull-to-refresh.tsx';
import { useToastsAhead } from './toasts.tsx';
import { useLive } from './use-live-hints.ts';
import { useNotificationNavigation } from './use-notification-navigation.ts';
import { useOutboxSenders } from './use-outbox-senders.ts';

/** The first mission that may be checked in to today; `done` when each one is in. */
function nextCheckin({ missions, checked_in_missions }: Dashboard): Shell['checkin'] {
  const open = missions.find((m) => m.can.check_in && !checked_in_missions.includes(m.id));
  if (open) return { mission_id: open.id };
  return missions.some((m) => m.state === 'active') ? 'done' : null;
}

/** After what the page itself needs. */
const APP_AFTER_MS = 2000;
let appFollowed = false;

const AHEAD_MAX = 5;
/** What the device knows this well is not asked for again at every start; the page that shows it asks anyway. */
const AHEAD_FRESH_MS = 3_600_000;

/** Brings the home screen and what is open today onto the device, so that it is known when the network goes. */
async function fetchAhead(client: QueryClient): Promise<void> {
  const { missions } = await client.ensureQueryData(dashboardQuery).catch(() => ({ missions: [] }));
  for (const { id } of missions.filter(({ can }) => can.check_in).slice(0, AHEAD_MAX)) {
    const known = client.getQueryState(missionQuery(id).queryKey)?.dataUpdatedAt ?? 0;
    if (Date.now() - known > AHEAD_FRESH_MS) await client.prefetchQuery(missionQuery(id));
  }
}

/** Makes an app of the site: installable, and there without a network. Once a page, whatever the route. */
function useInstalledApp(profiled: boolean): void {
  const client = useQueryClient();
  useEffect(() => persistAnswers(client), [client]);
  useEffect(trackUnsavedInput, []);
  useEffect(() => {
    if (appFollowed) return;
    const timer = setTimeout(() => {
      appFollowed = true;
      watchInstall();
      // Without it everything works but the day without a network.
      registerServiceWorker().catch(() => undefined);
      if (profiled) void fetchAhead(client);
    }, APP_AFTER_MS);
    return () => clearTimeout(timer);
  }, [client, profiled]);
}

/** Push messages of this device go on with the new session; what fails is tried again on the next visit. */
function usePushRenewed(meId: string): void {
  useEffect(() => {
    // Who never allowed them has none, and does without the code of it.
    if (!('Notification' in window) || Notification.permission !== 'granted') return;
    const renew = () => import('#web/features/push/push-permission.ts').then(({ renewPush }) => renewPush(meId));
    void renew().catch(() => undefined);
  }, [meId]);
}

/** Loads what stands round every signed-in page. Only phones have the bar that needs the dashboard. */
export function AppLayout() {
  const me = useMe();
  const phone = usePhone();
  const dashboard = useQuery({ ...dashboardQuery, enabled: phone && me.profile_completed });
  const items = useOutbox();
  const logOut = useLogOut();
  const [waiting, setWaiting] = useState(0);
  useOutboxSenders(me.id);
  // What is on this device alone would go with everything else: that is said before.
  const leave = async () => {
    const count = await countWaiting(me.id).catch(() => 0);
    if (count > 0) setWaiting(count);
    else logOut.mutate();
  };
  useToastsAhead();
  useLive();
  useNotificationNavigation();
  useInstalledApp(me.profile_completed);
  usePushRenewed(me.id);
  const shell: Shell = {
    me,
    plan: planLabel(me),
    checkin: dashboard.data ? nextCheckin(dashboardWithPending(dashboard.data, items)) : null,
    logOut: () => void leave(),
    loggingOut: logOut.isPending,
    mailbox: me.profile_completed ? <InvitationBell /> : null,
    bell: me.profile_completed ? <HeaderBell /> : null,
    notices: <Notices />,
    install: (className) => <InstallButton className={className} />,
    tabBell: me.profile_completed ? <TabBell /> : null,
  };
  return (
    <ShellProvider value={shell}>
      <PullToRefresh />
      <Outlet />
      {waiting > 0 && (
        <LeaveWaiting
          count={waiting}
          busy={logOut.isPending}
          onLeave={() => logOut.mutate()}
          onClose={() => setWaiting(0)}
        />
      )}
    </ShellProvider>
  );
}
