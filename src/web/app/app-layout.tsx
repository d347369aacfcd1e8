import { useQuery } from '@tanstack/react-query';
import { Outlet } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { Dashboard } from '#contract/dashboard.ts';
import { useLogOut } from '#web/features/auth/log-out.ts';
import { dashboardQuery } from '#web/features/dashboard/queries.ts';
import { planLabel, useMe } from '#web/lib/me.ts';
import { usePhone } from '#web/lib/use-media.ts';
import { type Shell, ShellProvider } from '#web/ui/shell.ts';
import { HeaderBell, InvitationBell, TabBell } from './bells.tsx';
import { useToastsAhead } from './toasts.tsx';

/** The first mission that may be checked in to today; `done` when each one is in. */
function nextCheckin({ missions, checked_in_missions }: Dashboard): Shell['checkin'] {
  const open = missions.find((m) => m.can.check_in && !checked_in_missions.includes(m.id));
  if (open) return { mission_id: open.id };
  return missions.some((m) => m.state === 'active') ? 'done' : null;
}

/** Loads what stands round every signed-in page. Only phones have the bar that needs the dashboard. */
export function AppLayout() {
  const me = useMe();
  const phone = usePhone();
  const dashboard = useQuery({ ...dashboardQuery, enabled: phone && me.profile_completed });
  const logOut = useLogOut();
  useToastsAhead();
  useEffect(() => {
    // Not for the first paint; what fails now is tried again on the next visit.
    const renew = () => import('#web/features/settings/push-device.ts').then(({ renewPush }) => renewPush(me.id));
    void renew().catch(() => undefined);
  }, [me.id]);
  const shell: Shell = {
    me,
    plan: planLabel(me),
    checkin: dashboard.data ? nextCheckin(dashboard.data) : null,
    logOut: () => logOut.mutate(),
    loggingOut: logOut.isPending,
    mailbox: me.profile_completed ? <InvitationBell /> : null,
    bell: me.profile_completed ? <HeaderBell /> : null,
    tabBell: me.profile_completed ? <TabBell /> : null,
  };
  return (
    <ShellProvider value={shell}>
      <Outlet />
    </ShellProvider>
  );
}
