import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { Outlet, useRouter } from '@tanstack/react-router';
import { Mail } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import type { Dashboard } from '#contract/dashboard.ts';
import { useMe } from '#web/data/me.ts';
import { dashboardWithPending } from '#web/data/missions/pending.ts';
import { dashboardQuery, missionQuery } from '#web/data/missions/queries.ts';
import { persistAnswers } from '#web/data/offline/offline-cache.ts';
import { countUnsent } from '#web/data/outbox/outbox-store.ts';
import { useOutbox } from '#web/data/outbox/use-outbox.ts';
import { usePlans } from '#web/data/site.ts';
import { unsentWarning, useLogOut } from '#web/features/auth/log-out.ts';
import { LogOutEverywhere } from '#web/features/auth/log-out-everywhere.tsx';
import { planLabel } from '#web/features/billing/plans.ts';
import { showOpenCount } from '#web/features/frame/due-count.ts';
import { Notices } from '#web/features/frame/notices.tsx';
import { readNavigation } from '#web/features/frame/notification-navigation.ts';
import { PullToRefresh } from '#web/features/frame/pull-to-refresh.tsx';
import { type Shell, ShellProvider } from '#web/features/frame/shell.ts';
import { useOutboxSenders } from '#web/features/frame/use-outbox-senders.ts';
import { watchInstall } from '#web/features/install/install.ts';
import { InstallButton } from '#web/features/install/install-button.tsx';
import { InvitationMenu } from '#web/features/invitations/invitation-menu.tsx';
import { useInbox } from '#web/features/invitations/queries.ts';
import { HeaderNotificationBell, TabNotificationBell } from '#web/features/notifications/bell.tsx';
import { BellCount } from '#web/kit/bell-count.tsx';
import { IconButton } from '#web/kit/button.tsx';
import { ConfirmDialog } from '#web/kit/confirm-action.tsx';
import { PopoverRoot, usePopover } from '#web/kit/popover.tsx';
import { registerServiceWorker } from '#web/lib/service-worker.ts';
import { getToken } from '#web/lib/session/session.ts';
import { trackUnsavedInput } from '#web/lib/unsaved-input.ts';
import type { CheckInSheet } from '#web/pages/check-in.tsx';
import { useToastsAhead } from './toasts.tsx';

interface ConfirmLogoutProps {
  /** How many items exist on this device alone. */
  count: number;
  busy: boolean;
  onLogout: () => void;
  onClose: () => void;
}

/** Asks before logging out removes what was never sent. */
function ConfirmLogout({ count, busy, onLogout, onClose }: ConfirmLogoutProps) {
  return (
    <ConfirmDialog
      title="Not everything has been sent"
      confirm="Log out and discard"
      danger
      busyLabel="Logging out..."
      busy={busy}
      cancel="Stay logged in"
      onConfirm={onLogout}
      onClose={onClose}
    >
      {unsentWarning(count)}
    </ConfirmDialog>
  );
}

/** The invitations bell: an icon of the header, on phones too. */
function HeaderInvitationBell() {
  const pending = useInbox().data?.length ?? 0;
  const popover = usePopover();
  return (
    <PopoverRoot popover={popover} panel={<InvitationMenu onClose={popover.close} />}>
      <IconButton
        label={pending > 0 ? `Mission Invitations, ${pending} pending` : 'Mission Invitations'}
        ref={popover.button}
        aria-haspopup="dialog"
        aria-expanded={popover.open}
        onClick={popover.toggle}
      >
        <Mail className="size-5.5" aria-hidden />
        <BellCount count={pending} />
      </IconButton>
    </PopoverRoot>
  );
}

/** Navigates where a tap on a notification leads, without reloading the page. */
function useNotificationNavigation(): void {
  const router = useRouter();
  useEffect(() => {
    if (!('serviceWorker' in navigator)) return;
    const onMessage = ({ data, ports }: MessageEvent<unknown>) => {
      const path = readNavigation(data);
      if (path === undefined) return;
      // Without this answer the worker reloads the window.
      ports[0]?.postMessage(true);
      router.history.push(path);
    };
    navigator.serviceWorker.addEventListener('message', onMessage);
    return () => navigator.serviceWorker.removeEventListener('message', onMessage);
  }, [router]);
}

/** Which missions ask for a check-in today. */
function todaysCheckins(dashboard: Dashboard | undefined): Shell['checkin'] {
  if (!dashboard) return { state: 'unknown', missions: [] };
  const idsOf = (key: 'needed_today' | 'due_today') => dashboard.missions.filter((m) => m[key]).map(({ id }) => id);
  const [needed, due] = [idsOf('needed_today'), idsOf('due_today')];
  if (needed.length > 0) return { state: 'needed', missions: needed };
  if (dashboard.checked_in_missions.length > 0) return { state: 'done', missions: due };
  return { state: due.length > 0 ? 'possible' : 'none', missions: due };
}

/** Shows how many check-ins are needed where the page itself is not seen: on the app's icon and in the browser's tab. */
function useOpenCount({ state, missions }: Shell['checkin']): void {
  const count = state === 'unknown' ? null : state === 'needed' ? missions.length : 0;
  useEffect(() => {
    if (count === null) return;
    // In a task of its own, because setting a badge takes browsers some milliseconds.
    const timer = setTimeout(() => showOpenCount(count));
    return () => clearTimeout(timer);
  }, [count]);
  // Whoever has logged out has nothing open.
  useEffect(
    () => () => {
      if (getToken() === null) showOpenCount(0);
    },
    [],
  );
}

/** The list of today's missions over the page. Its code is that of its page, and is loaded when it is opened. */
function useQuickCheckin() {
  const router = useRouter();
  const [Sheet, setSheet] = useState<typeof CheckInSheet | null>(null);
  const close = useCallback(() => setSheet(null), []);
  const open = () =>
    void import('#web/pages/check-in.tsx').then(
      (page) => setSheet(() => page.CheckInSheet),
      () => router.navigate({ to: '/check-in' }),
    );
  return { open, sheet: Sheet && <Sheet onClose={close} /> };
}

/** Starts after the page has loaded what it needs itself. */
const INSTALL_DELAY_MS = 2000;
let started = false;

const PREFETCH_MAX = 5;
/** A mission cached within this time is not prefetched; the page that shows it fetches it anyway. */
const PREFETCH_AGE_MS = 3_600_000;

/** Caches the home screen and the missions that can be checked in to today, for when the network goes away. */
async function prefetchToday(client: QueryClient): Promise<void> {
  const { missions } = await client.ensureQueryData(dashboardQuery).catch(() => ({ missions: [] }));
  for (const { id } of missions.filter(({ can }) => can.check_in).slice(0, PREFETCH_MAX)) {
    const fetchedAt = client.getQueryState(missionQuery(id).queryKey)?.dataUpdatedAt ?? 0;
    if (Date.now() - fetchedAt > PREFETCH_AGE_MS) await client.prefetchQuery(missionQuery(id));
  }
}

/** Makes the site installable and available offline. Once per page load, whatever the route. */
function useInstalledApp(profiled: boolean): void {
  const client = useQueryClient();
  useEffect(() => persistAnswers(client), [client]);
  useEffect(trackUnsavedInput, []);
  useEffect(() => {
    if (started) return;
    const timer = setTimeout(() => {
      started = true;
      watchInstall();
      // Without the service worker only the offline app and push messages are missing.
      registerServiceWorker().catch(() => undefined);
      if (profiled) void prefetchToday(client);
    }, INSTALL_DELAY_MS);
    return () => clearTimeout(timer);
  }, [client, profiled]);
}

/**
 * Follows the hints of the server while `signedIn`. The code is loaded after the first paint; if that fails, screens
 * ask by their timers.
 */
function useLiveHints(signedIn: boolean): void {
  const client = useQueryClient();
  useEffect(() => {
    if (!signedIn) return;
    let unmounted = false;
    let stop: () => void = () => undefined;
    import('#web/data/live/follow-hints.ts').then(
      ({ followHints }) => {
        if (!unmounted) stop = followHints(client);
      },
      () => undefined,
    );
    return () => {
      unmounted = true;
      stop();
    };
  }, [client, signedIn]);
}

/** Moves the push subscription of this device to the new session; a failure is tried again on the next visit. */
function usePushRenewed(meId: string): void {
  useEffect(() => {
    // Loaded only where push permission was granted.
    if (!('Notification' in window) || Notification.permission !== 'granted') return;
    const renew = () => import('#web/features/push/push-permission.ts').then(({ renewPush }) => renewPush(meId));
    void renew().catch(() => undefined);
  }, [meId]);
}

/** The frame of every signed-in page. */
export function AppLayout() {
  const me = useMe();
  const plans = usePlans();
  const { data } = useQuery({ ...dashboardQuery, enabled: me.profile_completed });
  const items = useOutbox();
  const logOut = useLogOut();
  const [unsent, setUnsent] = useState(0);
  useOutboxSenders(me.id);
  // Logging out deletes what is only on this device, so it asks first.
  const leave = async () => {
    const count = await countUnsent(me.id).catch(() => 0);
    if (count > 0) setUnsent(count);
    else logOut.mutate();
  };
  useToastsAhead();
  // A stream that opened while the session is being ended would be refused.
  useLiveHints(!logOut.isPending);
  useNotificationNavigation();
  useInstalledApp(me.profile_completed);
  usePushRenewed(me.id);
  const checkin = todaysCheckins(data && dashboardWithPending(data, items));
  useOpenCount(checkin);
  const quick = useQuickCheckin();
  const shell: Shell = {
    me,
    plan: plans ? planLabel(me) : null,
    checkin,
    openQuickCheckin: quick.open,
    canUpgrade: plans && me.subscription_tier === 'free' && me.points > 0,
    logOut: () => void leave(),
    loggingOut: logOut.isPending,
    logOutEverywhere: <LogOutEverywhere />,
    mailbox: me.profile_completed ? <HeaderInvitationBell /> : null,
    bell: me.profile_completed ? <HeaderNotificationBell /> : null,
    notices: <Notices />,
    install: (className) => <InstallButton className={className} />,
    tabBell: me.profile_completed ? <TabNotificationBell /> : null,
  };
  return (
    <ShellProvider value={shell}>
      <PullToRefresh />
      <Outlet />
      {quick.sheet}
      {unsent > 0 && (
        <ConfirmLogout
          count={unsent}
          busy={logOut.isPending}
          onLogout={() => logOut.mutate()}
          onClose={() => setUnsent(0)}
        />
      )}
    </ShellProvider>
  );
}
