import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { Outlet, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { chosenLanguage } from '#platform/web/lib/device-language.ts';
import { getT, useT } from '#platform/web/lib/language.ts';
import { setPageHold } from '#platform/web/lib/replace-page.ts';
import { offerUpdate, registerServiceWorker } from '#platform/web/lib/service-worker.ts';
import { toast } from '#platform/web/lib/toast.ts';
import { hasUnsavedInput, trackUnsavedInput } from '#platform/web/lib/unsaved-input.ts';
import { useMe } from '#web/data/me.ts';
import { dashboardQuery, missionQuery } from '#web/data/missions/queries.ts';
import { noteLanguage } from '#web/data/offline/language-note.ts';
import { persistAnswers } from '#web/data/offline/offline-cache.ts';
import { useDueCount } from '#web/features/frame/due-count.ts';
import { Frame } from '#web/features/frame/frame.tsx';
import { readNavigation } from '#web/features/frame/notification-navigation.ts';
import { PullToRefresh } from '#web/features/frame/pull-to-refresh.tsx';
import { useLeave } from '#web/features/frame/use-leave.ts';
import { useOutboxSenders } from '#web/features/frame/use-outbox-senders.ts';
import { watchInstall } from '#web/features/install/install.ts';
import { useToastsAhead } from './toasts.tsx';

/** Opens the path of a tapped notification without reloading the page. */
function useNotificationNavigation(): void {
  const router = useRouter();
  useEffect(() => {
    if (!('serviceWorker' in navigator)) return;
    const onMessage = ({ data, ports }: MessageEvent<unknown>) => {
      const path = readNavigation(data);
      if (path === undefined) return;
      // Without this reply the worker reloads the window.
      ports[0]?.postMessage(true);
      router.history.push(path);
    };
    navigator.serviceWorker.addEventListener('message', onMessage);
    return () => navigator.serviceWorker.removeEventListener('message', onMessage);
  }, [router]);
}

/** Offers the new build if a reload would lose typed text; returns true in that case. */
function offerIfTyping(): boolean {
  if (!hasUnsavedInput()) return false;
  offerUpdate();
  toast.info(getT()('app.frame.update.ready'));
  return true;
}

/** Starts after the page has loaded its own data. */
const INSTALL_DELAY_MS = 2000;
let started = false;

const PREFETCH_MAX = 5;
/** A mission cached within this time is not prefetched; its page fetches it anyway. */
const PREFETCH_AGE_MS = 3_600_000;

/** Caches the home screen and today's missions for use without a network. */
async function prefetchToday(client: QueryClient): Promise<void> {
  const { missions } = await client.ensureQueryData(dashboardQuery).catch(() => ({ missions: [] }));
  for (const { id } of missions.filter(({ can }) => can.check_in).slice(0, PREFETCH_MAX)) {
    const fetchedAt = client.getQueryState(missionQuery(id).queryKey)?.dataUpdatedAt ?? 0;
    if (Date.now() - fetchedAt > PREFETCH_AGE_MS) await client.prefetchQuery(missionQuery(id));
  }
}

/** Makes the site installable and available offline, once per page load. */
function useInstalledApp(profiled: boolean): void {
  const client = useQueryClient();
  useEffect(() => persistAnswers(client), [client]);
  useEffect(trackUnsavedInput, []);
  useEffect(() => setPageHold(offerIfTyping), []);
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

/** Follows the server's hints while `signedIn`. The code loads after the first paint; if that fails, screens poll. */
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

/** Moves this device's push subscription to the new session. After a failure the next visit retries. */
function usePushRenewed(meId: string): void {
  useEffect(() => {
    // Loads only if push permission was granted.
    if (!('Notification' in window) || Notification.permission !== 'granted') return;
    const renew = () => import('#web/features/push/push-permission.ts').then(({ renewPush }) => renewPush(meId));
    void renew().catch(() => undefined);
  }, [meId]);
}

/** Stores the language for the service worker, whose push messages arrive without a page. */
function useLanguageNoted(): void {
  const { tag } = useT().language;
  // biome-ignore lint/correctness/useExhaustiveDependencies: What was chosen changes with the language of the screen.
  useEffect(() => {
    noteLanguage(chosenLanguage()).catch(() => undefined);
  }, [tag]);
}

/** Runs the background work of every signed-in page. */
export function AppLayout() {
  const me = useMe();
  const leave = useLeave();
  useOutboxSenders(me.id);
  useToastsAhead();
  // The server would refuse a stream that opens while the session ends.
  useLiveHints(!leave.loggingOut);
  useNotificationNavigation();
  useLanguageNoted();
  useInstalledApp(me.profile_completed);
  usePushRenewed(me.id);
  useDueCount();
  return (
    <Frame leave={leave}>
      <PullToRefresh />
      <Outlet />
    </Frame>
  );
}
